import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from '@jest/globals'
import { HUB_VARIABLES, PLATFORM_VARIABLES } from '../../docs/program-variables.ts'
import { readVariables } from '../../docs/write-configuration.ts'
import { envExample, PROGRAM_NAMES, type ProgramName, writtenEnvExample } from '../../docs/write-env.ts'
import { readConfig as readPlatformConfig } from '../../platform/config.ts'
import { readConfig as readHubConfig } from '../../src/config.ts'
import { asVendor } from '../../src/kit/application.ts'
import * as vendors from '../../vendors/index.ts'

const READ: Readonly<Record<ProgramName, (environment: NodeJS.Dict<string>) => { logLevel: string }>> = {
  hub: (environment) => readHubConfig(environment, Object.values(vendors).map(asVendor)),
  platform: readPlatformConfig,
}
const NAMES: Readonly<Record<ProgramName, readonly string[]>> = {
  hub: Object.keys(HUB_VARIABLES),
  platform: [...Object.keys(PLATFORM_VARIABLES), ...readVariables().keys()],
}
/** What an operator fills in. */
const VALUES: Readonly<Record<string, string>> = {
  BASE_URL: 'https://hub.example.com',
  PLATFORM_API_KEY: 'a-key-of-more-than-32-characters-0123456789',
  PLATFORM_ENVIRONMENT_URL: 'https://platform.example.com',
  HUB_URL: 'https://hub.example.com',
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_AUDIENCE: 'https://platform.example.com/api/v1/graph',
}

/** The example with all its lines in use, as Node reads it. */
function uncommented(program: ProgramName): NodeJS.Dict<string> {
  return parseEnv(envExample(program).replace(/^#(?=[A-Z][A-Z0-9_]*=)/gm, ''))
}

function filled(program: ProgramName): string {
  return envExample(program).replace(/^([A-Z_]+)=$/gm, (_, name: string) => `${name}=${VALUES[name]}`)
}

const folder = mkdtempSync(join(tmpdir(), 'env-example-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(PROGRAM_NAMES)('.env.example of the %s', (program) => {
  test('is up to date: run npm run docs', () => {
    expect(writtenEnvExample(program)).toBe(envExample(program))
  })

  test('has every variable once', () => {
    const names = [...envExample(program).matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
    expect(names.sort()).toEqual([...NAMES[program]].sort())
  })

  test('is refused as it is, with the name of every required variable', () => {
    const required = Object.keys(parseEnv(envExample(program)))
    expect(required.length).toBeGreaterThan(2)
    const read = () => READ[program](parseEnv(envExample(program)))
    for (const name of required) expect(read).toThrow(`${name} is missing`)
  })

  test('starts the program when it is filled in, and says the defaults that the program has', () => {
    const minimal = READ[program](parseEnv(filled(program)))
    const defaults = Object.entries(uncommented(program)).filter(([name]) => !(name in VALUES))
    expect(READ[program]({ ...Object.fromEntries(defaults), ...parseEnv(filled(program)) })).toEqual({
      ...minimal,
      ...(program === 'hub' ? { registrationPath: '/api/v1/connections/registration' } : {}),
      // The default is where the console is built, wherever the program is started.
      ...('console' in minimal ? { console: expect.objectContaining({ folder: 'console/dist' }) } : {}),
    })
  })

  test('is read by node --env-file', () => {
    const file = join(folder, program)
    writeFileSync(file, filled(program))
    const script = 'process.stdout.write(JSON.stringify(process.env))'
    const { stdout } = spawnSync(process.execPath, [`--env-file=${file}`, '-e', script], { env: {}, encoding: 'utf8' })
    expect(JSON.parse(stdout)).toEqual(expect.objectContaining(parseEnv(filled(program))))
  })
})
