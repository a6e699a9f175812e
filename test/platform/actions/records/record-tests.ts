import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals'
import { ActionError } from '../../../../platform/actions/errors.ts'
import type { RecordWrite } from '../../../../platform/actions/records.ts'
import { findConnection } from '../../../../platform/storage/connections/lists.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { openTestStore, type TestStore } from '../../storage/test-store.ts'
import { type ActionsFixture, createFixture } from '../fixtures.ts'
import { type FakeProvider, type FakeResponse, type ReceivedRequest, startFakeProvider } from '../provider.ts'

export const TABLE = {
  provider: 'acme',
  application: 'crm',
  externalId: 'org.Contact',
  uri: 'https://acme.crm.example/contacts',
  metadata: {
    metadataType: 'Contact',
    label: 'Contact',
    fields: [{ name: 'Name', label: 'Name', fieldType: 'string' }],
  },
}

export interface SentRequest {
  table: { records: { externalId?: string; values: object[] }[] }
  connectedProvider: { credential: { accessToken: string } }
}

/** What the tests of record writes share: a store and a provider per file, and a tenant with a connection per test. */
export interface RecordTests {
  readonly store: TestStore
  readonly provider: FakeProvider
  readonly fixture: ActionsFixture
  /** A write that creates a record through the connection of the fixture. */
  recordWrite(overrides?: Partial<RecordWrite>): RecordWrite
  /** The write requests that the provider has received. */
  writes(): ReceivedRequest[]
  /** The states of the idempotency keys that are stored for the tenant. */
  storedIntents(): Promise<{ state: string }[]>
  connectionStatus(): Promise<string | undefined>
}

/** Registers the hooks of a test file and returns what its tests share. */
export function setUpRecordTests(): RecordTests {
  let store: TestStore
  let provider: FakeProvider
  let fixture: ActionsFixture
  beforeAll(async () => {
    ;[store, provider] = await Promise.all([openTestStore(), startFakeProvider()])
  })
  afterAll(async () => {
    await Promise.all([store.close(), provider.stop()])
  })
  beforeEach(async () => {
    fixture = await createFixture(store.db, provider)
  })
  afterEach(() => provider.reset())
  return {
    get store() {
      return store
    },
    get provider() {
      return provider
    },
    get fixture() {
      return fixture
    },
    recordWrite: (overrides = {}) => {
      const { tenantId, connectionId } = fixture.connection
      const record = { values: [{ name: 'Name', value: 'Ada' }] }
      return { tenantId, connectionId, table: TABLE, record, ...overrides }
    },
    writes: () => provider.requests.filter(({ path }) => path === '/upsert/table'),
    storedIntents: () =>
      store.db.selectFrom('write_intents').select('state').where('tenant_id', '=', fixture.tenant.tenantId).execute(),
    connectionStatus: async () => (await findConnection(store.db, fixture.connection))?.status,
  }
}

/** The response of a provider that has written all records; new ones get the id. */
export function writtenResponse({ body }: ReceivedRequest, id = 'c-1'): FakeResponse {
  return { body: tableResponse(body, id) }
}

/** The table of a response; records without an id get the given one. */
export function tableResponse(body: Record<string, unknown>, id: string | undefined) {
  const { table } = body as unknown as SentRequest
  return {
    blockType: 'table',
    ...TABLE,
    records: table.records.map((record) => ({ ...record, ...omitUndefined({ externalId: record.externalId ?? id }) })),
  }
}

/** The ActionError that a write rejects with, in the form that the tests compare; undefined if it succeeds. */
export function caughtError(write: Promise<unknown>) {
  return write.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof ActionError)) throw error
      return { code: error.code, state: error.extensions.state, message: error.message, extensions: error.extensions }
    },
  )
}
