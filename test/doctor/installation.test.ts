import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type System, startSystem } from '../../demo/system.ts'
import type { Finding } from '../../doctor/finding.ts'
import { VENDOR_NAMES } from '../../sandbox/index.ts'
import { openTestStore, type TestStore } from '../platform/storage/test-store.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const [CREDENTIAL_KEY, OTHER_KEY] = [0, 0].map(() => randomBytes(32).toString('base64url')) as [string, string]

type Variables = Readonly<Record<string, string>>

let folder: string
let store: TestStore
let system: System
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'provider-hub-doctor-'))
  store = await openTestStore()
  system = await startSystem({ platform: { DATABASE_URL: store.url, CREDENTIAL_KEY } })
}, 60_000)
afterAll(async () => {
  await system?.stop()
  await store.close()
  await rm(folder, { recursive: true })
})

const hubVariables = (): Variables => ({
  BASE_URL: system.hub,
  PLATFORM_API_KEY: system.key,
  PLATFORM_ENVIRONMENT_URL: system.platform,
  ...Object.assign({}, ...VENDOR_NAMES.map((name) => system.sandbox[name].environment)),
})
const platformVariables = (): Variables => ({
  BASE_URL: system.platform,
  PLATFORM_API_KEY: system.key,
  HUB_URL: system.hub,
  CONSOLE: 'off',
  DATABASE_URL: store.url,
  CREDENTIAL_KEY,
  ...system.oidc.environment,
})

async function runDoctor(args: readonly string[], environment: Variables = {}, program = ['doctor/main.ts']) {
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output }
}

/** The findings about both programs, whose variables are in files. */
async function examine(hub: Variables, platform: Variables) {
  const toFile = async (name: string, variables: Variables) => {
    const file = join(folder, name)
    await writeFile(
      file,
      Object.entries(variables)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(''),
    )
    return file
  }
  const files = ['--hub-env', await toFile('hub', hub), '--platform-env', await toFile('platform', platform)]
  const { code, output } = await runDoctor([...files, '--json'])
  const { status, findings } = JSON.parse(output) as { status: string; findings: Finding[] }
  const of = (program: string, check: string) =>
    findings.filter((finding) => finding.program === program && finding.check === check)
  return { code, status, output, findings, of }
}

describe('an installation', () => {
  test('in which everything runs has no error, and the doctor prints what to register', async () => {
    const { code, findings, of } = await examine(hubVariables(), platformVariables())
    expect(findings.filter(({ status }) => status === 'error')).toEqual([])
    expect(code).toBe(0)
    expect(of('hub', 'google redirect')[0]?.detail).toContain(`${system.hub}/auth/callback`)
    const green = findings.flatMap(({ program, check, status }) => (status === 'ok' ? `${program} ${check}` : []))
    const expected = ['own address', 'platform', 'key at platform', 'google', 'microsoft', 'clock']
    expect(green).toEqual(expect.arrayContaining(expected.map((check) => `hub ${check}`)))
    const checks = ['own address', 'hub', 'key at hub', 'issuer', 'issuer keys', 'database', 'database clock']
    expect(green).toEqual(
      expect.arrayContaining(
        [...checks, 'migrations', 'permissions', 'credential keys'].map((name) => `platform ${name}`),
      ),
    )
  })

  test('with different keys, another issuer and without a credential key is told each of them, and what to do', async () => {
    await store.db.deleteFrom('processes').execute()
    const connection = { tenant_id: crypto.randomUUID(), connection_id: crypto.randomUUID() }
    await store.db
      .insertInto('tenants')
      .values({ ...TENANT, tenant_id: connection.tenant_id, tag_id: crypto.randomUUID() })
      .execute()
    await store.db
      .insertInto('connections')
      .values({ ...CONNECTION, ...connection })
      .execute()
    const hub = { ...hubVariables(), PLATFORM_API_KEY: OTHER_KEY }
    const platform = {
      ...platformVariables(),
      PLATFORM_API_KEY: `${OTHER_KEY},${system.key}`,
      OIDC_ISSUER: `${system.oidc.issuer}/`,
    }
    const { code, output, of } = await examine(hub, platform)
    await store.db.deleteFrom('connections').execute()
    expect(code).toBe(1)
    expect(of('hub', 'key at platform')).toMatchObject([
      { status: 'error', remedy: expect.stringContaining('both sides') },
    ])
    expect(of('platform', 'key at hub')).toMatchObject([{ status: 'error' }])
    expect(of('platform', 'issuer')).toMatchObject([{ status: 'error', remedy: expect.stringContaining('slash') }])
    expect(of('platform', 'credential keys')).toMatchObject([
      { status: 'error', detail: expect.stringContaining('1 with lost-key (missing)') },
    ])
    for (const secret of [OTHER_KEY, CREDENTIAL_KEY, system.key]) expect(output).not.toContain(secret)
  })

  test('in the middle of a rotation or an upgrade is told what comes next', async () => {
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(store.db)
    const oldest = rows[0]?.name
    await sql`update schema_migrations set name = '999-next.sql' where name = ${oldest}`.execute(store.db)
    const rotating = {
      PLATFORM_API_KEY: `${system.key},${OTHER_KEY}`,
      CREDENTIAL_KEY: `${CREDENTIAL_KEY},${OTHER_KEY}`,
    }
    const newer = await examine(hubVariables(), { ...platformVariables(), ...rotating })
    const expectWarning = (check: string, detail: string) =>
      expect(newer.of('platform', check)).toMatchObject([
        { status: 'warning', detail: expect.stringContaining(detail) },
      ])
    expectWarning('migrations', '999-next.sql')
    expectWarning('key at hub', '0 of 1 others')
    expectWarning('credential keys', 'no credential needs')
    await sql`delete from schema_migrations where name = '999-next.sql'`.execute(store.db)
    const { code, of } = await examine(hubVariables(), platformVariables())
    await sql`insert into schema_migrations values (${oldest}, now())`.execute(store.db)
    expect(of('platform', 'migrations')).toMatchObject([{ status: 'warning', detail: `pending: ${oldest}` }])
    expect(code).toBe(0)
  })

  test('whose programs are away is told so, without the password of the database', async () => {
    const { of } = await examine(
      { ...hubVariables(), PLATFORM_ENVIRONMENT_URL: 'http://127.0.0.1:3' },
      {
        ...platformVariables(),
        OIDC_ISSUER: 'http://no-such-host.invalid',
        DATABASE_URL: 'postgres://ada:hunter2secret@127.0.0.1:3/hub',
      },
    )
    expect(of('hub', 'platform')).toMatchObject([
      { status: 'error', detail: expect.stringContaining('does not respond') },
    ])
    expect(of('platform', 'issuer')).toMatchObject([{ status: 'error', detail: expect.stringContaining('DNS') }])
    const [database] = of('platform', 'database')
    expect(database).toMatchObject({ status: 'error', detail: expect.stringContaining('ECONNREFUSED') })
    expect(JSON.stringify(database)).not.toContain('hunter2secret')
  })
})

describe('the doctor', () => {
  test('checks the hub alone, from its environment, and prints a table without colours where there is no terminal', async () => {
    const { code, output } = await runDoctor([], hubVariables())
    expect(code).toBe(0)
    expect(output).toMatch(/^HUB\nok {5}Node/)
    expect(output).not.toContain('PLATFORM\n')
    expect(output).not.toContain('\u001B')
    expect(output).toMatch(/WARN +BASE_URL .*\n +→ For people other than yourself/)
    expect((await runDoctor(['--strict'], hubVariables())).code).toBe(1)
  })

  test('finds the icons of the applications in a folder whose name has a space', async () => {
    const root = join(folder, 'provider hub')
    await symlink(ROOT, root)
    // Node then takes the folder of the link for the folder of the files.
    const asLinked = ['--preserve-symlinks', '--preserve-symlinks-main']
    const { code, output } = await runDoctor(['--json'], hubVariables(), [...asLinked, join(root, 'doctor/main.ts')])
    const { findings } = JSON.parse(output) as { findings: Finding[] }
    expect(findings.filter(({ status }) => status === 'error')).toEqual([])
    expect([code, findings.map(({ check }) => check)]).toEqual([0, expect.arrayContaining(['applications'])])
  })

  test('says how it is called', async () => {
    expect(await runDoctor([])).toMatchObject({ code: 2, output: expect.stringContaining('--platform-env FILE') })
    expect((await runDoctor(['--colour'], hubVariables())).code).toBe(2)
    expect((await runDoctor(['--help'])).code).toBe(0)
  })
})

const TENANT = {
  issuer: 'https://issuer.example',
  subject: 'ada',
  email: 'ada@acme.example',
  date_created: 0,
  date_updated: 0,
}
const CONNECTION = {
  provider: 'acme',
  application: 'mail',
  label: 'Mail',
  status: 'active' as const,
  credential: Buffer.alloc(40),
  credential_key_id: 'lost-key',
  date_created: 0,
  date_updated: 0,
}
