import { afterEach, describe, expect, test } from '@jest/globals'
import type { Settings, Sync } from '../../src/kit/application.ts'
import { CredentialsExpiredError } from '../../src/kit/errors.ts'
import { connectedProvider, email, everything, fixtureVendor } from './fixture-vendor.ts'
import { type HubOptions, type RunningHub, startHub } from './hub.ts'

const DAY = { dateStart: 0, dateEnd: 86_400_000 }
const PRODUCTION = { environment: { NODE_ENV: 'production' } }

const running: RunningHub[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((hub) => hub.stop()))
})

/** A hub whose sync handlers return these results, valid or not. */
async function hubWith(sync: Record<string, () => unknown>, options: HubOptions = {}): Promise<RunningHub> {
  const handlers = Object.fromEntries(Object.entries(sync).map(([name, handler]) => [name, async () => handler()]))
  const vendor = fixtureVendor({ sync: { ...everything.sync, ...(handlers as Sync<Settings>) } })
  const hub = await startHub({ vendors: [vendor], ...options })
  running.push(hub)
  return hub
}

const syncEmails = (hub: RunningHub) => hub.post('/sync/email', { connectedProvider: connectedProvider(), filter: {} })

describe('a page', () => {
  test("has the hub's own pageSize, whatever the handler returns", async () => {
    const hub = await hubWith({
      emails: () => ({ items: [email('m1'), email('m2')], pagination: { hasMore: true, cursor: 'c', pageSize: 99 } }),
    })
    expect(await (await syncEmails(hub)).json()).toMatchObject({
      items: [{ externalId: 'm1' }, { externalId: 'm2' }],
      pagination: { hasMore: true, cursor: 'c', pageSize: 2 },
    })
  })

  test('has no cursor if it is the last one', async () => {
    const hub = await hubWith({
      emails: () => ({ items: [], pagination: { hasMore: false, cursor: 'c', pageSize: 0 } }),
    })
    expect(await (await syncEmails(hub)).json()).toEqual({ items: [], pagination: { hasMore: false, pageSize: 0 } })
  })

  test('with hasMore but without a cursor is passed on and logged', async () => {
    const hub = await hubWith({ emails: () => ({ items: [], pagination: { hasMore: true, pageSize: 0 } }) })
    expect(await (await syncEmails(hub)).json()).toEqual({ items: [], pagination: { hasMore: true, pageSize: 0 } })
    expect(hub.log()).toContain('but no cursor')
  })

  const bodies: [string, string, object][] = [
    ['calendar', '/sync/calendar', { calendarFilter: DAY }],
    ['metadata', '/sync/metadata', { tableMetadata: [] }],
    ['table', '/sync/table', { recordFilter: { recordTypeFilters: [] } }],
    ['identifier', '/sync/identifier', { externalIdLinkObjects: [] }],
    ['insight', '/sync/insight', { filter: { insightTypeFilters: [] } }],
  ]
  test.each(bodies)('of %s never has a next page', async (handler, path, body) => {
    const hub = await hubWith({
      [handler]: () => ({ items: [], pagination: { hasMore: true, cursor: 'c', pageSize: 5 } }),
    })
    const response = await hub.post(path, { connectedProvider: connectedProvider(), ...body })
    expect(await response.json()).toEqual({ items: [], pagination: { hasMore: false, pageSize: 0 } })
  })

  test('of transcriptions may have a next page', async () => {
    const hub = await hubWith({
      transcriptions: () => ({ items: [], pagination: { hasMore: true, cursor: 'c', pageSize: 0 } }),
    })
    const response = await hub.post('/sync/transcription', {
      connectedProvider: connectedProvider(),
      transcriptionFilter: DAY,
    })
    expect(await response.json()).toMatchObject({ pagination: { hasMore: true, cursor: 'c' } })
  })
})

describe('an item that violates the contract', () => {
  const { subject: _left, ...broken } = email('m2')
  const page = () => ({
    items: [email('m1'), broken, null, email('m3')],
    metadata: { warnings: ['from the handler'] },
    pagination: { hasMore: false, pageSize: 4 },
  })

  test('is left out in production and named in a warning', async () => {
    const hub = await hubWith({ emails: page }, PRODUCTION)
    const response = (await (await syncEmails(hub)).json()) as ReturnType<typeof page>
    expect(response.items.map((item) => item?.externalId)).toEqual(['m1', 'm3'])
    expect(response.pagination.pageSize).toBe(2)
    expect(response.metadata.warnings).toEqual([
      'from the handler',
      expect.stringMatching(/m2.*#\/subject/),
      expect.stringContaining('(without id)'),
    ])
  })

  test('fails the request in development', async () => {
    const hub = await hubWith({ emails: page })
    expect((await syncEmails(hub)).status).toBe(500)
    expect(hub.log()).toContain('m2')
  })
})

describe('a deadline of the caller', () => {
  const remainingMs = async (deadline: number) => {
    let remaining = Number.NaN
    const emails: Sync<Settings>['emails'] = async (_, call) => {
      remaining = call.budget.remainingMs()
      return { items: [], pagination: { hasMore: false, pageSize: 0 } }
    }
    const vendor = fixtureVendor({ sync: { ...everything.sync, emails } })
    const hub = await startHub({ vendors: [vendor] })
    running.push(hub)
    const body = { connectedProvider: connectedProvider(), filter: {} }
    await hub.post('/sync/email', body, { headers: { 'x-request-deadline': String(deadline) } })
    return remaining
  }

  test('shortens the time that the hub spends', async () => {
    expect(await remainingMs(Date.now() + 10_000)).toBeLessThanOrEqual(9_000)
  })

  test.each([1, 400])('that passed %i days ago is ignored: the clocks differ', async (days) => {
    expect(await remainingMs(Date.now() - days * 86_400_000)).toBeGreaterThan(10_000)
  })
})

describe('a result that is not a page', () => {
  test.each([[undefined], [null], [{}], [{ items: [] }], [{ items: 'x', pagination: {} }], [7]])(
    '%j is an internal error',
    async (result) => {
      const hub = await hubWith({ emails: () => result }, PRODUCTION)
      const response = await syncEmails(hub)
      expect([response.status, await response.json()]).toEqual([
        500,
        expect.objectContaining({ type: 'https://platform.example/internal-error', status: 500 }),
      ])
    },
  )
})

describe('a result that cannot be serialized as JSON', () => {
  test.each([
    ['a number too large for JSON', () => ({ a: 10n })],
    ['a circle', () => circle()],
  ])('because of %s is an internal error, sent as a problem', async (_name, profile) => {
    const hub = await startHub({
      vendors: [
        fixtureVendor({
          auth: {
            ...(everything.auth as NonNullable<typeof everything.auth>),
            refresh: async ({ connectedProvider: { credential } }) => ({ ...credential, profile: profile() }),
          },
        }),
      ],
    })
    running.push(hub)
    const response = await hub.post('/auth/refresh', { connectedProvider: connectedProvider() })
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      500,
      expect.stringContaining('application/problem+json'),
    ])
  })
})

describe('a write', () => {
  const table = (...records: object[]) => ({ metadata: { metadataType: 'A' }, records })

  async function hubThatWrites(upsert: object): Promise<RunningHub> {
    const hub = await startHub({ vendors: [fixtureVendor({ upsert } as never)] })
    running.push(hub)
    return hub
  }

  test('returns every record with its id, in order', async () => {
    const hub = await hubThatWrites(everything.upsert ?? {})
    const response = await hub.post('/upsert/table', {
      connectedProvider: connectedProvider(),
      table: table({ values: [] }, { externalId: 'x', values: [] }),
    })
    expect(await response.json()).toMatchObject({ records: [{ externalId: 'new-0' }, { externalId: 'x' }] })
  })

  test.each([
    ['too few', []],
    ['too many', [{ values: [] }, { values: [] }]],
  ])('of a table that returns %s records is an internal error', async (_name, records) => {
    const hub = await hubThatWrites({ table: async () => ({ records }) })
    const response = await hub.post('/upsert/table', {
      connectedProvider: connectedProvider(),
      table: table({ values: [] }),
    })
    expect(response.status).toBe(500)
  })

  test('of notes that returns another number of notes is an internal error', async () => {
    const hub = await hubThatWrites({ notes: async () => [] })
    const response = await hub.post('/upsert/notes', {
      connectedProvider: connectedProvider(),
      externalNotes: [{ _id: 'n1', title: '', documentHtml: '', tags: [] }],
    })
    expect(response.status).toBe(500)
  })

  test('of several tags that returns another number of tags is an internal error', async () => {
    const hub = await startHub({ vendors: [fixtureVendor({ tag: async () => [] })] })
    running.push(hub)
    const response = await hub.post('/tag/tag', { connectedProvider: connectedProvider(), tags: [{ alias: 'Ada' }] })
    expect(response.status).toBe(500)
  })

  test('of several tags returns an array, of a single one a tag', async () => {
    const hub = await startHub()
    running.push(hub)
    const many = await hub.post('/tag/tag', { connectedProvider: connectedProvider(), tags: [{}, {}] })
    const single = await hub.post('/tag/tag', { connectedProvider: connectedProvider(), tag: {} })
    expect([((await many.json()) as unknown[]).length, await single.json()]).toEqual([
      2,
      expect.objectContaining({ externalId: 't1' }),
    ])
  })
})

function circle(): object {
  const object: { self?: object } = {}
  object.self = object
  return object
}

describe('the connections of a function', () => {
  const [template, output] = [connectedProvider(), connectedProvider()]
  template.credential = { ...template.credential, accessToken: 'the-installers-token', refreshToken: 'a-longer-key' }
  output.credential = { ...output.credential, accessToken: 'the-runners-token' }

  test.each([
    ['/install/function/inputs', { templateConnectedProvider: template }],
    ['/execute/function', { templateConnectedProvider: template, outputConnectedProvider: output }],
  ])('have secrets that the log never shows: %s', async (path, connections) => {
    const refuse = async (request: unknown) => {
      throw new Error(`refused ${JSON.stringify(request)}`)
    }
    const functions = { 'make-report': { inputs: refuse, execute: refuse } }
    const hub = await startHub({ vendors: [fixtureVendor({ functions })] })
    running.push(hub)
    const response = await hub.post(path, { functionName: 'make-report', ...connections })
    expect(response.status).toBe(500)
    expect(hub.log()).toContain('refused')
    expect(hub.log()).not.toMatch(/the-installers-token|a-longer-key|the-runners-token/)
  })

  test('are named by the problem of the one that is rejected', async () => {
    const reject = async () => {
      throw new CredentialsExpiredError('Expired.', { extensions: { connectionId: 'c2', role: 'output' } })
    }
    const functions = { 'make-report': { inputs: reject, execute: reject } }
    const hub = await startHub({ vendors: [fixtureVendor({ functions })] })
    running.push(hub)
    const response = await hub.post('/execute/function', {
      functionName: 'make-report',
      outputConnectedProvider: output,
    })
    expect(await response.json()).toEqual({
      type: 'https://platform.example/credentials-expired',
      title: 'Credentials expired',
      status: 401,
      detail: 'Expired.',
      connectionId: 'c2',
      role: 'output',
    })
  })
})
