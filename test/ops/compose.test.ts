import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { HUB_VARIABLES, PLATFORM_VARIABLES } from '../../docs/program-variables.ts'
import { readVariables } from '../../docs/write-configuration.ts'
import { ROOT, readComposition, readEnvFile, type Service } from './compose/file.ts'

const composition = readComposition()
const { services } = composition
const programs = Object.entries(services).filter(([name]) => ['hub', 'platform', 'worker'].includes(name))
const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
/** Secrets may be set as NAME_FILE (ops/container/start.sh). */
const withoutFile = (name: string) => name.replace(/_FILE$/, '')

function variablesOf(name: string): readonly string[] {
  if (name === 'hub') return Object.keys(HUB_VARIABLES)
  return [...Object.keys(PLATFORM_VARIABLES), ...readVariables().keys()]
}

describe('compose.yaml', () => {
  test('follows the schema of the Compose specification', () => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8'))
    // The schema names its draft with https, which the library knows with http.
    const validate = new Ajv({ strict: false, validateFormats: false }).compile({ ...schema, $schema: undefined })
    expect([validate(composition), validate.errors]).toEqual([true, null])
    const wrong = { ...composition, services: { hub: { ...services.hub, read_onli: true } } }
    expect(validate(wrong)).toBe(false)
  })

  test.each(programs)('%s sets variables that it reads, and secrets that exist', (name, service) => {
    const set = Object.keys(service.environment ?? {})
    expect(set.map(withoutFile).filter((variable) => !variablesOf(name).includes(variable))).toEqual([])
    const files = Object.entries(service.environment ?? {}).filter(([variable]) => variable.endsWith('_FILE'))
    expect(files.map(([, file]) => file)).toEqual((service.secrets ?? []).map((secret) => `/run/secrets/${secret}`))
    for (const secret of service.secrets ?? []) expect(Object.keys(composition.secrets)).toContain(secret)
  })

  test('the environment files of the sandbox set variables that the programs read', () => {
    const { services: withSandbox } = readComposition(readEnvFile('ops/compose/sandbox.env'))
    for (const name of ['hub', 'platform']) {
      const [file = ''] = withSandbox[name]?.env_file ?? []
      const names = Object.keys(readEnvFile(file))
      expect(names.length).toBeGreaterThan(2)
      expect(names.filter((variable) => !variablesOf(name).includes(variable))).toEqual([])
    }
  })

  test.each(Object.entries(services))('%s restarts, logs a bounded amount and stops in time', (_name, service) => {
    expect(service).toMatchObject({ restart: 'unless-stopped', logging: { options: { 'max-size': '20m' } } })
    // Programs exit by themselves after 25 seconds (src/runtime/process.ts).
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(25)
  })

  test.each(programs)('%s cannot write, gain rights, or be reached from other machines', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
      healthcheck: { test: ['CMD', 'node', '/app/ops/container/health.ts', '/api/v1/ready'] },
    })
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:8080$/)
  })

  test('images are built by targets that the Dockerfile has, and commands are programs that it starts', () => {
    const start = readFileSync(join(ROOT, 'ops/container/start.sh'), 'utf8')
    const built = Object.values(services).filter(({ build }) => build)
    expect(built.map(({ image }) => image)).toEqual(['provider-hub:local', 'provider-hub-sandbox:local'])
    for (const { build } of built) {
      if (build?.target) expect(DOCKERFILE).toMatch(new RegExp(`^FROM \\S+ AS ${build.target}$`, 'm'))
    }
    for (const [name, { command }] of Object.entries(services)) {
      if (name !== 'database') expect(start).toContain(`\n  ${command?.[0]})`)
    }
    for (const [, { image }] of programs) expect(image).toBe('provider-hub:local')
  })

  test('each service starts after what it needs, and only the platform and its workers reach the database', () => {
    const dependenciesOf = (name: string) => Object.entries((services[name] as Service).depends_on ?? {})
    expect(dependenciesOf('platform').map(([name]) => name)).toEqual(['database', 'hub'])
    expect(dependenciesOf('worker').map(([name]) => name)).toEqual(['platform'])
    for (const name of Object.keys(services)) {
      for (const [, { condition }] of dependenciesOf(name)) expect(condition).toBe('service_healthy')
    }
    const reaching = Object.entries(services).filter(([, { networks }]) =>
      Object.values(networks ?? {}).includes('database'),
    )
    expect(reaching.map(([name]) => name)).toEqual(['platform', 'worker', 'database'])
    expect(composition.networks.database).toEqual({ internal: true })
    expect(services.worker?.deploy?.replicas).toBe(2)
  })
})
