import { inspect } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { readConfig } from '../../platform/config.ts'
import { StartupError } from '../../src/runtime/environment.ts'

const VALID = {
  PLATFORM_API_KEY: 'a-platform-key-of-the-tests-0123456789',
  HUB_URL: 'https://hub.example.com/',
  OIDC_ISSUER: 'https://issuer.example.com',
  OIDC_AUDIENCE: 'https://platform.example.com',
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof StartupError) return error.problems
    throw error
  }
}

describe('the environment', () => {
  test('has defaults for everything but four variables', () => {
    expect(readConfig(VALID)).toMatchObject({
      port: 4000,
      role: 'all',
      dataDir: './data',
      logLevel: 'info',
      credentialKeys: [],
      autoProvision: true,
      providerUrls: ['https://hub.example.com'],
    })
  })

  test('is rejected with all of its problems at once', () => {
    const problems = problemsOf({ PORT: 'x', ROLE: 'boss', DATABASE_URL: 'mysql://x', SYNC_DEGRADED_AFTER: 'soon' })
    const names = ['PORT', 'ROLE', 'DATABASE_URL', 'PLATFORM_API_KEY', 'HUB_URL', 'OIDC_ISSUER', 'OIDC_AUDIENCE']
    for (const name of [...names, 'CREDENTIAL_KEY', 'SYNC_DEGRADED_AFTER']) {
      expect(problems.filter((problem) => problem.includes(name))).not.toEqual([])
    }
  })

  test('of a worker requires no issuer', () => {
    const { OIDC_ISSUER: _, OIDC_AUDIENCE: __, ...rest } = VALID
    expect(problemsOf({ ...rest, ROLE: 'worker' })).toEqual([])
  })

  test('may name several providers instead of the hub', () => {
    const { providerUrls } = readConfig({ ...VALID, PROVIDER_URLS: 'https://one.example/, https://two.example' })
    expect(providerUrls).toEqual(['https://one.example', 'https://two.example'])
    expect(problemsOf({ ...VALID, PROVIDER_URLS: 'https://one.example, two' })).toEqual([
      'PROVIDER_URLS: two must be an http or https URL without user name, query and fragment.',
    ])
  })

  test('sets limits by their names', () => {
    const { limits, engineOptions } = readConfig({ ...VALID, GRAPH_MUTATION_BURST: '7', SYNC_DEGRADED_AFTER: '4' })
    expect([limits.mutationBurst, limits.depth, engineOptions.sync.degradedAfter]).toEqual([7, 12, 4])
  })

  test('prints no secret', () => {
    const config = readConfig({
      ...VALID,
      DATABASE_URL: 'postgres://u:a-password@db/x',
      CREDENTIAL_KEY: 'the-new-key-0123456789,the-old-key-0123456789',
    })
    expect(config.credentialKeys.map((key) => key.reveal())).toEqual([
      'the-new-key-0123456789',
      'the-old-key-0123456789',
    ])
    const printed = `${JSON.stringify(config)} ${inspect(config, { depth: 9 })} ${config.platformKey}`
    for (const secret of ['a-platform-key', 'a-password', 'the-new-key', 'the-old-key'])
      expect(printed).not.toContain(secret)
  })

  test('takes only whole numbers as limits of the graph', () => {
    expect(problemsOf({ ...VALID, GRAPH_PARALLEL: '0.5' })).toEqual([
      'GRAPH_PARALLEL must be a whole number from 0 to 9007199254740991.',
    ])
  })
})
