import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createApp } from '../../../platform/app.ts'
import { readConsoleOptions } from '../../../platform/console/options.ts'
import { Metrics } from '../../../platform/http/metrics.ts'
import { EnvironmentReader } from '../../../src/runtime/environment.ts'
import { type HttpServer, listen } from '../../../src/runtime/http-server.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { Secret } from '../../../src/runtime/secret.ts'

const SCRIPT = `console.log(${'1'.repeat(2_000)})`

let folder: string
const servers: HttpServer[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
  writeFileSync(join(folder, 'assets/index-1a2b.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/index-1a2b.js.gz'), 'compressed')
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  rmSync(folder, { recursive: true })
})

async function serve(environment: Record<string, string> = {}, role: 'all' | 'worker' = 'all'): Promise<string> {
  const config = {
    platformKey: new Secret('platform-key-of-these-tests'),
    role,
    trustProxy: false,
    corsOrigins: [],
    strictStatus: false,
    publicSchema: true,
    issuer: 'https://login.example/tenant',
    console: readConsoleOptions(new EnvironmentReader({ CONSOLE_FOLDER: folder, ...environment })),
  } as const
  const app = createApp({ config, log: createLog('silent'), metrics: new Metrics(), services: () => undefined })
  const server = await listen(app.callback(), 0, { host: '127.0.0.1', stopGraceMs: 0 })
  servers.push(server)
  return `http://127.0.0.1:${server.port}`
}

describe('the console', () => {
  test.each(['/', '/welcome', '/blocks/1f0c', '/sign-in?login_hint=ada@meridian.example'])(
    'is one page, also at %s, that is never cached',
    async (path) => {
      const response = await fetch(`${await serve()}${path}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      expect(await response.text()).toContain('<title>Console</title>')
    },
  )

  test('may run its own scripts only, and call only the platform and the issuer', async () => {
    const url = await serve({ CONSOLE_ISSUER_ORIGINS: 'https://tokens.example' })
    const policy = (await fetch(`${url}/`)).headers.get('Content-Security-Policy') ?? ''
    const directives = new Map(policy.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]))
    expect(directives.get('default-src')).toEqual(["'none'"])
    expect(directives.get('script-src')).toEqual(["'self'"])
    expect(directives.get('worker-src')).toEqual(["'self'"])
    expect(directives.get('connect-src')).toEqual(["'self'", 'https://login.example', 'https://tokens.example'])
    expect(directives.get('form-action')).toEqual(["'none'"])
    expect(directives.get('base-uri')).toEqual(["'none'"])
  })

  test('reads how people sign in', async () => {
    const url = await serve({
      CONSOLE_CLIENT_ID: 'my-console',
      CONSOLE_SCOPE: 'openid graph',
      CONSOLE_SIGN_IN_PARAMETERS: 'audience=https://graph.example&organization=org_1',
    })
    const response = await fetch(`${url}/console.json`)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toEqual({
      issuer: 'https://login.example/tenant',
      clientId: 'my-console',
      scope: 'openid graph',
      signInParameters: { audience: 'https://graph.example', organization: 'org_1' },
      apiUrl: '/',
    })
  })

  test('has files that are cached for a year, and sent compressed to browsers that accept it', async () => {
    const url = await serve()
    const plain = await fetch(`${url}/assets/index-1a2b.js`, { headers: { 'Accept-Encoding': 'identity' } })
    expect(await plain.text()).toBe(SCRIPT)
    expect(plain.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    const head = { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } }
    const compressed = await fetch(`${url}/assets/index-1a2b.js`, head)
    expect(compressed.headers.get('Content-Encoding')).toBe('gzip')
    expect(compressed.headers.get('Vary')).toBe('Accept-Encoding')
    expect(compressed.headers.get('Content-Type')).toMatch(/javascript/)
  })

  test.each(['/assets/missing-9z.js', '/../package.json', '/%2e%2e/package.json', '/.env', '/favicon.ico'])(
    'has no file %s',
    async (path) => expect((await fetch(`${await serve()}${path}`)).status).toBe(404),
  )

  test.each([
    ['GET', '/api/v1/unknown', 404],
    ['GET', '/metrics', 401],
    ['GET', '/api/v1/connections/registration', 405],
    ['POST', '/', 401],
  ])('leaves %s %s to the API', async (method, path, status) => {
    const response = await fetch(`${await serve()}${path}`, { method })
    expect(response.status).toBe(status)
    expect(response.headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  test.each([
    ['CONSOLE=off', { CONSOLE: 'off' }, 'all'],
    ['ROLE=worker', {}, 'worker'],
  ] as const)('is not served with %s', async (_name, environment, role) => {
    expect((await fetch(`${await serve(environment, role)}/welcome`)).status).toBe(404)
  })

  test('says how to build it when it is not built', async () => {
    const response = await fetch(`${await serve({ CONSOLE_FOLDER: join(folder, 'nothing') })}/`)
    expect(response.status).toBe(404)
    expect(await response.text()).toMatch(/npm run build/)
  })

  test('refuses settings that it does not understand', () => {
    const read = new EnvironmentReader({ CONSOLE: 'maybe', CONSOLE_ISSUER_ORIGINS: 'https://tokens.example/path' })
    readConsoleOptions(read)
    expect(read.problems).toEqual([
      'CONSOLE must be one of on, off.',
      expect.stringMatching(/^CONSOLE_ISSUER_ORIGINS: .* must be an origin/),
    ])
  })
})
