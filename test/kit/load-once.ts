declare global {
  var importOnce: (url: string) => Promise<unknown>
}

/**
 * Imports a module of the platform outside of Jest's module registry, so that all test files of a worker share it. Only
 * for what holds no state between tests: its instances of classes differ from those that the test file imports itself.
 */
export async function loadOnce<Module>(url: URL): Promise<Module> {
  return (await globalThis.importOnce(url.href)) as Module
}
