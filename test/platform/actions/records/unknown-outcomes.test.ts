import { describe, expect, test } from '@jest/globals'
import { type WrittenRecord, writeThrough } from '../../../../platform/actions/records.ts'
import { createActions, createFixture, writeRecord } from '../fixtures.ts'
import { type FakeResponse, problem, withRetryAfter } from '../provider.ts'
import { caughtError, setUpRecordTests, tableResponse, writtenResponse } from './record-tests.ts'

const records = setUpRecordTests()

describe('a write with an unknown outcome', () => {
  const cases: [string, () => FakeResponse | Promise<FakeResponse>][] = [
    ['the connection is cut', () => 'cut'],
    ['the provider fails', () => problem(500, 'internal-error', 'Broken.')],
    ['the provider is restarting', () => withRetryAfter(problem(503, 'unavailable', 'Later.'), 9)],
    ['the response cannot be read', () => ({ body: { table: 'no table' } })],
    ['the response has no id', () => ({ body: tableResponse({ table: { records: [{ values: [] }] } }, undefined) })],
    [
      'the provider reports that it does not know',
      () =>
        problem(422, 'partial-failure', 'One failed.', {
          table: tableResponse({ table: { records: [{ values: [] }] } }, undefined),
          errors: [{ pointer: '#/table/records/0', detail: 'Look for it.', code: 'UNKNOWN_OUTCOME' }],
        }),
    ],
    ['the provider takes too long', () => new Promise(() => undefined)],
  ]

  test.each(cases)('%s: the attempt is stored and not repeated until that is requested', async (_, react) => {
    records.provider.on('/upsert/table', react, (request) => writtenResponse(request))
    expect(await caughtError(writeRecord(records.fixture.actions, records.recordWrite()))).toMatchObject({
      state: 'unknown',
      message: expect.stringContaining('not known'),
    })
    expect(await records.storedIntents()).toEqual([{ state: 'unknown' }])
    const again = await caughtError(
      writeRecord(createActions(records.store.db, records.provider), records.recordWrite()),
    )
    expect(again).toMatchObject({ code: 'CONFLICT', state: 'unknown' })
    expect(records.writes()).toHaveLength(1)
    expect(await writeRecord(records.fixture.actions, records.recordWrite({ repeatUnknown: true }))).toMatchObject({
      externalId: 'c-1',
    })
    expect(new Set(records.writes().map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
    expect(await records.storedIntents()).toEqual([])
  })

  test('does not block other records or other tenants', async () => {
    records.provider.on(
      '/upsert/table',
      () => 'cut',
      (request) => writtenResponse(request),
    )
    await caughtError(writeRecord(records.fixture.actions, records.recordWrite()))
    const record = { values: [{ name: 'Name', value: 'Grace' }] }
    expect(await writeRecord(records.fixture.actions, records.recordWrite({ record }))).toMatchObject({
      externalId: 'c-1',
    })
    const otherTenant = await createFixture(records.store.db, records.provider)
    const { tenantId, connectionId } = otherTenant.connection
    expect(await writeRecord(otherTenant.actions, records.recordWrite({ tenantId, connectionId }))).toMatchObject({
      externalId: 'c-1',
    })
  })

  test('continues after the caller has stopped waiting, and its result is returned for its request key', async () => {
    const release = Promise.withResolvers<void>()
    records.provider.on('/upsert/table', async (request) => {
      await release.promise
      return writtenResponse(request)
    })
    const impatient = createActions(records.store.db, records.provider, { waitMs: 20 })
    const late = await caughtError(writeRecord(impatient, records.recordWrite({ requestKey: 'slow' })))
    expect(late).toMatchObject({ code: 'UPSTREAM_FAILED', state: 'begun' })
    expect(
      await caughtError(writeRecord(records.fixture.actions, records.recordWrite({ requestKey: 'slow' }))),
    ).toMatchObject({ code: 'CONFLICT' })
    release.resolve()
    await impatient.inFlightWrites.drain()
    expect(await writeRecord(records.fixture.actions, records.recordWrite({ requestKey: 'slow' }))).toMatchObject({
      externalId: 'c-1',
    })
    expect(records.writes()).toHaveLength(1)
  })

  test('is stored after the caller has stopped waiting, and equal content without a key gets its result once', async () => {
    const release = Promise.withResolvers<void>()
    let count = 0
    records.provider.on('/upsert/table', async (request) => {
      await release.promise
      count += 1
      return writtenResponse(request, `c-${count}`)
    })
    const impatient = createActions(records.store.db, records.provider, { waitMs: 20 })
    const stored: string[] = []
    const store = async ({ externalId }: WrittenRecord) => void stored.push(externalId)
    expect(await caughtError(writeThrough(impatient, records.recordWrite(), store))).toMatchObject({ state: 'begun' })
    release.resolve()
    await impatient.inFlightWrites.drain()
    expect(stored).toEqual(['c-1'])
    const write = () => writeRecord(records.fixture.actions, records.recordWrite())
    expect([(await write()).externalId, (await write()).externalId]).toEqual(['c-1', 'c-2'])
    expect(await records.storedIntents()).toEqual([])
  })

  test('is aborted before its reservation expires', async () => {
    records.provider.on('/upsert/table', () => new Promise(() => undefined))
    const error = await caughtError(
      writeRecord(createActions(records.store.db, records.provider, { writeMs: 50 }), records.recordWrite()),
    )
    expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', state: 'unknown' })
    expect(await records.storedIntents()).toEqual([{ state: 'unknown' }])
  })

  test('can be sent again if the record exists already', async () => {
    records.provider.on(
      '/upsert/table',
      () => 'cut',
      (request) => writtenResponse(request),
    )
    const record = { externalId: 'c-7', values: [] }
    const lost = await caughtError(writeRecord(records.fixture.actions, records.recordWrite({ record })))
    expect(lost).toMatchObject({ code: 'UPSTREAM_FAILED', state: undefined })
    expect(await writeRecord(records.fixture.actions, records.recordWrite({ record }))).toMatchObject({
      externalId: 'c-7',
    })
  })

  test('is one whose process has ended before it settled the reservation', async () => {
    const { tenantId, connectionId } = records.fixture.connection
    records.provider.on(
      '/upsert/table',
      () => 'cut',
      (request) => writtenResponse(request),
    )
    await caughtError(writeRecord(records.fixture.actions, records.recordWrite()))
    const begun = async (date: number) =>
      records.store.db
        .updateTable('write_intents')
        .set({ state: 'begun', date_updated: date })
        .where('tenant_id', '=', tenantId)
        .execute()
    await begun(Date.now())
    expect(
      await caughtError(writeRecord(records.fixture.actions, records.recordWrite({ repeatUnknown: true }))),
    ).toMatchObject({
      code: 'CONFLICT',
      state: 'begun',
    })
    await begun(Date.now() - 600_000)
    expect(await caughtError(writeRecord(records.fixture.actions, records.recordWrite()))).toMatchObject({
      code: 'CONFLICT',
      state: 'unknown',
    })
    expect(
      await writeRecord(records.fixture.actions, records.recordWrite({ connectionId, repeatUnknown: true })),
    ).toBeDefined()
  })
})
