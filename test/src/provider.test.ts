import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { createProvider, type ProviderOptions, StartupError } from '../../src/index.ts'
import { definitionOf, fixtureVendor } from './fixture-vendor.ts'

const vendors = [fixtureVendor()]
const KEY = 'platform-key-for-tests-0123456789'
const publicFolder = new URL('./public', import.meta.url)

function optionsOf(changes: Partial<ProviderOptions> = {}): ProviderOptions {
  return {
    definition: definitionOf(vendors),
    vendors,
    publicFolder,
    environment: {},
    settings: {
      baseUrl: 'http://127.0.0.1:1',
      port: 0,
      platformUrl: 'http://127.0.0.1:1',
      platformKey: KEY,
      logLevel: 'silent',
    },
    ...changes,
  }
}

function problemsOf(options: ProviderOptions): readonly string[] {
  try {
    createProvider(options).handler()
  } catch (error) {
    if (error instanceof StartupError) return error.problems
    throw error
  }
  return []
}

describe('a provider', () => {
  test('listens on a free port, serves its definition, and stops', async () => {
    const provider = await createProvider(optionsOf()).listen()
    const definition = await (await fetch(`${provider.url}/definition.json`)).json()
    expect(definition).toMatchObject({ name: 'fixture', instanceUrl: 'http://127.0.0.1:1' })
    await provider.stop()
    await expect(fetch(`${provider.url}/definition.json`)).rejects.toThrow()
  })

  test('can be mounted in a server of Node', async () => {
    const server = createServer(createProvider(optionsOf()).handler())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const statuses = await Promise.all(
      ['/api/v1/hello', '/metrics'].map(async (path) => (await fetch(`${url}${path}`)).status),
    )
    server.close()
    expect(statuses).toEqual([200, 401])
  })

  test('reads its environment, which settings replace', async () => {
    const lines: string[] = []
    const environment = {
      BASE_URL: 'https://provider.example/',
      PORT: '1',
      PLATFORM_ENVIRONMENT_URL: 'http://127.0.0.1:1',
      PLATFORM_API_KEY: KEY,
    }
    const log = { write: (line: string) => lines.push(line) }
    const provider = await createProvider(optionsOf({ environment, settings: { port: 0 }, log })).listen()
    const { instanceUrl } = (await (await fetch(`${provider.url}/definition.json`)).json()) as { instanceUrl: string }
    await provider.stop()
    expect(instanceUrl).toBe('https://provider.example')
    expect(lines.join('')).toContain('the provider is listening')
    expect(lines.join('')).not.toContain(KEY)
  })

  test('reads its definition from a file', () => {
    const missing = new URL('./no-definition.json', import.meta.url)
    expect(problemsOf(optionsOf({ definition: missing }))).toEqual([
      expect.stringMatching(/^The definition file:.*no-definition\.json cannot be read: ENOENT/),
    ])
    expect(problemsOf(optionsOf({ definition: pathToFileURL('definition.json') }))).toContain(
      'definition.json lacks "acme-all", which a vendor has.',
    )
  })
})

describe('a provider that cannot start', () => {
  test('names every problem of environment, settings and definition at once', () => {
    const settings = { port: -1, platformKey: 'short', logLevel: 'info' as const, basUrl: 'https://provider.example' }
    const problems = problemsOf(optionsOf({ settings, vendors: [], environment: { AUTH_BINDING: 'x' } }))
    expect(problems).toEqual([
      'settings.basUrl does not exist: the settings are baseUrl, port, platformUrl, platformKey, logLevel.',
      expect.stringContaining('settings.platformKey must have at least 32 characters'),
      'BASE_URL is missing: set it to a URL such as https://hub.example.com.',
      'settings.port must be a whole number from 0 to 65535.',
      expect.stringContaining('PLATFORM_ENVIRONMENT_URL is missing'),
      expect.stringContaining('AUTH_BINDING must be one of'),
      'definition.json promises "acme-all", which no vendor has.',
    ])
  })

  test('says what to do about an icon when it has no public folder', () => {
    const { publicFolder: _none, ...options } = optionsOf()
    const definition = { ...definitionOf(vendors), iconUrl: '/icons/acme.svg' }
    expect(problemsOf({ ...options, definition })).toContain(
      'definition.json refers to the icon /icons/acme.svg: set publicFolder to its folder, or use an https URL.',
    )
  })

  test('rejects when it should listen, with a sentence that names the program', async () => {
    const provider = createProvider(optionsOf({ settings: {}, program: 'acme provider' }))
    await expect(provider.listen()).rejects.toThrow('The acme provider cannot start:\n  - PLATFORM_API_KEY is missing')
  })
})
