import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const BROWSER = [
  '--lib',
  'es2024,dom,dom.iterable',
  '--types',
  '',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
]
const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--verbatimModuleSyntax']
const SOURCE = ['--ignoreConfig', '--noEmit', '--skipLibCheck', '--target', 'es2024', '--allowImportingTsExtensions']

test('the client compiles with the types of a browser, without those of Node', async () => {
  const args = [...SOURCE, ...BROWSER, ...STRICT, 'platform/client/index.ts']
  const result = await promisify(execFile)(`${ROOT}node_modules/.bin/tsc`, args, { cwd: ROOT }).catch((error) => error)
  expect(result).toMatchObject({ stdout: '', stderr: '' })
  expect(result).not.toBeInstanceOf(Error)
}, 60_000)
