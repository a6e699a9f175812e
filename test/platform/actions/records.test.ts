import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { ActionError } from '../../../platform/actions/errors.ts'
import { type RecordWrite, writeThrough } from '../../../platform/actions/records.ts'
import { findConnection } from '../../../platform/storage/connections/lists.ts'
import { openTestStore, type TestStore } from '../storage/test-store.ts'
import { type ActionsFixture, createActions, PLATFORM_KEY, createFixture } from './fixtures.ts'
import {
  credentialsExpired,
  withRetryAfter,
  type FakeProvider,
  problem,
  type FakeResponse,
  type ReceivedRequest,
  startFakeProvider,
} from './provider.ts'

let store: TestStore
let provider: FakeProvider
let scene: ActionsFixture
beforeAll(async () => {
  ;[store, provider] = await Promise.all([openTestStore(), startFakeProvider()])
})
afterAll(async () => {
  await Promise.all([store.close(), provider.stop()])
})
beforeEach(async () => {
  scene = await createFixture(store.db, provider)
})
afterEach(() => provider.reset())

const TABLE = {
  metadataType: 'Contact',
  label: 'Contact',
  fields: [{ name: 'Name', label: 'Name', fieldType: 'string' }],
}

function wish(more: Partial<RecordWrite> = {}): RecordWrite {
  const { tenantId, connectionId } = scene.connection
  return { tenantId, connectionId, table: TABLE, record: { values: [{ name: 'Name', value: 'Ada' }] }, ...more }
}

interface Sent {
  table: { records: { externalId?: string; values: object[] }[] }
  connectedProvider: { credential: { accessToken: string } }
}

/** The table as a provider answers it, each record with an id. */
function written({ body }: ReceivedRequest, id = 'c-1'): FakeResponse {
  return { body: tableOf(body, id) }
}

function tableOf(body: Record<string, unknown>, id: string | undefined) {
  const { table } = body as unknown as Sent
  return {
    ...{ blockType: 'table', provider: 'acme', application: 'crm', externalId: 'org.Contact', metadata: TABLE },
    records: table.records.map((record) => ({ ...record, ...(id ? { externalId: record.externalId ?? id } : {}) })),
  }
}

const failure = (write: Promise<unknown>) =>
  write.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof ActionError)) throw error
      return { code: error.code, state: error.extensions.state, message: error.message, extensions: error.extensions }
    },
  )

const writes = () => provider.requests.filter(({ path }) => path === '/upsert/table')
const intents = () =>
  store.db.selectFrom('write_intents').select('state').where('tenant_id', '=', scene.tenant.tenantId).execute()
const status = async () => (await findConnection(store.db, scene.connection))?.status

describe('a row', () => {
  test('is written with an idempotency key and comes back with its id', async () => {
    provider.on('/upsert/table', (seen) => written(seen))
    expect(await writeThrough(scene.actions, wish())).toEqual({
      externalId: 'c-1',
      values: [{ name: 'Name', value: 'Ada' }],
    })
    const [{ headers, body }] = writes() as [ReceivedRequest]
    expect(headers).toMatchObject({
      authorization: `Bearer ${PLATFORM_KEY}`,
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(body).toMatchObject({ connectedProvider: { application: 'crm' }, table: { metadata: TABLE } })
    expect(await intents()).toEqual([])
  })

  test('that has an id is updated, and a value that is cleared is sent as an empty text', async () => {
    provider.on('/upsert/table', (seen) => written(seen))
    const record = { externalId: 'c-7', values: [{ name: 'Name', value: null }] }
    expect(await writeThrough(scene.actions, wish({ record }))).toMatchObject({ externalId: 'c-7' })
    expect(writes()[0]?.body).toMatchObject({
      table: { records: [{ externalId: 'c-7', values: [{ name: 'Name', value: '' }] }] },
    })
  })

  test('that equals another one is another one', async () => {
    provider.on(
      '/upsert/table',
      (seen) => written(seen, 'c-1'),
      (seen) => written(seen, 'c-2'),
    )
    await writeThrough(scene.actions, wish())
    expect(await writeThrough(scene.actions, wish())).toMatchObject({ externalId: 'c-2' })
  })

  test('under a request key is written once, and the answer is the same', async () => {
    provider.on(
      '/upsert/table',
      (seen) => written(seen, 'c-1'),
      (seen) => written(seen, 'c-2'),
    )
    const first = await writeThrough(scene.actions, wish({ requestKey: 'mine' }))
    expect(await writeThrough(createActions(store.db, provider), wish({ requestKey: 'mine' }))).toEqual(first)
    expect(writes()).toHaveLength(1)
    const other = wish({ requestKey: 'mine', record: { values: [{ name: 'Name', value: 'Grace' }] } })
    expect(await failure(writeThrough(scene.actions, other))).toMatchObject({ code: 'CONFLICT', state: undefined })
  })
})

describe('a write of which nobody knows whether it was done', () => {
  const cases: [string, () => FakeResponse | Promise<FakeResponse>][] = [
    ['the connection is cut', () => 'cut'],
    ['the provider fails', () => problem(500, 'internal-error', 'Broken.')],
    ['the provider is restarting', () => withRetryAfter(problem(503, 'unavailable', 'Later.'), 9)],
    ['the answer cannot be read', () => ({ body: { table: 'no table' } })],
    ['the answer names no id', () => ({ body: tableOf({ table: { records: [{ values: [] }] } }, undefined) })],
    [
      'the provider says that it does not know',
      () =>
        problem(422, 'partial-failure', 'One failed.', {
          table: tableOf({ table: { records: [{ values: [] }] } }, undefined),
          errors: [{ pointer: '#/table/records/0', detail: 'Look for it.', code: 'UNKNOWN_OUTCOME' }],
        }),
    ],
    ['the provider takes too long', () => new Promise(() => undefined)],
  ]

  test.each(cases)('%s: it is remembered and not repeated until that is asked for', async (_, react) => {
    provider.on('/upsert/table', react, (seen) => written(seen))
    expect(await failure(writeThrough(scene.actions, wish()))).toMatchObject({
      state: 'unknown',
      message: expect.stringContaining('not known'),
    })
    expect(await intents()).toEqual([{ state: 'unknown' }])
    const again = await failure(writeThrough(createActions(store.db, provider), wish()))
    expect(again).toMatchObject({ code: 'CONFLICT', state: 'unknown' })
    expect(writes()).toHaveLength(1)
    expect(await writeThrough(scene.actions, wish({ repeatUnknown: true }))).toMatchObject({ externalId: 'c-1' })
    expect(new Set(writes().map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
    expect(await intents()).toEqual([])
  })

  test('does not stand in the way of another row, or of the row of somebody else', async () => {
    provider.on(
      '/upsert/table',
      () => 'cut',
      (seen) => written(seen),
    )
    await failure(writeThrough(scene.actions, wish()))
    const record = { values: [{ name: 'Name', value: 'Grace' }] }
    expect(await writeThrough(scene.actions, wish({ record }))).toMatchObject({ externalId: 'c-1' })
    const other = await createFixture(store.db, provider)
    const { tenantId, connectionId } = other.connection
    expect(await writeThrough(other.actions, wish({ tenantId, connectionId }))).toMatchObject({ externalId: 'c-1' })
  })

  test('goes on when nobody waits any more, and what came of it is answered under its request key', async () => {
    const answered = Promise.withResolvers<void>()
    provider.on('/upsert/table', async (seen) => {
      await answered.promise
      return written(seen)
    })
    const hasty = createActions(store.db, provider, { waitMs: 20 })
    const late = await failure(writeThrough(hasty, wish({ requestKey: 'slow' })))
    expect(late).toMatchObject({ code: 'UPSTREAM_FAILED', state: 'begun' })
    expect(await failure(writeThrough(scene.actions, wish({ requestKey: 'slow' })))).toMatchObject({ code: 'CONFLICT' })
    answered.resolve()
    await hasty.inFlightWrites.drain()
    expect(await writeThrough(scene.actions, wish({ requestKey: 'slow' }))).toMatchObject({ externalId: 'c-1' })
    expect(writes()).toHaveLength(1)
  })

  test('is given up before anybody would take it for one that was left behind', async () => {
    provider.on('/upsert/table', () => new Promise(() => undefined))
    const told = await failure(writeThrough(createActions(store.db, provider, { writeMs: 50 }), wish()))
    expect(told).toMatchObject({ code: 'UPSTREAM_FAILED', state: 'unknown' })
    expect(await intents()).toEqual([{ state: 'unknown' }])
  })

  test('of a row that exists can be sent again', async () => {
    provider.on(
      '/upsert/table',
      () => 'cut',
      (seen) => written(seen),
    )
    const record = { externalId: 'c-7', values: [] }
    const lost = await failure(writeThrough(scene.actions, wish({ record })))
    expect(lost).toMatchObject({ code: 'UPSTREAM_FAILED', state: undefined })
    expect(await writeThrough(scene.actions, wish({ record }))).toMatchObject({ externalId: 'c-7' })
  })

  test('counts as such when the process that made it has ended', async () => {
    const { tenantId, connectionId } = scene.connection
    provider.on(
      '/upsert/table',
      () => 'cut',
      (seen) => written(seen),
    )
    await failure(writeThrough(scene.actions, wish()))
    const begun = async (date: number) =>
      store.db
        .updateTable('write_intents')
        .set({ state: 'begun', date_updated: date })
        .where('tenant_id', '=', tenantId)
        .execute()
    await begun(Date.now())
    expect(await failure(writeThrough(scene.actions, wish({ repeatUnknown: true })))).toMatchObject({
      code: 'CONFLICT',
      state: 'begun',
    })
    await begun(Date.now() - 600_000)
    expect(await failure(writeThrough(scene.actions, wish()))).toMatchObject({ code: 'CONFLICT', state: 'unknown' })
    expect(await writeThrough(scene.actions, wish({ connectionId, repeatUnknown: true }))).toBeDefined()
  })
})

describe('a write that was surely not done', () => {
  test.each<[string, FakeResponse, object]>([
    [
      'asked to come again',
      withRetryAfter(problem(429, 'rate-limited', 'Slow down.'), 7),
      { code: 'RATE_LIMITED', extensions: { retryAfter: 7_000 } },
    ],
    [
      'found wrong',
      problem(400, 'validation-error', 'No such field.', {
        errors: [{ pointer: '#/table/records/0/values/0', detail: 'No such field.' }],
      }),
      {
        code: 'BAD_USER_INPUT',
        extensions: { errors: [{ pointer: '#/table/records/0/values/0', detail: 'No such field.' }] },
      },
    ],
    ['not possible there', problem(404, 'not-found', 'There are no writable tables.'), { code: 'UPSTREAM_FAILED' }],
    [
      'refused by name',
      problem(422, 'partial-failure', 'One failed.', {
        table: {
          blockType: 'table',
          provider: 'acme',
          application: 'crm',
          externalId: 't',
          metadata: TABLE,
          records: [{ values: [] }],
        },
        errors: [{ pointer: '#/table/records/0', detail: `A rule for ${PLATFORM_KEY} says no.`, code: 'RULE' }],
      }),
      { code: 'BAD_USER_INPUT', message: 'A rule for [redacted] says no.' },
    ],
  ])('%s: it is told as it is, and may be tried again at once', async (_, reaction, expected) => {
    provider.on(
      '/upsert/table',
      () => reaction,
      (seen) => written(seen),
    )
    expect(await failure(writeThrough(scene.actions, wish()))).toMatchObject({ state: undefined, ...expected })
    expect(await intents()).toEqual([])
    expect(await writeThrough(scene.actions, wish())).toMatchObject({ externalId: 'c-1' })
  })

  test('because nobody listens is not remembered', async () => {
    const gone = await startFakeProvider()
    const lost = await createFixture(store.db, gone)
    await gone.stop()
    const { tenantId, connectionId } = lost.connection
    const told = await failure(writeThrough(lost.actions, wish({ tenantId, connectionId })))
    expect(told).toMatchObject({
      code: 'UPSTREAM_FAILED',
      state: undefined,
      message: 'Unreachable: The provider cannot be reached.',
    })
  })
})

describe('credentials', () => {
  const token = (seen: ReceivedRequest) => (seen.body as unknown as Sent).connectedProvider.credential.accessToken

  test('that are refused are renewed once, and the row is written with the new ones under the same key', async () => {
    provider.on('/auth/refresh', () => ({ body: { credential: { accessToken: 'token-2' } } }))
    provider.on('/upsert/table', (seen) => (token(seen) === 'token-2' ? written(seen) : credentialsExpired()))
    expect(await writeThrough(scene.actions, wish())).toMatchObject({ externalId: 'c-1' })
    expect(writes().map(token)).toEqual(['token-of-ada', 'token-2'])
    expect(new Set(writes().map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('of many writes at a time are renewed once', async () => {
    provider.on('/auth/refresh', () => ({ body: { credential: { accessToken: 'token-2' } } }))
    provider.on('/upsert/table', (seen) => (token(seen) === 'token-2' ? written(seen) : credentialsExpired()))
    const records = Array.from({ length: 8 }, (_, at) => ({ values: [{ name: 'Name', value: `Ada ${at}` }] }))
    await Promise.all(records.map((record) => writeThrough(scene.actions, wish({ record }))))
    expect(provider.requests.filter(({ path }) => path === '/auth/refresh')).toHaveLength(1)
  })

  test('that are dead stop the connection until someone signs in again', async () => {
    provider.on('/auth/refresh', () => credentialsExpired())
    provider.on('/upsert/table', (seen) =>
      credentialsExpired({
        table: tableOf(seen.body, undefined),
        errors: [{ pointer: '#/table/records/0', detail: 'Sign in again.' }],
      }),
    )
    const told = await failure(writeThrough(scene.actions, wish()))
    expect(told).toMatchObject({ code: 'CONFLICT', extensions: { status: 'reconnect_required' } })
    expect(await status()).toBe('reconnect_required')
    expect(await intents()).toEqual([])
    expect(await failure(writeThrough(scene.actions, wish()))).toMatchObject({ code: 'CONFLICT' })
    expect(writes()).toHaveLength(1)
  })

  test('that die in the middle, after the row was created, do not hide its id', async () => {
    provider.on('/auth/refresh', () => credentialsExpired())
    provider.on('/upsert/table', (seen) => credentialsExpired({ table: tableOf(seen.body, 'c-9') }))
    expect(await writeThrough(scene.actions, wish())).toMatchObject({ externalId: 'c-9' })
    expect(await status()).toBe('reconnect_required')
  })

  test('refused for the platform itself are nobody’s fault who has an account', async () => {
    provider.on('/upsert/table', () => problem(401, 'unauthorized', 'No.'))
    expect(await failure(writeThrough(scene.actions, wish()))).toMatchObject({ code: 'UPSTREAM_FAILED' })
    expect(await status()).toBe('active')
  })

  test('of somebody else cannot be used', async () => {
    const other = await createFixture(store.db, provider)
    const { connectionId } = other.connection
    expect(await failure(writeThrough(scene.actions, wish({ connectionId })))).toEqual({
      ...{ code: 'NOT_FOUND', state: undefined, message: 'The connection was not found.', extensions: {} },
    })
    expect(writes()).toEqual([])
  })
})
