import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ProblemItem, Table, TableRecord } from '../../../../src/contract/index.ts'
import { problemOf } from '../builders.ts'
import { aRecord, BILAL, cells, SandboxOrg } from '../sandbox-org.ts'

let org: SandboxOrg

beforeEach(async () => {
  org = await SandboxOrg.start()
})

afterEach(() => org.sandbox.stop())

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

describe('valid records', () => {
  test('are created and updated in one request, in order', async () => {
    const ingrid = await org.idOf('Contact', 'Ingrid Sørensen')
    const lars = await org.idOf('Contact', 'Lars Ødegård')
    const table = await org.upsertTable('Contact', [
      aRecord({ LastName: 'Neu', Email: 'neu@halden.example' }),
      aRecord({ Title: 'Boss' }, ingrid),
      aRecord({ LastName: '桜 😀 "O\'Neill"' }, ''),
      aRecord({ Title: 'Chief' }, lars.slice(0, 15)),
    ])
    const ids = (table.records ?? []).map(({ externalId }) => externalId)
    expect(ids).toEqual([expect.stringMatching(/^003/), ingrid, expect.stringMatching(/^003/), lars])
    expect(table).toMatchObject({ blockType: 'table', externalId: 'salesforce.00D5e000003V0C7EAK.Contact' })
    const rows = await org.rows(`SELECT Id, LastName, Title FROM Contact WHERE Id IN ('${ids.join("','")}')`)
    expect(new Map(rows.map(({ Id, Title, LastName }) => [Id, Title ?? LastName]))).toEqual(
      new Map([
        [ids[0], 'Neu'],
        [ingrid, 'Boss'],
        [ids[2], '桜 😀 "O\'Neill"'],
        [lars, 'Chief'],
      ]),
    )
  })

  test('are written 1,000 in five API calls', async () => {
    const call = org.call()
    const { records = [] } = await org.upsertTable('Contact', people(1_000), call)
    expect(new Set(records.map(({ externalId }) => externalId)).size).toBe(1_000)
    expect(call.meter.calls).toBe(1 + 5)
    expect(await count('Contact', "LastName LIKE 'Person %'")).toBe(1_000)
  })

  test('are written in the type of each field, read back unchanged and written again', async () => {
    const values = {
      Name: 'Typed',
      Sponsor__c: 'Ann',
      Regions__c: 'EMEA;APAC',
      Phase__c: 'Running',
      Budget__c: '1250.5',
      Progress__c: '40',
      Effort_Days__c: '2.5',
      Headcount__c: '3',
      Confidential__c: 'true',
      Start_Date__c: '2026-03-16',
      Kick_Off__c: '2026-03-16T09:00:00.000Z',
      Daily_Meeting__c: '09:15:00.000Z',
      Account__c: (await org.idOf('Account', 'Halden Trelast AS')).slice(0, 15),
    }
    const written = await org.upsertTable('Project__c', [aRecord(values)])
    const id = String(written.records?.[0]?.externalId)
    const read = async () => {
      const page = await org.syncTable([{ tableMetadata: { metadataType: 'Project__c' }, externalIds: [id] }])
      return page.items[0]?.records?.[0]
    }
    const first = await read()
    expect(cells(first)).toMatchObject({ ...values, Account__c: expect.stringContaining(values.Account__c) })
    await org.upsertTable('Project__c', [first ?? aRecord({})])
    expect(cells(await read())).toMatchObject({ ...cells(first), SystemModstamp: expect.any(String) })
  })

  test('are cleared by an empty value', async () => {
    const id = await org.idOf('Project__c', 'Halden warehouse')
    await org.upsertTable('Project__c', [aRecord({ Budget__c: '', Regions__c: '' }, id)])
    expect(await org.rows(`SELECT Budget__c, Regions__c FROM Project__c WHERE Id = '${id}'`)).toMatchObject([
      { Budget__c: null, Regions__c: null },
    ])
  })

  test('keep the order of two changes to the same record', async () => {
    const id = await org.idOf('Contact', 'Ingrid Sørensen')
    await org.upsertTable('Contact', [aRecord({ Title: 'First' }, id), aRecord({ Title: 'Second' }, id)])
    expect(await org.rows(`SELECT Title FROM Contact WHERE Id = '${id}'`)).toMatchObject([{ Title: 'Second' }])
  })

  test('without any changeable field cost no API call', async () => {
    const id = await org.idOf('Contact', 'Ingrid Sørensen')
    const call = org.call()
    const table = await org.upsertTable('Contact', [aRecord({ Id: id, CreatedDate: 'x', Name: 'x' }, id)], call)
    expect(table.records?.[0]?.externalId).toBe(id)
    expect(call.meter.calls).toBe(1)
  })
})

describe('records that Salesforce rejects', () => {
  test('are named one by one, and the others are written and have ids', async () => {
    const good = aRecord({ LastName: 'Good', Email: 'good@volna.example' })
    const failure = await failureOf('Contact', [
      good,
      aRecord({ Email: 'not an address' }),
      aRecord({ LastName: 'Fine' }),
    ])
    expect(failure).toMatchObject({
      status: 422,
      problem: 'partial-failure',
      message: '1 of 3 records were not written; the errors name each of them.',
    })
    expect(failure.options.errors).toEqual([
      {
        pointer: '#/table/records/1',
        detail: 'Required fields are missing: [LastName]',
        code: 'REQUIRED_FIELD_MISSING',
      },
      {
        pointer: '#/table/records/1/values/0',
        detail: expect.stringContaining('not an address'),
        code: 'INVALID_EMAIL_ADDRESS',
      },
    ])
    const { records = [] } = failure.options.extensions.table
    expect(records.map(({ externalId }) => externalId)).toEqual([
      expect.stringMatching(/^003/),
      undefined,
      expect.stringMatching(/^003/),
    ])
    const again = await failureOf('Contact', records)
    expect(again.options.extensions.table.records?.map(({ externalId }) => externalId)).toEqual(
      records.map(({ externalId }) => externalId),
    )
    expect(await count('Contact', "LastName IN ('Good','Fine')")).toBe(2)
  })

  test('by a validation rule of the org have the message of the rule', async () => {
    const account = await org.idOf('Account', 'Halden Trelast AS')
    const deal = { Name: 'x', StageName: 'Prospecting', CloseDate: '2026-04-01', AccountId: account }
    const failure = await failureOf('Opportunity', [aRecord({ ...deal, Amount: '-1' })])
    expect(failure.options.errors).toEqual([
      {
        pointer: '#/table/records/0/values/4',
        detail: 'An amount may not be negative.',
        code: 'FIELD_CUSTOM_VALIDATION_EXCEPTION',
      },
    ])
  })

  test('as duplicates are not forced', async () => {
    const twin = aRecord({ LastName: 'Sørensen', Email: 'ingrid@halden.example' })
    const failure = await failureOf('Contact', [twin])
    expect(failure.options.errors).toEqual([
      {
        pointer: '#/table/records/0',
        detail: expect.stringMatching(/^A duplicate rule of the org/),
        code: 'DUPLICATES_DETECTED',
      },
    ])
    expect(await count('Contact', "Email = 'ingrid@halden.example'")).toBe(1)
  })
})

describe('records that are invalid before they are sent', () => {
  test.each<[string, string, Record<string, string>, string, RegExp]>([
    [
      'a field that is not there',
      'Contact',
      { LastName: 'x', Bacon__c: '1' },
      'INVALID_FIELD',
      /Contact has no field “Bacon__c”/,
    ],
    [
      'a value of another type',
      'Project__c',
      { Sponsor__c: 'x', Budget__c: 'much' },
      'INVALID_VALUE',
      /Budget must be a number/,
    ],
    [
      'a choice that is not offered',
      'Project__c',
      { Sponsor__c: 'x', Phase__c: 'Parked' },
      'INVALID_VALUE',
      /“Parked”; it has Idea/,
    ],
    ['a text that is too long', 'Contact', { LastName: 'x'.repeat(81) }, 'INVALID_VALUE', /at most 80 characters/],
  ])('are named with the problem: %s', async (_, object, values, code, detail) => {
    const call = org.call()
    const failure = await failureOf(object, [aRecord(values)], call)
    expect(failure.options.errors).toEqual([
      {
        pointer: `#/table/records/0/values/${Object.keys(values).length - 1}`,
        detail: expect.stringMatching(detail),
        code,
      },
    ])
    expect(call.meter.calls).toBe(1)
  })

  test('include those with an invalid id, an id of another object, or a wrong checksum', async () => {
    const account = await org.idOf('Account', 'Halden Trelast AS')
    const failure = await failureOf('Contact', [
      aRecord({ Title: 'x' }, 'nonsense'),
      aRecord({ Title: 'x' }, account),
      aRecord({ Title: 'x' }, `${account.slice(0, 17)}_`),
    ])
    expect(failure.options.errors.map(({ pointer, code }) => [pointer, code])).toEqual(
      [0, 1, 2].map((index) => [`#/table/records/${index}/externalId`, 'MALFORMED_ID']),
    )
  })

  test('for this user: fields and objects that are read-only are named', async () => {
    org.as(BILAL).sandbox.account(BILAL).profile.readOnlyFields.add('Account.Industry')
    const halden = await org.idOf('Account', 'Halden Trelast AS')
    const failure = await failureOf('Account', [
      aRecord({ Industry: 'Retail' }, halden),
      aRecord({ AnnualRevenue: '1' }, halden),
    ])
    expect(failure.options.errors.map(({ detail }) => detail)).toEqual([
      'This user cannot change Industry.',
      'Account has no field “AnnualRevenue”, or hides it from this user.',
    ])
    const opportunity = await failureOf('Opportunity', [aRecord({ Name: 'x' })])
    expect(opportunity.options.errors[0]?.detail).toBe('This user cannot create Opportunity.')
  })

  test('of an object that does not exist are a single validation error', async () => {
    expect(await problemOf(org.upsertTable('Quote__c', people(1)))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/table/metadata/metadataType' }] },
    })
  })
})
