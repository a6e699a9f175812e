export default async function stopServer(): Promise<void> {
  await globalThis.databaseServer?.close()
}
