import { createHash } from 'node:crypto'
import { createRequire, stripTypeScriptTypes } from 'node:module'

const require = createRequire(import.meta.url)
const TESTS = new URL('../', import.meta.url).pathname

/**
 * Test files are compiled for Jest, which loads them anew for each test file. A module of the product or of a package
 * becomes a stub that exports what Node's own loader returns, so that it is loaded once per worker: loading everything
 * for every file took a third of the time of all tests. Tests therefore share the state of modules.
 */
export default {
  createTransformer: ({ shareModules }) => {
    // Jest also compiles what its global setup requires; there is no test environment yet.
    const isShared = (path) => shareModules && !path.startsWith(TESTS) && process.env.JEST_WORKER_ID !== undefined
    const compile = (source, path, { supportsStaticESM }) => {
      if (isShared(path)) return supportsStaticESM ? esmStub(path) : commonJsStub(path)
      return path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
    }
    return {
      process: (source, path, options) => ({ code: compile(source, path, options) }),
      // A stub changes with the exports of its module, which may be those of other modules.
      getCacheKey: (source, path, options) =>
        createHash('sha256')
          .update(isShared(path) ? compile(source, path, options) : `${shareModules}${path}\n${source}`)
          .digest('hex'),
    }
  },
}

function esmStub(path) {
  const names = exportNames(path)
  return [
    `const shared = ${shared(path)}`,
    ...names.map((name, index) => `const export${index} = shared[${JSON.stringify(name)}]`),
    `export { ${names.map((name, index) => `export${index} as ${name}`).join(', ')} }`,
  ].join('\n')
}

/** The first line is never run: it tells the names to whoever reads them from the source, as Jest does. */
function commonJsStub(path) {
  const names = exportNames(path).filter((name) => name !== 'default')
  return [`if (false) module.exports = { ${names.join(', ')} }`, `module.exports = ${shared(path)}`].join('\n')
}

const shared = (path) => `globalThis.requireShared(${JSON.stringify(path)})`

function exportNames(path) {
  return Object.keys(require(path)).filter((name) => /^[\w$]+$/.test(name) && name !== '__esModule')
}
