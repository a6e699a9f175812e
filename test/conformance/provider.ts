import { describe, expect, test } from '@jest/globals'
import type {
  ApplicationDefinition,
  ConnectedProvider,
  ConnectMethod,
  ProviderDefinition,
} from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { ACTIONS, type Exercises } from './actions/index.ts'
import { Client, expectProblem, type Page } from './client.ts'
import { ROUTES, type Sample, type SyncRoute } from './routes.ts'

/** A provider server to test: its URL, its key and its definition. */
export interface Provider {
  url: string
  key: string
  /** The definition at /definition.json. */
  definition: ProviderDefinition
  /** The prefix of problem types. Without it only their last segment is checked. */
  platformUrl?: string
  /** A window with data of every application, and a person whom they know. Without it pages may be empty. */
  sample?: Sample
  /** What to call the handlers with that the definition does not promise, by application. Those without are not served. */
  exercises?: Readonly<Record<string, Exercises>>
  /** Connects an account to an application. Returns the connection that the platform sends with every request. */
  connect: (application: string, method: ConnectMethod) => Promise<ConnectedProvider>
}

const DAY_MS = 86_400_000
/** A sync with more pages is considered endless. */
const MAX_PAGES = 200
const FEW = 2

/** Tests that hold for every provider server and each application of its definition. */
export function describeProvider(provider: Provider): void {
  const client = new Client(provider)
  const window = { dateStart: Date.now() - 30 * DAY_MS, dateEnd: Date.now() + 30 * DAY_MS }
  const sample = provider.sample ?? { window, person: 'ada@acme.example' }

  describe(`provider ${provider.definition.name}`, () => {
    test('greets without a key', async () => {
      const response = await fetch(`${provider.url}/api/v1/hello`)
      expect([response.status, (await response.text()).length > 0]).toEqual([200, true])
    })

    test.each(ROUTES.map(({ path }) => path))('refuses a request to %s without its key', async (path) => {
      const response = await client.post(path, {}, { key: 'a-wrong-key-0123456789' })
      await expectProblem(provider, response, 401, 'unauthorized')
      expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer /)
    })

    test('responds to an unknown path with 404', async () => {
      await expectProblem(provider, await client.post('/nothing/here', {}), 404, 'not-found')
    })

    for (const application of provider.definition.applications) {
      const { name, connectMethods = ['oauth'] } = application
      const methods = connectMethods.map((method) => ({ method, title: `${name}, connected by ${method}` }))
      describe.each(methods)('$title', ({ method }) => {
        describeApplication(provider, client, application, sample, method)
      })
    }
  })
}

/** Tests of an application that is connected in one of its ways. Whatever way it is, the handlers are the same. */
function describeApplication(
  provider: Provider,
  client: Client,
  block: ApplicationDefinition,
  sample: Sample,
  method: ConnectMethod,
): void {
  const declared = ROUTES.filter((route) => route.isDeclared(block))
  const undeclared = ROUTES.filter((route) => !route.isDeclared(block))
  const connection = once(() => provider.connect(block.name, method))
  const request = async (route: SyncRoute, filter: object = {}, changes: object = {}) => ({
    connectedProvider: { ...(await connection()), ...changes },
    ...route.body(sample, filter),
  })

  for (const route of declared) {
    const about = { name: block.name, sample, connection }
    describe(route.path, () => {
      describeSync(provider, client, route, about, (filter, changes) => request(route, filter, changes))
    })
  }

  for (const route of undeclared) {
    test(`responds to ${route.path}, which it does not promise, with 404`, async () => {
      await expectProblem(provider, await client.post(route.path, await request(route)), 404, 'not-found')
    })
  }

  describeActions(provider, client, block, connection)
  if (block.authentication) describeSignIn(provider, client, block, method, connection)
}

/** Tests of insight and of what people do: writing, tagging, links, functions and queries. */
function describeActions(
  provider: Provider,
  client: Client,
  { name }: ApplicationDefinition,
  connection: () => Promise<ConnectedProvider>,
): void {
  const exercises: Exercises = provider.exercises?.[name] ?? {}
  const subject = async () => ({
    provider: provider.definition.name,
    application: name,
    client,
    connection: await connection(),
  })
  for (const action of ACTIONS) {
    const exercise = exercises[action.name]
    if (exercise) {
      test.each(action.rules)(`${action.name}: $name`, async ({ findViolations }) => {
        expect(await findViolations(await subject(), exercise)).toEqual([])
      })
    } else if (action.connection === 'connectedProvider') {
      test(`responds to ${action.path(name)}, which it does not promise, with 404`, async () => {
        const { credential, ...others } = await connection()
        const connectedProvider = { ...others, credential: { instanceUrl: provider.url, ...credential } }
        const response = await client.post(action.path(name), { connectedProvider, ...action.body() })
        await expectProblem(provider, response, 404, 'not-found')
      })
    }
  }
}

/** Tests of a sync route that an application promises. */
function describeSync(
  provider: Provider,
  client: Client,
  route: SyncRoute,
  { name, sample, connection }: { name: string; sample: Sample; connection: () => Promise<ConnectedProvider> },
  request: MakeRequest,
): void {
  const { path } = route
  const read = async (filter: object = {}) => client.page(path, await request(filter))

  test('returns a page of valid items with their provenance', async () => {
    const { items, pagination } = await read()
    expect(pagination.pageSize).toBe(items.length)
    if (provider.sample) expect(items).not.toEqual([])
    for (const item of items) expect(route.describeErrors(item)).toEqual([])
    if (!route.hasProvenance) return
    const origin = { provider: provider.definition.name, application: name }
    for (const item of items) expect(item).toMatchObject(origin)
  })

  test('returns the same items with the same ids if it is read again', async () => {
    expect(idsOf(await read())).toEqual(idsOf(await read()))
  })

  test('refuses an unknown application', async () => {
    const response = await client.post(path, await request({}, { application: 'nobody-serves-this' }))
    await expectProblem(provider, response, 400, 'validation-error')
  })

  test.each(['not json', '[]', 'null', '{}'])('refuses the body %s and reports the errors', async (body) => {
    const problem = await expectProblem(provider, await client.post(path, body), 400, 'validation-error')
    expect(problem.errors).not.toEqual([])
  })

  test('refuses a request without its filter, with a pointer to it', async () => {
    const response = await client.post(path, { connectedProvider: await connection() })
    const problem = await expectProblem(provider, response, 400, 'validation-error')
    const [member] = Object.keys(route.body(sample, {}))
    expect(problem.errors).toEqual([expect.objectContaining({ pointer: `#/${member}` })])
  })

  test('reports expired credentials with the documented problem type, and returns no items', async () => {
    const { credential } = await connection()
    const dead = { credential: { ...credential, accessToken: 'a-token-that-nobody-issued' } }
    const response = await client.post(path, await request({}, dead))
    const problem = await expectProblem(provider, response, 401, 'credentials-expired')
    expect(problem).toMatchObject({ title: 'Credentials expired' })
    expect(problem).not.toHaveProperty('items')
  })

  if (route.isPaginated) describePaging(provider, client, path, request)
  else {
    test('returns everything on one page', async () => {
      expect((await read()).pagination).toEqual({ hasMore: false, pageSize: expect.any(Number) })
    })
  }
}

type MakeRequest = (filter?: object, changes?: object) => Promise<object>

function describePaging(provider: Provider, client: Client, path: string, request: MakeRequest): void {
  test.each([1, FEW])('returns at most %d items on a page if the request limits it', async (limit) => {
    expect((await client.page(path, await request({ limit }))).items.length).toBeLessThanOrEqual(limit)
  })

  test('ends, with a new cursor on each page and no item twice', async () => {
    const cursors: string[] = []
    const ids: string[] = []
    for (let page = await client.page(path, await request({ limit: FEW })); ; ) {
      ids.push(...idsOf(page))
      const { hasMore, cursor } = page.pagination
      expect(hasMore).toBe(cursor !== undefined)
      if (cursor === undefined) break
      cursors.push(cursor)
      expect(cursors.length).toBeLessThan(MAX_PAGES)
      page = await client.page(path, await request({ limit: FEW, cursor }))
    }
    expect(new Set(cursors).size).toBe(cursors.length)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('returns the same items on small pages as on large ones', async () => {
    const all = async (limit: number) => {
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const page = await client.page(path, await request(omitUndefined({ limit, cursor: cursor || undefined })))
        ids.push(...idsOf(page))
        cursor = page.pagination.cursor
      } while (cursor)
      return ids.toSorted()
    }
    expect(await all(3)).toEqual(await all(100))
  })

  test('refuses a cursor that it did not create, that was altered, or that belongs to another connection', async () => {
    const { cursor } = (await client.page(path, await request({ limit: 1 }))).pagination
    const refused = [await request({ cursor: 'made-up' })]
    if (cursor) {
      const middle = Math.floor(cursor.length / 2)
      const altered = `${cursor.slice(0, middle)}${cursor[middle] === 'A' ? 'B' : 'A'}${cursor.slice(middle + 1)}`
      refused.push(await request({ limit: 1, cursor: altered }), await request({ limit: 1, cursor: `${cursor}x` }))
      refused.push(await request({ limit: 1, cursor }, { connectionId: 'another-connection' }))
    }
    for (const body of refused) await expectProblem(provider, await client.post(path, body), 400, 'validation-error')
  })

  test.each([0, -1, 1.5, '10'])('refuses the limit %j', async (limit) => {
    await expectProblem(provider, await client.post(path, await request({ limit })), 400, 'validation-error')
  })
}

function describeSignIn(
  provider: Provider,
  client: Client,
  { name, connectMethods = ['oauth'] }: ApplicationDefinition,
  method: ConnectMethod,
  connection: () => Promise<ConnectedProvider>,
): void {
  const check = async (credential: unknown) => client.post('/auth/check', { application: name, credential })

  test('accepts a fresh credential', async () => {
    const response = await check((await connection()).credential)
    expect([response.status, await response.json()]).toEqual([
      200,
      { result: expect.objectContaining({ status: 'ok' }) },
    ])
  })

  test('refuses to check a credential of an unknown application', async () => {
    const { credential } = await connection()
    const response = await client.post('/auth/check', { application: 'nobody-serves-this', credential })
    await expectProblem(provider, response, 400, 'validation-error')
  })

  test('refreshes to a valid credential and changes only tokens and expiry', async () => {
    const connectedProvider = await provider.connect(name, method)
    const response = await client.post('/auth/refresh', { connectedProvider })
    const { credential } = (await response.json()) as { credential: Record<string, unknown> }
    expect(response.status).toBe(200)
    const {
      accessToken: _access,
      refreshToken: _refresh,
      dateExpiry: _expiry,
      ...unchanged
    } = connectedProvider.credential
    expect(credential).toMatchObject({ ...unchanged, accessToken: expect.any(String) })
    expect((await check(credential)).status).toBe(200)
  })

  test('refuses to connect without parameters, with an HTML page', async () => {
    const response = await fetch(`${provider.url}/auth/connect?application=${name}`, { redirect: 'manual' })
    expect([response.status, response.headers.get('Content-Type')]).toEqual([400, expect.stringContaining('text/html')])
  })

  test('starts a connection with a redirect or a form that is not cached', async () => {
    const address = `${provider.url}/auth/connect?application=${name}&connectionId=conformance-1`
    const isDefault = method === connectMethods[0]
    for (const url of [`${address}&method=${method}`, ...(isDefault ? [address] : [])]) {
      const response = await fetch(url, { redirect: 'manual' })
      expect(response.status).toBe(method === 'oauth' && response.headers.has('Location') ? 302 : 200)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    }
  })

  test.each(['saml', '', 'KEY'])('refuses to connect by the method “%s”, with an HTML page', async (other) => {
    const address = `${provider.url}/auth/connect?application=${name}&connectionId=conformance-1&method=${other}`
    const response = await fetch(address, { redirect: 'manual' })
    expect([response.status, response.headers.get('Content-Type')]).toEqual([400, expect.stringContaining('text/html')])
    expect(await response.text()).toContain('method')
  })

  test.each(['', 'state=nothing', 'state=conformance-1.nobody-serves-this&code=x'])(
    'shows an HTML page at /auth/callback?%s',
    async (query) => {
      const response = await fetch(`${provider.url}/auth/callback?${query}`, { redirect: 'manual' })
      expect([response.status, response.headers.get('Content-Type')]).toEqual([
        400,
        expect.stringContaining('text/html'),
      ])
    },
  )
}

/** The id of an item; for an identifier also its slot, because two slots may find the same object. */
function idsOf({ items }: Page): string[] {
  return items.map((item) => String(item.externalId ?? JSON.stringify(item)))
}

/** Signs in once per application, when the first test needs it. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
