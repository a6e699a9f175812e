import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { type Config, readConfig } from '../../src/config.ts'
import type { ConnectMethod, ProviderDefinition } from '../../src/contract/index.ts'
import type { Application, Auth, Settings, Vendor } from '../../src/kit/application.ts'
import { createRegistry } from '../../src/registry.ts'
import { StartupError } from '../../src/runtime/environment.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { connectedProvider, definitionOf, everything, fixtureVendor } from './fixture-vendor.ts'
import { PLATFORM_KEY, startHub } from './hub.ts'

const publicFolder = fileURLToPath(new URL('./public', import.meta.url))

function configOf(vendors: readonly Vendor[], environment: Record<string, string> = {}): Config {
  const required = {
    BASE_URL: 'https://hub.example.com/sub',
    PLATFORM_API_KEY: PLATFORM_KEY,
    PLATFORM_ENVIRONMENT_URL: 'https://platform.example',
  }
  return readConfig({ ...required, ...environment }, vendors)
}

/** The registry of one application with a changed definition. */
function build(application: Partial<Application> = {}, change: (block: Block) => object = (block) => block) {
  const vendors = [fixtureVendor(application)]
  const definition = definitionOf(vendors)
  const applications = definition.applications.map(change)
  return createRegistry({ ...definition, applications }, vendors, configOf(vendors), publicFolder)
}
type Block = ProviderDefinition['applications'][number]

function problemsOf(work: () => unknown): readonly string[] {
  try {
    work()
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    return (error as StartupError).problems
  }
}

const { sync = {}, auth: _auth, link: _link, functions: _functions, ...others } = everything
const without = (member: keyof typeof sync) => ({
  sync: Object.fromEntries(Object.entries(sync).filter(([name]) => name !== member)),
})

describe('definition.json and the handlers', () => {
  test('match for an application with every capability', () => {
    expect(problemsOf(() => build())).toEqual([])
  })

  const gone = { auth: undefined, link: undefined, functions: undefined } as never
  const broken: [string, Partial<Application>, RegExp][] = [
    ['email', without('emails'), /promises sobjects\.email of "acme-all", but there is no handler/],
    ['calendar', without('calendar'), /promises sobjects\.calendar/],
    ['transcription', without('transcriptions'), /promises sobjects\.transcription/],
    ['table for want of its metadata', without('metadata'), /promises sobjects\.table/],
    ['table for want of its rows', without('table'), /promises sobjects\.table/],
    ['identifiers', without('identifier'), /promises externalIds/],
  ]
  test.each(broken)('do not match if %s is promised without a handler', (_name, application, problem) => {
    const complete = definitionOf([fixtureVendor()]).applications[0] as Block
    expect(problemsOf(() => build(application, () => complete))).toEqual([expect.stringMatching(problem)])
  })

  const withMethods = (...methods: ConnectMethod[]) => ({ auth: { ...(everything.auth as Auth<Settings>), methods } })
  test.each<[ConnectMethod[] | undefined, ConnectMethod[], boolean]>([
    [undefined, ['oauth'], true],
    [['key', 'oauth'], ['oauth', 'key'], true],
    [['key'], ['key'], true],
    [undefined, ['oauth', 'key'], false],
    [['oauth', 'key'], ['oauth'], false],
    [['key'], ['oauth', 'key'], false],
    [['key', 'key'], ['key'], false],
  ])('promise the ways of connecting %j for handlers with %j: %s', (connectMethods, methods, matches) => {
    const problems = problemsOf(() =>
      build(withMethods(...methods), ({ connectMethods: _own, ...block }) => ({
        ...block,
        ...omitUndefined({ connectMethods }),
      })),
    )
    const expected = `definition.json lists the connectMethods [${connectMethods ?? 'oauth'}] of "acme-all", but the handlers have [${methods}].`
    expect(problems).toEqual(matches ? [] : [expected])
  })

  test.each([
    ['authentication', gone, /promises authentication/],
    ['links', gone, /promises linkSubscriptions/],
    ['functions', gone, /promises sobjects\.function/],
    ['listed functions', gone, /lists the functions \[make-report\]/],
  ])('do not match if %s is promised without a handler', (_name, application, problem) => {
    const complete = definitionOf([fixtureVendor()]).applications[0] as Block
    expect(problemsOf(() => build(application, () => complete))).toContainEqual(expect.stringMatching(problem))
  })

  const silent: [string, object, RegExp][] = [
    ['authentication', { authentication: false }, /does not promise authentication/],
    [
      'email',
      { sobjects: { calendar: true, transcription: true, table: true, function: true } },
      /does not promise sobjects\.email/,
    ],
    ['links', { linkSubscriptions: [] }, /does not promise linkSubscriptions/],
    ['identifiers', { externalIds: [] }, /does not promise externalIds/],
    ['functions', { functions: [] }, /lists the functions \[\] .* the handlers are \[make-report\]/],
  ]
  test.each(silent)('do not match if a handler for %s is not promised', (_name, change, problem) => {
    expect(problemsOf(() => build({}, (block) => ({ ...block, ...change })))).toEqual([expect.stringMatching(problem)])
  })

  test('do not match if messages are promised, which have no route', () => {
    const change = (block: Block) => ({ ...block, sobjects: { ...block.sobjects, message: true } })
    expect(problemsOf(() => build({}, change))).toEqual([expect.stringContaining('sobjects.message')])
  })

  test('are compared by name, in both directions, including duplicates', () => {
    const vendors = [fixtureVendor(), { ...fixtureVendor(), name: 'other' }]
    const [block] = definitionOf([fixtureVendor()]).applications
    const definition = {
      ...definitionOf(vendors),
      applications: [block, { ...block, name: 'missing', functions: [] }, block],
    }
    expect(problemsOf(() => createRegistry(definition, vendors, configOf(vendors), publicFolder))).toEqual([
      expect.stringContaining('defines the application "acme-all" twice'),
      expect.stringContaining('two applications called "acme-all"'),
      expect.stringContaining('promises "missing", which no vendor has'),
    ])
    const unnamed = [{ ...fixtureVendor(), applications: [everything, { ...others, name: 'unnamed' }] }]
    expect(
      problemsOf(() =>
        createRegistry({ ...definition, applications: [block] }, unnamed, configOf(unnamed), publicFolder),
      ),
    ).toEqual([expect.stringContaining('lacks "unnamed"')])
  })

  test('require that the names of functions are unique in all applications', () => {
    const vendor = { ...fixtureVendor(), applications: [everything, { ...everything, name: 'acme-too' }] }
    const definition = definitionOf([vendor])
    expect(problemsOf(() => createRegistry(definition, [vendor], configOf([vendor]), publicFolder))).toEqual([
      expect.stringContaining('lists the function "make-report" twice'),
    ])
  })

  test('require that addresses are safe', () => {
    const externalIds = [{ metadataType: 'Contact', uriTemplate: 'javascript:alert(1)' }]
    expect(problemsOf(() => build({}, (block) => ({ ...block, externalIds })))).toEqual([
      expect.stringContaining('#/applications/0/externalIds/0/uriTemplate'),
    ])
  })

  test('report all mismatches at once', () => {
    const change = (block: Block) => ({ ...block, authentication: false, externalIds: [], linkSubscriptions: [] })
    expect(problemsOf(() => build({}, change))).toHaveLength(3)
  })

  test('require that the icons exist', () => {
    expect(problemsOf(() => build({}, (block) => ({ ...block, iconUrl: '/icons/nothing.svg' })))).toEqual([
      expect.stringContaining('/icons/nothing.svg'),
    ])
    expect(problemsOf(() => build({}, (block) => ({ ...block, iconUrl: 'https://cdn.example/x.svg' })))).toEqual([])
  })
})

describe('the name of an application', () => {
  const named = (name: string) => problemsOf(() => build({ name }))

  test.each([
    'auth',
    'sync',
    'tag',
    'link',
    'upsert',
    'install',
    'execute',
    'api',
    'public',
    'a.b',
    '',
    'a b',
    'ä',
    'a/b',
  ])('%j is refused with a pointer', (name) => {
    expect(named(name)).toEqual([expect.stringContaining('#/applications/0/name')])
  })

  test.each(['x'.repeat(64), 'authentication', 'Sync_2', 'acme-mail'])('%s is valid', (name) => {
    expect(named(name)).toEqual([])
  })

  test('is too long if it has 65 characters', () => {
    expect(named('x'.repeat(65))).toHaveLength(1)
  })
})

describe('an invalid definition', () => {
  test.each([[null], [7], ['x'], [{}], [{ name: 'x', applications: [] }], [[]]])(
    '%j is refused with its errors',
    (raw) => {
      const vendors = [fixtureVendor()]
      expect(problemsOf(() => createRegistry(raw, vendors, configOf(vendors), publicFolder)).length).toBeGreaterThan(0)
    },
  )
})

describe('the public definition', () => {
  test("has absolute URLs below the hub's base URL", () => {
    const { definition } = build({}, (block) => ({ ...block, iconUrl: '/icons/acme-all.svg' }))
    expect(definition.instanceUrl).toBe('https://hub.example.com/sub')
    for (const icon of [definition.iconUrl, definition.applications[0]?.iconUrl]) {
      expect(icon).toMatch(/^https:\/\/hub\.example\.com\/sub\/icons?/)
    }
  })

  test.each([
    ['https://vendor.example/*', { pattern: 'https://vendor.example/*' }],
    [{ url: 'https://a/*' }, { pattern: 'https://a/*' }],
    [
      { urlPattern: 'https://a/*', label: 'A' },
      { pattern: 'https://a/*', label: 'A' },
    ],
    [{ host: 'a.example' }, { pattern: 'a.example' }],
    [{ pattern: 'https://a/*', url: 'https://b/*' }, { pattern: 'https://a/*' }],
  ])('accepts the link subscription %j', (input, expected) => {
    const { definition } = build({}, (block) => ({ ...block, linkSubscriptions: [input] }))
    expect(definition.applications[0]?.linkSubscriptions).toEqual([expected])
  })

  test('accepts a string as the type of an external id', () => {
    const { definition } = build({}, (block) => ({ ...block, externalIds: ['Contact'] }))
    expect(definition.applications[0]?.externalIds).toEqual([{ metadataType: 'Contact' }])
  })
})

describe('a vendor that is not configured', () => {
  const vendors: Vendor[] = [
    fixtureVendor(),
    {
      ...fixtureVendor(),
      name: 'other',
      variables: {
        id: { name: 'OTHER_CLIENT_ID', required: true, description: '' },
        secret: { name: 'OTHER_CLIENT_SECRET', required: true, secret: true, description: '' },
      },
      applications: [{ ...everything, name: 'other-mail', functions: {} }],
    },
  ]

  test('is left out of the definition, and a request for it reports the missing variables', async () => {
    const hub = await startHub({ vendors })
    const definition = (await (await hub.get('/definition.json')).json()) as ProviderDefinition
    const connected = connectedProvider({ application: 'other-mail' })
    const sync = await hub.post('/sync/email', { connectedProvider: connected, filter: {} })
    const connect = await hub.get('/auth/connect?application=other-mail&connectionId=c1')
    await hub.stop()
    expect(definition.applications.map(({ name }) => name)).toEqual(['acme-all'])
    expect([sync.status, await sync.json()]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringMatching(/OTHER_CLIENT_ID and OTHER_CLIENT_SECRET/) }),
    ])
    expect([connect.status, await connect.text()]).toEqual([400, expect.stringContaining('OTHER_CLIENT_ID')])
  })

  test('is served once it is configured', async () => {
    const environment = { OTHER_CLIENT_ID: 'id', OTHER_CLIENT_SECRET: 'a-secret-0123' }
    const hub = await startHub({ vendors, environment })
    const connected = connectedProvider({ application: 'other-mail' })
    const response = await hub.post('/sync/email', { connectedProvider: connected, filter: {} })
    await hub.stop()
    expect(response.status).toBe(200)
  })
})
