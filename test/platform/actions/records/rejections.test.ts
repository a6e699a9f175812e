import { describe, expect, test } from '@jest/globals'
import { createFixture, PLATFORM_KEY, writeRecord } from '../fixtures.ts'
import { type FakeResponse, problem, startFakeProvider, withRetryAfter } from '../provider.ts'
import { caughtError, setUpRecordTests, TABLE, writtenResponse } from './record-tests.ts'

const records = setUpRecordTests()

describe('a write that was certainly not executed', () => {
  test.each<[string, FakeResponse, object]>([
    [
      'rate limited',
      withRetryAfter(problem(429, 'rate-limited', 'Slow down.'), 7),
      { code: 'RATE_LIMITED', extensions: { retryAfter: 7_000 } },
    ],
    [
      'invalid',
      problem(400, 'validation-error', 'No such field.', {
        errors: [{ pointer: '#/table/records/0/values/0', detail: 'No such field.' }],
      }),
      {
        code: 'BAD_USER_INPUT',
        extensions: { errors: [{ pointer: '#/table/records/0/values/0', detail: 'No such field.' }] },
      },
    ],
    ['not supported', problem(404, 'not-found', 'There are no writable tables.'), { code: 'UPSTREAM_FAILED' }],
    [
      'refused as a single item',
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
  ])('%s: the error is reported, and the write can be repeated at once', async (_, reaction, expected) => {
    records.provider.on(
      '/upsert/table',
      () => reaction,
      (request) => writtenResponse(request),
    )
    expect(await caughtError(writeRecord(records.fixture.actions, records.recordWrite()))).toMatchObject({
      state: undefined,
      ...expected,
    })
    expect(await records.storedIntents()).toEqual([])
    expect(await writeRecord(records.fixture.actions, records.recordWrite())).toMatchObject({ externalId: 'c-1' })
  })

  test('because the provider is unreachable is not stored', async () => {
    const gone = await startFakeProvider()
    const lost = await createFixture(records.store.db, gone)
    await gone.stop()
    const { tenantId, connectionId } = lost.connection
    const error = await caughtError(writeRecord(lost.actions, records.recordWrite({ tenantId, connectionId })))
    expect(error).toMatchObject({
      code: 'UPSTREAM_FAILED',
      state: undefined,
      message: 'Unreachable: The provider cannot be reached.',
    })
  })
})
