import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ProblemItem, Table, TableRecord } from '../../../../src/contract/index.ts'
import { Budget } from '../../../../src/kit/budget.ts'
import { problemOf } from '../builders.ts'
import { ADA, aRecord, SandboxOrg } from '../sandbox-org.ts'

let org: SandboxOrg

beforeEach(async () => {
  org = await SandboxOrg.start()
})

afterEach(() => org.sandbox.stop())

const COLLECTIONS = '/services/data/*/composite/sobjects'

const people = (count: number) => Array.from({ length: count }, (_, index) => aRecord({ LastName: `Person ${index}` }))

const count = async (object: string, where: string) =>
  (await org.rows(`SELECT Id FROM ${object} WHERE ${where}`)).length

interface Failed {
  status: number
  problem: string
  message: string
  options: { errors: ProblemItem[]; extensions: { table: Table } }
}

async function failureOf(metadataType: string, records: TableRecord[], call = org.call()): Promise<Failed> {
  return (await problemOf(org.upsertTable(metadataType, records, call))) as unknown as Failed
}

describe('locked rows', () => {
  test('are retried separately, and the others are written once', async () => {
    const parent = await org.idOf('Account', 'Halden Trelast AS')
    org.sandbox.account(ADA).org.locks.hold(parent, 2)
    const records = [...people(3), aRecord({ LastName: 'Person locked', AccountId: parent })]
    const call = org.call()
    const table = await org.upsertTable('Contact', records, call)
    expect(table.records?.every(({ externalId }) => externalId)).toBe(true)
    expect(await count('Contact', "LastName LIKE 'Person %'")).toBe(4)
    expect(call.meter).toMatchObject({ calls: 4, waits: 2 })
  })

  test('are named if they stay locked', async () => {
    const id = await org.idOf('Contact', 'Ingrid Sørensen')
    org.sandbox.account(ADA).org.locks.hold(id, 99)
    const failure = await failureOf('Contact', [aRecord({ Title: 'x' }, id), ...people(1)])
    expect(failure.options.errors).toMatchObject([{ pointer: '#/table/records/0', code: 'UNABLE_TO_LOCK_ROW' }])
    expect(failure.options.extensions.table.records?.[1]?.externalId).toMatch(/^003/)
  })
})

describe('a creation without a response', () => {
  test('is searched for and found, and nothing is created twice', async () => {
    org.sandbox.faults.add({ method: 'POST', path: COLLECTIONS, fault: { kind: 'reset', processed: true } })
    const table = await org.upsertTable('Contact', people(10))
    expect(new Set(table.records?.map(({ externalId }) => externalId)).size).toBe(10)
    expect(await count('Contact', "LastName LIKE 'Person %'")).toBe(10)
  })

  test('is distinguished from equal records: each row is matched once', async () => {
    org.sandbox.faults.add({
      method: 'POST',
      path: COLLECTIONS,
      skip: 1,
      fault: { kind: 'html', status: 502, processed: true },
    })
    const twins = Array.from({ length: 250 }, () => aRecord({ LastName: 'Twin' }))
    const { records = [] } = await org.upsertTable('Contact', twins)
    expect(new Set(records.map(({ externalId }) => externalId)).size).toBe(250)
    expect(await count('Contact', "LastName = 'Twin'")).toBe(250)
  })

  test('has an unknown outcome if it is not found, and is not sent again', async () => {
    org.sandbox.faults.add({ method: 'POST', path: COLLECTIONS, fault: { kind: 'reset' } })
    const failure = await failureOf('Contact', people(2))
    expect(failure.status).toBe(422)
    expect(failure.options.errors).toEqual(
      [0, 1].map((index) => ({
        pointer: `#/table/records/${index}`,
        detail:
          'Salesforce did not respond, so it is unknown whether this was created. Check in Salesforce before sending it again.',
        code: 'UNKNOWN_OUTCOME',
      })),
    )
    expect(await count('Contact', "LastName LIKE 'Person %'")).toBe(0)
  })

  test('of a record without values is not matched with another one', async () => {
    await org.upsertTable('Case', [aRecord({ Subject: 'The pump is broken' })])
    org.sandbox.faults.add({ method: 'POST', path: COLLECTIONS, fault: { kind: 'reset' } })
    const failure = await failureOf('Case', [aRecord({})])
    expect(failure.options.errors).toMatchObject([{ code: 'UNKNOWN_OUTCOME' }])
  })

  test('before a timeout is searched for within the reserved time', async () => {
    const hung = org.sandbox.faults.add({ method: 'POST', path: COLLECTIONS, fault: { kind: 'hang' } })
    const failure = await failureOf('Contact', people(1), org.call({ budget: new Budget(2_000) }))
    expect(failure.options.errors).toMatchObject([{ code: 'UNKNOWN_OUTCOME' }])
    org.sandbox.faults.remove(hung.id)
  })

  test('of an update can be sent again', async () => {
    const id = await org.idOf('Contact', 'Ingrid Sørensen')
    org.sandbox.faults.add({ method: 'PATCH', path: COLLECTIONS, fault: { kind: 'reset', processed: true } })
    const failure = await failureOf('Contact', [aRecord({ Title: 'x' }, id)])
    expect(failure.options.errors).toMatchObject([
      { detail: expect.stringContaining('It can be sent again.'), code: 'UNKNOWN_OUTCOME' },
    ])
    expect(failure.options.extensions.table.records?.[0]?.externalId).toBe(id)
  })
})

describe('a failure during a write', () => {
  test('because the session expired returns the ids written so far', async () => {
    org.sandbox.faults.add({
      method: 'POST',
      path: COLLECTIONS,
      skip: 1,
      fault: { kind: 'error', name: 'sessionExpired' },
    })
    const failure = await failureOf('Contact', people(450))
    expect(failure).toMatchObject({ status: 401, problem: 'credentials-expired' })
    const written = failure.options.extensions.table.records?.filter(({ externalId }) => externalId)
    expect(written).toHaveLength(200)
    expect(failure.options.errors).toHaveLength(250)
    expect(await count('Contact', "LastName LIKE 'Person %'")).toBe(200)
  })

  test('because the daily limit is reached names the remaining records, and sends no further request', async () => {
    org.sandbox.faults.add({
      method: 'POST',
      path: COLLECTIONS,
      skip: 1,
      count: null,
      fault: { kind: 'error', name: 'requestLimitExceeded' },
    })
    const call = org.call()
    const failure = await failureOf('Contact', people(1_000), call)
    expect(failure).toMatchObject({
      status: 422,
      message: '800 of 1000 records were not written; the errors name each of them.',
    })
    expect(call.meter.calls).toBe(1 + 2)
  })

  test('before anything was written is the original error, so that the platform can wait', async () => {
    org.sandbox.faults.add({
      method: 'POST',
      path: COLLECTIONS,
      count: null,
      fault: { kind: 'error', name: 'requestLimitExceeded' },
    })
    expect(await failureOf('Contact', people(3))).toMatchObject({ status: 429, options: { retryAfterMs: 3_600_000 } })
  })
})
