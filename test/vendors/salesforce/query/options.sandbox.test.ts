import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { SearchCriterion } from '../../../../src/contract/index.ts'
import { problemOf } from '../builders.ts'
import { ADA, aRecord, cells, SandboxOrg, warningsOf } from '../sandbox-org.ts'

let org: SandboxOrg

beforeEach(async () => {
  org = await SandboxOrg.start()
})
afterEach(() => org.sandbox.stop())

const find = (metadataType: string, ...searchCriteria: SearchCriterion[]) =>
  org.query({ metadataType, searchCriteria, returnFields: ['Id'] })
const errorsOf = async (work: Promise<unknown>) => {
  const { status, options } = (await problemOf(work)) as { status: number; options: { errors: object[] } }
  return { status, errors: options.errors }
}

describe('a compound field', () => {
  test('in a criterion is refused with a pointer, and its parts are named', async () => {
    const failing = find('Account', { fieldName: 'BillingAddress', operator: 'eq', value: 'Halden' })
    expect(await errorsOf(failing)).toEqual({
      status: 400,
      errors: [
        {
          pointer: '#/searchCriteria/0/fieldName',
          detail: expect.stringMatching(/consists of BillingStreet, BillingCity, .*: use those/),
        },
      ],
    })
  })

  test('in the returned fields is refused with a pointer', async () => {
    const failing = org.query({ metadataType: 'Account', searchCriteria: [], returnFields: ['Name', 'billingaddress'] })
    expect(await errorsOf(failing)).toMatchObject({
      status: 400,
      errors: [{ pointer: '#/returnFields/1', detail: expect.stringContaining('consists of BillingStreet') }],
    })
  })

  test('in a table is named in a warning that says what to request instead', async () => {
    const tableMetadata = { metadataType: 'Account', fields: [{ name: 'Name' }, { name: 'BillingAddress' }] }
    const page = await org.syncTable([{ tableMetadata, externalIds: [] }])
    expect(warningsOf(page)).toMatch(/^Account: BillingAddress consists of BillingStreet, BillingCity/)
  })

  test('in a record to be written is refused with a pointer, and not lost', async () => {
    const failing = org.upsertTable('Account', [aRecord({ Name: 'New', BillingAddress: 'Storgata 1' })])
    expect(await errorsOf(failing)).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/table/records/0/values/1', detail: expect.stringContaining('BillingStreet') }],
    })
  })
})

describe('an option that the org has renamed', () => {
  beforeEach(() => {
    org.sandbox.account(ADA).org.renameValue('Project__c', 'Phase__c', 'Running', 'Läuft')
  })

  test('is refused with a pointer that names the options, where it would silently match nothing', async () => {
    for (const operator of ['eq', 'neq'] as const) {
      const failing = find('Project__c', { fieldName: 'Phase__c', operator, value: 'Running' })
      expect(await errorsOf(failing)).toMatchObject({
        status: 400,
        errors: [{ pointer: '#/searchCriteria/0/value', detail: expect.stringContaining('Läuft') }],
      })
    }
    const failing = find('Project__c', { fieldName: 'Phase__c', operator: 'in', values: ['Idea', 'Running'] })
    expect(await errorsOf(failing)).toMatchObject({ errors: [{ pointer: '#/searchCriteria/0/values' }] })
  })

  test('matches by its new name', async () => {
    expect((await find('Project__c', { fieldName: 'Phase__c', operator: 'eq', value: 'Läuft' })).records).not.toEqual(
      [],
    )
  })

  test('that is no longer offered still finds old records', async () => {
    const [id] = org.sandbox.insert(ADA, 'Project__c', [{ Name: 'Old', Phase__c: 'Parked', Sponsor__c: 'x' }])
    const { records } = await find('Project__c', { fieldName: 'Phase__c', operator: 'eq', value: 'Parked' })
    expect(records.map(({ externalId }) => externalId)).toContain(id)
  })

  test('of a list that is not restricted may have any value', async () => {
    expect((await find('Lead', { fieldName: 'Status', operator: 'eq', value: 'Anything' })).records).toEqual([])
  })
})

describe('the label of an option', () => {
  beforeEach(() => {
    org.sandbox.account(ADA).org.relabelValue('Project__c', 'Phase__c', 'Running', 'In progress')
  })

  test('stands for its value in a criterion and in a record', async () => {
    const byLabel = await find('Project__c', { fieldName: 'Phase__c', operator: 'eq', value: 'in progress' })
    const byValue = await find('Project__c', { fieldName: 'Phase__c', operator: 'eq', value: 'Running' })
    expect(byLabel.records).toEqual(byValue.records)
    expect(byLabel.records).not.toEqual([])
    const table = await org.upsertTable('Project__c', [
      aRecord({ Name: 'Labelled', Phase__c: 'In progress', Sponsor__c: 'x' }),
    ])
    const id = String(table.records?.[0]?.externalId)
    const page = await org.syncTable([{ tableMetadata: { metadataType: 'Project__c' }, externalIds: [id] }])
    expect(cells(page.items[0]?.records?.[0])).toMatchObject({ Phase__c: 'Running' })
  })
})
