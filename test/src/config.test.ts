import { inspect } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { readConfig } from '../../src/config.ts'
import type { Vendor } from '../../src/kit/application.ts'
import { StartupError } from '../../src/runtime/environment.ts'
import { Secret } from '../../src/runtime/secret.ts'

const GOOD = {
  BASE_URL: 'https://hub.example.com',
  PLATFORM_API_KEY: 'a-platform-key-0123456789-0123456789',
  PLATFORM_ENVIRONMENT_URL: 'https://platform.example.com',
}

const acme: Vendor = {
  name: 'acme',
  label: 'Acme',
  variables: {
    clientId: { name: 'ACME_CLIENT_ID', required: true, description: '' },
    clientSecret: { name: 'ACME_CLIENT_SECRET', required: true, secret: true, description: '' },
    tenant: { name: 'ACME_TENANT', default: 'common', description: '' },
    login: { name: 'ACME_LOGIN_URL', kind: 'url', default: 'https://login.acme.example', description: '' },
    origin: { name: 'ACME_ORIGIN', kind: 'origin', description: '' },
  },
  errors: [],
  applications: [],
}

const read = (changes: Record<string, string | undefined> = {}, vendors: Vendor[] = []) =>
  readConfig({ ...GOOD, ...changes }, vendors)

function problemsOf(changes: Record<string, string | undefined>, vendors: Vendor[] = []): readonly string[] {
  try {
    read(changes, vendors)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    return (error as StartupError).problems
  }
}

describe('the environment', () => {
  test('requires three variables; the others have defaults', () => {
    expect(read()).toMatchObject({
      baseUrl: 'https://hub.example.com',
      platformUrl: 'https://platform.example.com',
      port: 5000,
      authBinding: 'auto',
      logLevel: 'info',
      vendorBudgetMs: 45_000,
      strictItems: false,
    })
    expect(read().registrationPath).toBeUndefined()
  })

  test('is read once and frozen', () => {
    expect(Object.isFrozen(read())).toBe(true)
  })

  test.each([
    [{ PLATFORM_ENVIRONMENT_URL: 'https://p.example/x?tenant=1' }, { platformUrl: 'https://p.example/x?tenant=1' }],
    [{ BASE_URL: 'https://hub.example.com///' }, { baseUrl: 'https://hub.example.com' }],
    [{ BASE_URL: ' https://hub.example.com/sub/ ' }, { baseUrl: 'https://hub.example.com/sub' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ PORT: '' }, { port: 5000 }],
    [{ AUTH_BINDING: 'strict' }, { authBinding: 'strict' }],
    [{ LOG_LEVEL: 'trace' }, { logLevel: 'trace' }],
    [{ VENDOR_BUDGET_MS: '1000' }, { vendorBudgetMs: 1_000 }],
    [{ PLATFORM_REGISTRATION_PATH: '/here' }, { registrationPath: '/here' }],
    [{ NODE_ENV: 'test' }, { strictItems: true }],
    [{ NODE_ENV: 'development' }, { strictItems: true }],
    [{ NODE_ENV: 'production' }, { strictItems: false }],
  ])('%j is read', (changes, expected) => {
    expect(read(changes)).toMatchObject(expected)
  })

  const wrong: [Record<string, string>, string][] = [
    [{ BASE_URL: '' }, 'BASE_URL is missing'],
    [{ BASE_URL: 'hub.example.com' }, 'BASE_URL must be'],
    [{ BASE_URL: 'ftp://hub.example.com' }, 'BASE_URL must be'],
    [{ BASE_URL: 'https://me:pw@hub.example.com' }, 'BASE_URL must be'],
    [{ BASE_URL: 'https://hub.example.com/?a=1' }, 'BASE_URL must be'],
    [{ BASE_URL: 'https://hub.example.com/#a' }, 'BASE_URL must be'],
    [{ PLATFORM_ENVIRONMENT_URL: '' }, 'PLATFORM_ENVIRONMENT_URL is missing'],
    [{ PLATFORM_ENVIRONMENT_URL: 'javascript:alert(1)' }, 'PLATFORM_ENVIRONMENT_URL must be'],
    [{ PLATFORM_API_KEY: '' }, 'PLATFORM_API_KEY is missing'],
    [{ PLATFORM_API_KEY: '   ' }, 'PLATFORM_API_KEY is missing'],
    [
      { PLATFORM_API_KEY: `${'x'.repeat(40)},${'y'.repeat(20)}` },
      'PLATFORM_API_KEY must have at least 32 characters each',
    ],
    [{ PLATFORM_API_KEY: 'two words '.repeat(4) }, 'PLATFORM_API_KEY must be printable'],
    [{ PLATFORM_API_KEY: 'schlüssel'.repeat(4) }, 'PLATFORM_API_KEY must be printable'],
    [{ PLATFORM_API_KEY: 'x'.repeat(31) }, 'PLATFORM_API_KEY must have at least 32 characters'],
    [{ PLATFORM_ENVIRONMENT_URL: 'https://p.example/#a?b' }, 'PLATFORM_ENVIRONMENT_URL must be'],
    [{ MAX_CONNECTIONS: '0' }, 'MAX_CONNECTIONS must be'],
    [{ STOP_GRACE_MS: '60000' }, 'STOP_GRACE_MS must be'],
    [{ PORT: 'eighty' }, 'PORT must be'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ PORT: '65536' }, 'PORT must be'],
    [{ PORT: '80.5' }, 'PORT must be'],
    [{ AUTH_BINDING: 'maybe' }, 'AUTH_BINDING must be one of auto, strict, off'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ VENDOR_BUDGET_MS: '999' }, 'VENDOR_BUDGET_MS must be'],
    [{ VENDOR_BUDGET_MS: '1e9' }, 'VENDOR_BUDGET_MS must be'],
    [{ ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS: 'yes' }, 'ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS must be one of true'],
    [
      { ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS: 'TRUE' },
      'ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS must be one of true',
    ],
    [{ PLATFORM_REGISTRATION_PATH: 'here' }, 'PLATFORM_REGISTRATION_PATH must be'],
    [{ PLATFORM_REGISTRATION_PATH: '//evil.example/here' }, 'PLATFORM_REGISTRATION_PATH must be'],
    [{ PLATFORM_REGISTRATION_PATH: '/\\evil.example/here' }, 'PLATFORM_REGISTRATION_PATH must be'],
    [{ PLATFORM_REGISTRATION_PATH: 'https://evil.example/' }, 'PLATFORM_REGISTRATION_PATH must be'],
  ]
  test.each(wrong)('%j is refused by name', (changes, problem) => {
    expect(problemsOf(changes)).toEqual([expect.stringContaining(problem)])
  })

  test('with several errors is refused with all of them at once', () => {
    const problems = problemsOf({ BASE_URL: '', PLATFORM_API_KEY: '', PORT: 'x', AUTH_BINDING: 'x', LOG_LEVEL: 'x' })
    expect(problems).toHaveLength(5)
    expect(() => read({ BASE_URL: '', PORT: 'x' })).toThrow(/BASE_URL[\s\S]*PORT/)
  })

  test('may lack the key only when that is allowed in so many words', () => {
    const open = read({ PLATFORM_API_KEY: undefined, ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS: 'true' })
    expect(open.platformKey).toBeUndefined()
    const short = read({ PLATFORM_API_KEY: 'short', ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS: 'true' })
    expect(short.platformKey?.reveal()).toBe('short')
    expect(problemsOf({ PLATFORM_API_KEY: undefined, ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS: 'false' })).toHaveLength(
      1,
    )
  })
})

describe('the settings of a vendor', () => {
  const KEYS = { ACME_CLIENT_ID: 'id-1', ACME_CLIENT_SECRET: 'a-client-secret-0123' }

  test('hold what is set, else the default', () => {
    const { settings, missing } = read({ ...KEYS, ACME_TENANT: 'mine' }, [acme]).vendors.acme ?? never()
    expect(missing).toEqual([])
    expect(settings).toMatchObject({ clientId: 'id-1', tenant: 'mine', login: 'https://login.acme.example' })
    expect(settings.origin).toBeUndefined()
  })

  test('name what is missing instead of stopping the hub', () => {
    expect(read({}, [acme]).vendors.acme?.missing).toEqual(['ACME_CLIENT_ID', 'ACME_CLIENT_SECRET'])
    expect(read({ ACME_CLIENT_ID: 'x' }, [acme]).vendors.acme?.missing).toEqual(['ACME_CLIENT_SECRET'])
  })

  test('print no secret, however they are printed', () => {
    const config = read(KEYS, [acme])
    const secret = config.vendors.acme?.settings.clientSecret as Secret
    expect(secret).toBeInstanceOf(Secret)
    expect(secret.reveal()).toBe('a-client-secret-0123')
    const printed = `${JSON.stringify(config)}${inspect(config, { depth: 9, showHidden: true })}${String(secret)}${secret}`
    expect(printed).not.toContain('a-client-secret-0123')
    expect(printed).not.toContain(GOOD.PLATFORM_API_KEY)
  })

  test.each([
    'http://login.acme.example',
    'https://127.0.0.1',
    'https://user@login.acme.example',
    'login.acme.example',
  ])('refuse the address %s', (address) => {
    expect(problemsOf({ ...KEYS, ACME_LOGIN_URL: address }, [acme])).toEqual([
      expect.stringContaining('ACME_LOGIN_URL must be an https URL'),
    ])
  })

  test('take a plain address on this network when an origin stands in for the vendor', () => {
    const environment = {
      ...KEYS,
      ACME_ORIGIN: 'http://127.0.0.1:9999/',
      ACME_LOGIN_URL: 'http://127.0.0.1:9999/login',
    }
    expect(read(environment, [acme]).vendors.acme?.settings).toMatchObject({ origin: 'http://127.0.0.1:9999' })
  })

  test.each(['http://127.0.0.1:9999/path', 'nonsense', 'ftp://x', 'http://u@x', 'http://x/?q=1'])(
    'refuse the origin %s',
    (origin) => {
      expect(problemsOf({ ...KEYS, ACME_ORIGIN: origin }, [acme])).toEqual([
        expect.stringContaining('ACME_ORIGIN must be an origin'),
      ])
    },
  )
})

function never(): never {
  throw new Error('the vendor has settings')
}
