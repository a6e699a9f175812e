import { describe, expect, test } from '@jest/globals'
import { createActions, PLATFORM_KEY, writeRecord } from '../fixtures.ts'
import type { ReceivedRequest } from '../provider.ts'
import { caughtError, setUpRecordTests, TABLE, writtenResponse } from './record-tests.ts'

const records = setUpRecordTests()

describe('writing a record', () => {
  test('sends an idempotency key and returns the record with its id', async () => {
    records.provider.on('/upsert/table', (request) => writtenResponse(request))
    expect(await writeRecord(records.fixture.actions, records.recordWrite())).toEqual({
      externalId: 'c-1',
      values: [{ name: 'Name', value: 'Ada' }],
    })
    const [{ headers, body }] = records.writes() as [ReceivedRequest]
    expect(headers).toMatchObject({
      authorization: `Bearer ${PLATFORM_KEY}`,
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(body).toMatchObject({ connectedProvider: { application: 'crm' }, table: { blockType: 'table', ...TABLE } })
    expect(await records.storedIntents()).toEqual([])
  })

  test('updates a record that has an id, and sends a cleared value as an empty text', async () => {
    records.provider.on('/upsert/table', (request) => writtenResponse(request))
    const record = { externalId: 'c-7', values: [{ name: 'Name', value: null }] }
    expect(await writeRecord(records.fixture.actions, records.recordWrite({ record }))).toMatchObject({
      externalId: 'c-7',
    })
    expect(records.writes()[0]?.body).toMatchObject({
      table: { records: [{ externalId: 'c-7', values: [{ name: 'Name', value: '' }] }] },
    })
  })

  test('creates a second record with the same content', async () => {
    records.provider.on(
      '/upsert/table',
      (request) => writtenResponse(request, 'c-1'),
      (request) => writtenResponse(request, 'c-2'),
    )
    await writeRecord(records.fixture.actions, records.recordWrite())
    expect(await writeRecord(records.fixture.actions, records.recordWrite())).toMatchObject({ externalId: 'c-2' })
  })

  test('with a request key writes once and returns the same result again', async () => {
    records.provider.on(
      '/upsert/table',
      (request) => writtenResponse(request, 'c-1'),
      (request) => writtenResponse(request, 'c-2'),
    )
    const first = await writeRecord(records.fixture.actions, records.recordWrite({ requestKey: 'mine' }))
    expect(
      await writeRecord(createActions(records.store.db, records.provider), records.recordWrite({ requestKey: 'mine' })),
    ).toEqual(first)
    expect(records.writes()).toHaveLength(1)
    const changed = records.recordWrite({ requestKey: 'mine', record: { values: [{ name: 'Name', value: 'Grace' }] } })
    expect(await caughtError(writeRecord(records.fixture.actions, changed))).toMatchObject({
      code: 'CONFLICT',
      state: undefined,
    })
  })
})
