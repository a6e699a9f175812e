import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { decodeJwt } from 'jose'
import { writeAccess } from '../../demo/access.ts'
import { type OidcSandbox, startOidc } from '../../sandbox/oidc/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'demo-access-'))
let oidc: OidcSandbox
beforeAll(async () => {
  oidc = await startOidc()
})
afterAll(async () => {
  await oidc.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a shell that reads the file of the demo knows the addresses, and until the demo stops the file is there', () => {
  const file = join(folder, 'data', 'demo.sh')
  const remove = writeAccess({ platform: 'http://127.0.0.1:1', hub: 'http://127.0.0.1:2', oidc }, file)
  const output = execFileSync('sh', ['-c', `. ${file}; echo $GRAPH_URL $HUB_URL; command -v access_token`])
  expect(output.toString()).toBe('http://127.0.0.1:1 http://127.0.0.1:2\naccess_token\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  remove()
  expect(existsSync(file)).toBe(false)
})

test('access_token prints a token of the sample person', async () => {
  const file = join(folder, 'demo.sh')
  writeAccess({ platform: 'http://127.0.0.1:1', hub: 'http://127.0.0.1:2', oidc }, file)
  const token = await new Promise<string>((resolve, reject) =>
    execFile('sh', ['-c', `. ${file}; access_token`], (error, stdout) =>
      error ? reject(error) : resolve(stdout.trim()),
    ),
  )
  expect(decodeJwt(token)).toMatchObject({ iss: oidc.issuer, email: 'ada@meridian.example' })
})
