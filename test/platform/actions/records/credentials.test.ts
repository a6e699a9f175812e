import { describe, expect, test } from '@jest/globals'
import { createFixture, writeRecord } from '../fixtures.ts'
import { credentialsExpired, problem, type ReceivedRequest } from '../provider.ts'
import { caughtError, type SentRequest, setUpRecordTests, tableResponse, writtenResponse } from './record-tests.ts'

const records = setUpRecordTests()

describe('credentials', () => {
  const token = (request: ReceivedRequest) =>
    (request.body as unknown as SentRequest).connectedProvider.credential.accessToken

  test('that are rejected are renewed once, and the record is written with the new ones under the same key', async () => {
    records.provider.on('/auth/refresh', () => ({ body: { credential: { accessToken: 'token-2' } } }))
    records.provider.on('/upsert/table', (request) =>
      token(request) === 'token-2' ? writtenResponse(request) : credentialsExpired(),
    )
    expect(await writeRecord(records.fixture.actions, records.recordWrite())).toMatchObject({ externalId: 'c-1' })
    expect(records.writes().map(token)).toEqual(['token-of-ada', 'token-2'])
    expect(new Set(records.writes().map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('of concurrent writes are renewed once', async () => {
    records.provider.on('/auth/refresh', () => ({ body: { credential: { accessToken: 'token-2' } } }))
    records.provider.on('/upsert/table', (request) =>
      token(request) === 'token-2' ? writtenResponse(request) : credentialsExpired(),
    )
    const newRecords = Array.from({ length: 8 }, (_, index) => ({ values: [{ name: 'Name', value: `Ada ${index}` }] }))
    await Promise.all(newRecords.map((record) => writeRecord(records.fixture.actions, records.recordWrite({ record }))))
    expect(records.provider.requests.filter(({ path }) => path === '/auth/refresh')).toHaveLength(1)
  })

  test('that have expired for good require a reconnect', async () => {
    records.provider.on('/auth/refresh', () => credentialsExpired())
    records.provider.on('/upsert/table', (request) =>
      credentialsExpired({
        table: tableResponse(request.body, undefined),
        errors: [{ pointer: '#/table/records/0', detail: 'Sign in again.' }],
      }),
    )
    const error = await caughtError(writeRecord(records.fixture.actions, records.recordWrite()))
    expect(error).toMatchObject({ code: 'CONFLICT', extensions: { status: 'reconnect_required' } })
    expect(await records.connectionStatus()).toBe('reconnect_required')
    expect(await records.storedIntents()).toEqual([])
    expect(await caughtError(writeRecord(records.fixture.actions, records.recordWrite()))).toMatchObject({
      code: 'CONFLICT',
    })
    expect(records.writes()).toHaveLength(1)
  })

  test('that expire after the record was created do not lose its id', async () => {
    records.provider.on('/auth/refresh', () => credentialsExpired())
    records.provider.on('/upsert/table', (request) => credentialsExpired({ table: tableResponse(request.body, 'c-9') }))
    expect(await writeRecord(records.fixture.actions, records.recordWrite())).toMatchObject({ externalId: 'c-9' })
    expect(await records.connectionStatus()).toBe('reconnect_required')
  })

  test('of the platform that are rejected leave the connection active', async () => {
    records.provider.on('/upsert/table', () => problem(401, 'unauthorized', 'No.'))
    expect(await caughtError(writeRecord(records.fixture.actions, records.recordWrite()))).toMatchObject({
      code: 'UPSTREAM_FAILED',
    })
    expect(await records.connectionStatus()).toBe('active')
  })

  test('of anotherTenant tenant cannot be used', async () => {
    const otherTenant = await createFixture(records.store.db, records.provider)
    const { connectionId } = otherTenant.connection
    expect(await caughtError(writeRecord(records.fixture.actions, records.recordWrite({ connectionId })))).toEqual({
      code: 'NOT_FOUND',
      state: undefined,
      message: 'The connection was not found.',
      extensions: {},
    })
    expect(records.writes()).toEqual([])
  })
})
