import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { toId } from '../../../../vendors/salesforce/api/ids.ts'
import { impatient } from '../../../kit/call.ts'
import { problemOf } from '../builders.ts'
import { ADA, BILAL, cells, LARS, SandboxOrg, warningsOf } from '../sandbox-org.ts'

let org: SandboxOrg

beforeEach(async () => {
  org = await SandboxOrg.start()
})
afterEach(() => org.sandbox.stop())

const contact = (...names: string[]) =>
  omitUndefined({ metadataType: 'Contact', fields: names.length > 0 ? names.map((name) => ({ name })) : undefined })
const generate = (count: number, object = 'Contact') => org.sandbox.generate(ADA, { object, count, seed: 7 })

describe('the rows with listed ids', () => {
  test('have their ids of 18 characters, for any form in the request', async () => {
    const [first = '', second = ''] = generate(2)
    const page = await org.syncTable([
      { tableMetadata: contact('LastName'), externalIds: [first.slice(0, 15), second, first] },
    ])
    expect(page.items[0]?.records?.map(({ externalId }) => externalId).sort()).toEqual([first, second].sort())
    expect(page.items[0]).toMatchObject({
      blockType: 'table',
      provider: 'provider-hub',
      application: 'salesforce',
      externalId: 'salesforce.00D5e000003V0C7EAK.Contact',
      metadata: {
        metadataType: 'Contact',
        label: 'Contact',
        fields: [{ name: 'LastName', fieldType: 'string', required: true }],
      },
    })
    expect(page).not.toHaveProperty('metadata.warnings')
  })

  test('are fetched 5,000 at a time with few API calls', async () => {
    const ids = generate(5_000)
    const call = org.call()
    const page = await org.syncTable([{ tableMetadata: contact('LastName', 'Email'), externalIds: ids }], call)
    expect(new Set(page.items[0]?.records?.map(({ externalId }) => externalId))).toEqual(new Set(ids))
    expect(call.meter.calls).toBeLessThanOrEqual(4)
  })

  test('are fetched 12,000 at a time, including old ones, over pages of any size', async () => {
    org.sandbox.settings.queryPageCells = 2_000
    const ids = generate(12_000)
    const call = org.call()
    const page = await org.syncTable([{ tableMetadata: contact('CreatedDate'), externalIds: ids }], call)
    const years = (page.items[0]?.records ?? []).map((record) => cells(record).CreatedDate?.slice(0, 4) ?? '')
    expect(years).toHaveLength(12_000)
    expect([...years].sort()[0]).toBe('2016')
  })

  test('that were deleted or are invalid are named', async () => {
    const [existing = ''] = generate(1)
    const account = await org.idOf('Account', 'Halden Trelast AS')
    const gone = toId('0035e000009ZZZZ') ?? ''
    const page = await org.syncTable([
      { tableMetadata: contact('Name'), externalIds: [existing, gone, account, 'nonsense'] },
    ])
    expect(page.items[0]?.records).toHaveLength(1)
    expect(page.metadata?.warnings).toEqual([
      `Contact: these are not ids of such records: ${account}, nonsense.`,
      `Contact: deleted, or hidden from this user: ${gone}.`,
    ])
  })

  test('that were committed late are not missed, as there is no position to remember', async () => {
    const ids = generate(10)
    const previous = await org.syncTable([{ tableMetadata: contact('Name'), externalIds: ids }])
    const CreatedDate = '2016-01-01T00:00:00Z'
    const late = org.sandbox.insert(ADA, 'Contact', [{ LastName: 'Late', CreatedDate, SystemModstamp: CreatedDate }])
    const current = await org.syncTable([{ tableMetadata: contact('Name'), externalIds: [...ids, ...late] }])
    expect([previous, current].map(({ items }) => items[0]?.records?.length)).toEqual([10, 11])
  })

  test('are complete although the query locator was lost', async () => {
    org.sandbox.settings.queryPageCells = 2_000
    const ids = generate(1_500)
    org.sandbox.faults.add({ path: '/services/data/*/query/*', fault: { kind: 'error', name: 'invalidLocator' } })
    const page = await org.syncTable([{ tableMetadata: contact('Name', 'Email'), externalIds: ids }])
    expect(new Set(page.items[0]?.records?.map(({ externalId }) => externalId)).size).toBe(1_500)
    expect(page).not.toHaveProperty('metadata.warnings')
  })

  test('of one object are one table, for any number of filters', async () => {
    const [first = '', second = ''] = generate(2)
    const page = await org.syncTable([
      { tableMetadata: contact('Email'), externalIds: [first] },
      { tableMetadata: { ...contact('LastName'), metadataType: 'contact' }, externalIds: [second] },
    ])
    expect(page.items).toHaveLength(1)
    expect(page.items[0]?.records).toHaveLength(2)
    expect(Object.keys(cells(page.items[0]?.records?.[0]))).toEqual(['Email', 'LastName'])
  })
})

describe('the fields of a row', () => {
  test('are text, with instants in UTC and options joined', async () => {
    const id = await org.idOf('Project__c', 'Halden warehouse')
    const page = await org.syncTable([{ tableMetadata: { metadataType: 'Project__c' }, externalIds: [id] }])
    expect(cells(page.items[0]?.records?.[0])).toMatchObject({
      Id: id,
      Name: 'Halden warehouse',
      Regions__c: 'EMEA;North America',
      Budget__c: '180000',
      Progress__c: '35',
      Effort_Days__c: '120.5',
      Confidential__c: 'true',
      Kick_Off__c: '2026-02-04T08:30:00.000Z',
      Daily_Meeting__c: '09:15:00.000Z',
      Account__c: expect.stringMatching(/^001\w{15}$/),
      Summary__c: 'Automates the **outbound** side.\nPhase two follows in autumn.',
    })
  })

  test('requested by name are included even if empty; without names only those with a value', async () => {
    const id = await org.idOf('Project__c', 'Route planning')
    const read = async (fields: { name: string }[]) => {
      const page = await org.syncTable([{ tableMetadata: { metadataType: 'Project__c', fields }, externalIds: [id] }])
      return cells(page.items[0]?.records?.[0])
    }
    expect(await read([{ name: 'Budget__c' }, { name: 'phase__c' }])).toEqual({ Budget__c: '', Phase__c: 'Planning' })
    expect(await read([])).not.toHaveProperty('Budget__c')
  })

  test('are read completely for 800 fields', async () => {
    const page = await org.syncTable([{ tableMetadata: { metadataType: 'Asset_Register__c' }, externalIds: [] }])
    expect(page.items[0]?.metadata.fields.length).toBeGreaterThan(800)
    expect(page.items[0]?.records).toHaveLength(5)
    expect(Object.keys(cells(page.items[0]?.records?.[0])).length).toBeGreaterThan(800)
    expect(org.sandbox.ledger.entries({}).filter(({ status }) => [414, 431].includes(status ?? 0))).toEqual([])
  })

  test('that are too many for one statement are read in two halves', async () => {
    const ids = generate(3)
    const body = [
      {
        errorCode: 'QUERY_TOO_COMPLICATED',
        message: 'Query is either selecting too many fields or the filter conditions are too complicated.',
      },
    ]
    const read = async (externalIds: string[]) => {
      const filter = { tableMetadata: contact('LastName', 'Email', 'Title', 'AccountId'), externalIds }
      const page = await org.syncTable([filter])
      return page.items[0]?.records?.filter(({ externalId }) => ids.includes(externalId ?? '')).map(cells)
    }
    const complete = [await read(ids), await read([])]
    for (const externalIds of [ids, []]) {
      org.sandbox.faults.add({ path: '/services/data/*/query', fault: { kind: 'response', status: 400, body } })
      expect(complete).toContainEqual(await read(externalIds))
    }
  })

  test('that the user cannot see are named, and are not delivered as empty', async () => {
    org.as(BILAL)
    const [id = ''] = generate(1)
    const page = await org.syncTable([{ tableMetadata: contact('LastName', 'Email', 'Gone__c'), externalIds: [id] }])
    expect(Object.keys(cells(page.items[0]?.records?.[0]))).toEqual(['LastName'])
    expect(warningsOf(page)).toBe(
      'Contact: this user cannot see Email, Gone__c, which may have been removed or hidden.',
    )
  })

  test('that are removed between description and query are left out with a warning', async () => {
    const [id = ''] = generate(1)
    const filter = [{ tableMetadata: contact('LastName', 'Email'), externalIds: [id] }]
    await org.syncTable(filter)
    org.sandbox.account(ADA).profile.hiddenFields.add('Contact.Email')
    const page = await org.syncTable(filter)
    expect(cells(page.items[0]?.records?.[0])).toHaveProperty('LastName')
    expect(warningsOf(page)).toContain('cannot see Email')
  })
})

describe('an empty list of ids', () => {
  test('returns the last modified rows', async () => {
    generate(300)
    const page = await org.syncTable([{ tableMetadata: contact('LastModifiedDate'), externalIds: [] }])
    const dates = (page.items[0]?.records ?? []).map((record) => cells(record).LastModifiedDate ?? '')
    expect(dates).toHaveLength(200)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  test('costs one API call if nothing has changed', async () => {
    await org.syncTable([{ tableMetadata: contact('Name'), externalIds: [] }])
    const call = org.call()
    await org.syncTable([{ tableMetadata: contact('Name'), externalIds: [] }], call)
    expect(call.meter.calls).toBe(1)
  })
})

describe('an error', () => {
  test('with one object is named, and the others are delivered', async () => {
    const page = await org.syncTable([
      { tableMetadata: { metadataType: 'Quote' }, externalIds: [] },
      { tableMetadata: contact('Name'), externalIds: [] },
      { tableMetadata: { metadataType: 'Contact; DROP' }, externalIds: ['x'] },
    ])
    expect(page.items.map(({ metadata }) => metadata.metadataType)).toEqual(['Contact'])
    expect(page.metadata?.warnings).toHaveLength(2)
    expect(warningsOf(page)).toContain('Contact; DROP x:')
  })

  test('because the daily limit is reached midway names every id that was not read', async () => {
    const ids = generate(4_500)
    await org.syncTable([{ tableMetadata: contact('Name'), externalIds: [] }])
    org.sandbox.faults.add({
      path: '/services/data/*/composite',
      skip: 1,
      count: null,
      fault: { kind: 'error', name: 'requestLimitExceeded' },
    })
    const page = await org.syncTable([{ tableMetadata: contact('Name'), externalIds: ids }])
    const read = new Set(page.items[0]?.records?.map(({ externalId }) => externalId))
    expect(read.size).toBe(2_000)
    expect(ids.filter((id) => !read.has(id) && !warningsOf(page).includes(id))).toEqual([])
  })

  test('before anything was read has the time to wait, and is never an empty table', async () => {
    org.sandbox.settings.dailyApiRequests = 0
    const problem = await problemOf(org.syncTable([{ tableMetadata: contact(), externalIds: [] }]))
    expect(problem).toMatchObject({ status: 429, options: { retryAfterMs: 3_600_000 } })
  })

  test('because the session expired fails the request, whatever was read (rule 1)', async () => {
    const ids = generate(4_500)
    org.sandbox.faults.add({
      path: '/services/data/*/composite',
      skip: 1,
      fault: { kind: 'error', name: 'sessionExpired' },
    })
    const call = org.call({ budget: impatient() })
    const problem = await problemOf(org.syncTable([{ tableMetadata: contact('Name'), externalIds: ids }], call))
    expect(problem).toMatchObject({ status: 401, problem: 'credentials-expired' })
  })

  test('for an org without an API refers to the administrator, and is never an empty table', async () => {
    org.as(LARS)
    const problem = await problemOf(org.syncTable([{ tableMetadata: contact(), externalIds: [] }]))
    expect(problem).toMatchObject({
      status: 403,
      message: expect.stringContaining('Ask your Salesforce administrator'),
    })
  })
})

describe('the description of a table', () => {
  test("uses the contract's types, including options", async () => {
    const { items } = await org.syncMetadata([{ metadataType: 'Project__c' }])
    const fields = new Map(items[0]?.metadata.fields.map((field) => [field.name, field]))
    const types = (...names: string[]) => names.map((name) => fields.get(name)?.fieldType)
    expect(types('Id', 'Name', 'Account__c', 'Phase__c', 'Regions__c', 'Budget__c', 'Progress__c')).toEqual([
      'id',
      'string',
      'reference',
      'picklist',
      'multipicklist',
      'currency',
      'percent',
    ])
    expect(
      types('Effort_Days__c', 'Headcount__c', 'Confidential__c', 'Start_Date__c', 'Kick_Off__c', 'Daily_Meeting__c'),
    ).toEqual(['number', 'integer', 'boolean', 'date', 'datetime', 'time'])
    expect(types('Mailing_List__c', 'Hotline__c', 'Wiki__c', 'Summary__c')).toEqual(['email', 'phone', 'url', 'text'])
    expect(fields.get('Phase__c')?.options?.map(({ value }) => value)).toEqual(['Idea', 'Planning', 'Running', 'Done'])
    expect(fields.get('Sponsor__c')).toMatchObject({ required: true })
    expect(fields.get('Confidential__c')).not.toHaveProperty('required')
    expect(items[0]).not.toHaveProperty('records')
  })

  test('names fields that this user cannot see, and an object that the org lacks', async () => {
    org.as(BILAL)
    const page = await org.syncMetadata([
      { metadataType: 'Account', fields: [{ name: 'Name' }, { name: 'AnnualRevenue' }] },
      { metadataType: 'Project__c' },
    ])
    expect(page.items.map(({ metadata }) => metadata.fields.map(({ name }) => name))).toEqual([['Name']])
    expect(page.metadata?.warnings).toEqual([
      'Account: this user cannot see AnnualRevenue, which may have been removed or hidden.',
      expect.stringMatching(/^Project__c: This does not exist in Salesforce/),
    ])
  })

  test('describes the default tables if none is named, and is never cached', async () => {
    const names = async () => (await org.syncMetadata([])).items.map(({ metadata }) => metadata.metadataType)
    expect(await names()).toEqual(['Account', 'Contact', 'Lead', 'Opportunity', 'Case'])
    org.sandbox.account(ADA).profile.objects.set('Lead', { read: false })
    expect(await names()).toEqual(['Account', 'Contact', 'Opportunity', 'Case'])
  })

  test('is cached for the requesting user only', async () => {
    await org.syncTable([{ tableMetadata: contact('Email'), externalIds: [] }])
    org.as(BILAL)
    const page = await org.syncTable([{ tableMetadata: contact('Email'), externalIds: [] }])
    expect(warningsOf(page)).toContain('cannot see Email')
  })
})
