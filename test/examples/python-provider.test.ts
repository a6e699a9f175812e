import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Account, type Report, runConformance } from '../../conformance/index.ts'
import { ConnectedProviderRegistration } from '../../src/contract/index.ts'
import { isValid } from '../../src/middleware/validate.ts'

const FOLDER = fileURLToPath(new URL('../../examples/python-provider', import.meta.url))
const KEY = 'a-platform-key-of-thirty-two-characters'
const ADA = 'quill-key-of-ada-7f3a91c2'

const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'])
const hasPython = status === 0
// biome-ignore lint/suspicious/noConsole: whoever runs the tests should know what was not tested
if (!hasPython) console.warn('The provider in Python is not tested: there is no python3 of version 3.11 or newer.')

interface Registration {
  path: string
  authorization: string | undefined
  body: ConnectedProviderRegistration
}

/** A platform that stores the registrations it receives. */
async function startPlatform() {
  const registrations: Registration[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as ConnectedProviderRegistration
    registrations.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
    response.end('{}')
  })
  return { url: `http://127.0.0.1:${await listen(server)}`, registrations, stop: () => server.close() }
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A port that nobody uses at the moment: the definition names it, so it has to be known before the start. */
async function findPort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

const describeWithPython = hasPython ? describe : describe.skip

describeWithPython('the provider in Python', () => {
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let provider: ChildProcess
  let url: string
  let log = ''
  beforeAll(async () => {
    platform = await startPlatform()
    const port = await findPort()
    url = `http://127.0.0.1:${port}`
    provider = spawn('python3', ['-B', 'provider.py'], {
      cwd: FOLDER,
      env: {
        PATH: process.env.PATH,
        BASE_URL: url,
        PORT: String(port),
        PLATFORM_API_KEY: KEY,
        PLATFORM_ENVIRONMENT_URL: platform.url,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    provider.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk
    })
    const ended = once(provider, 'exit')
    while (!log.includes('is listening') && provider.exitCode === null) {
      await Promise.race([once(provider.stderr as NonNullable<ChildProcess['stderr']>, 'data'), ended])
    }
  })
  afterAll(async () => {
    platform.stop()
    const ended = once(provider, 'exit')
    provider.kill('SIGTERM')
    await ended
  })

  test('passes its own tests', async () => {
    await promisify(execFile)('python3', ['-B', '-m', 'unittest'], { cwd: FOLDER, env: { PATH: process.env.PATH } })
  })

  test('connects an account with the key of a form, and registers it', async () => {
    const page = await fetch(`${url}/auth/connect?application=quill&connectionId=c.7`)
    const html = await page.text()
    expect([page.status, page.headers.get('Content-Security-Policy')]).toEqual([200, expect.stringContaining("'none'")])
    const hidden = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
    const form = new URLSearchParams(hidden.map(([, name = '', value = '']): [string, string] => [name, value]))
    expect(form.get('state')).toBe('c.7.quill')
    form.set('key', ADA)
    const response = await fetch(`${url}/auth/callback`, { method: 'POST', body: form })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Quill is connected')])
    const [registration, ...others] = platform.registrations
    expect([registration?.path, registration?.authorization, others]).toEqual([
      '/api/v1/connections/registration',
      `Bearer ${KEY}`,
      [],
    ])
    expect(isValid(ConnectedProviderRegistration, registration?.body)).toBe(true)
    expect(registration?.body).toMatchObject({ connectionId: 'c.7', credential: { accessToken: ADA } })
  })

  test('passes the conformance program, without a failure or a warning', async () => {
    const { connectedProvider, samples } = JSON.parse(readFileSync(`${FOLDER}/account.json`, 'utf8'))
    const account: Account = { application: 'quill', connect: async () => connectedProvider, samples }
    const report = await runConformance({ url, key: KEY, accounts: [account], refresh: true })
    expect(unmet(report)).toEqual([])
    const passed = new Set(report.results.filter(({ outcome }) => outcome === 'passed').map(({ rule }) => rule))
    // Not because everything was skipped.
    for (const rule of ['key.scheme', 'body.too-large', 'paging.cursor-refused', 'items.valid', 'credential.expired']) {
      expect(passed).toContain(rule)
    }
  })

  test('writes no secret to its log', () => {
    expect(log).toContain('POST /sync/email 200')
    expect(log).not.toContain(ADA)
    expect(log).not.toContain(KEY)
  })
})

test('the provider in Python does not start without the platform key', () => {
  if (!hasPython) return
  const env = { PATH: process.env.PATH, BASE_URL: 'http://127.0.0.1', PLATFORM_ENVIRONMENT_URL: 'http://127.0.0.1:9' }
  const { status, stderr } = spawnSync('python3', ['-B', 'provider.py'], { cwd: FOLDER, env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('PLATFORM_API_KEY is missing')])
})

/** What a report says against a provider. */
function unmet({ results }: Report): unknown[] {
  return results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'warning')
    .map(({ rule, route, violations }) => [rule, route, violations])
}
