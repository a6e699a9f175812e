import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { connectedProvider } from '../fixture-vendor.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from '../hub.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const EXAMPLE = join(ROOT, 'examples/typed-client')

/** Runs a program of Node in the copy of the example. Rejects with its output if it fails. */
async function run(folder: string, args: string[], env: Record<string, string> = {}) {
  return promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH, ...env } })
}

let hub: RunningHub
let folder: string
beforeAll(async () => {
  hub = await startHub()
  // Below the repository, so that the packages are found, and not below node_modules, where Node runs no TypeScript.
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  folder = mkdtempSync(join(ROOT, '.cache/typed-client-'))
  for (const file of ['client.ts', 'tsconfig.json', 'package.json']) cpSync(join(EXAMPLE, file), join(folder, file))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await hub.stop()
})

test('a client is generated from /openapi.json of a hub, compiles with strict types, and reads mail from it', async () => {
  const generator = join(EXAMPLE, 'node_modules/openapi-typescript/bin/cli.js')
  await run(folder, [generator, `${hub.url}/openapi.json`, '-o', 'provider.ts'])
  await run(folder, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit'])

  writeFileSync(join(folder, 'connection.json'), JSON.stringify(connectedProvider()))
  const env = { PROVIDER_URL: hub.url, PLATFORM_API_KEY: PLATFORM_KEY }
  const { stdout, stderr } = await run(folder, ['client.ts', 'connection.json'], env)
  // The second page of this vendor has the cursor of the first.
  expect(stdout).toBe('(no sender): Hello\n(no sender): Hello\n')
  expect(stderr).toContain('one note')

  const rejected = run(folder, ['client.ts', 'connection.json'], { ...env, PLATFORM_API_KEY: 'another-key' })
  await expect(rejected).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('401 Unauthorized: This route requires the platform key as a bearer token.'),
  })
})
