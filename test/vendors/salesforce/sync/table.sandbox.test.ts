import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { toId } from '../../../../vendors/salesforce/api/ids.ts'
import { impatient } from '../../../kit/call.ts'
import { ADA, AnOrg, BILAL, cells, LARS, warningsOf } from '../an-org.ts'
import { problemOf } from '../builders.ts'

let org: AnOrg

beforeEach(async () => {
  org = await AnOrg.start()
})
afterEach(() => org.sandbox.stop())

const contact = (...fields: string[]) => ({
  metadataType: 'Contact',
  ...(fields.length > 0 ? { fields: fields.map((name) => ({ name })) } : {}),
})
const generate = (count: number, object = 'Contact') => org.sandbox.generate(ADA, { object, count, seed: 7 })

describe('the rows with listed ids', () => {
  test('come by their ids of 18 characters, however they were written', async () => {
    const [one = '', other = ''] = generate(2)
    const page = await org.syncTable([
      { tableMetadata: contact('LastName'), externalIds: [one.slice(0, 15), other, one] },
    ])
    expect(page.items[0]?.records?.map(({ externalId }) => externalId).sort()).toEqual([one, other].sort())
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

  test('are 5,000 in few calls', async () => {
    const ids = generate(5_000)
    const call = org.call()
    const page = await org.syncTable([{ tableMetadata: contact('LastName', 'Email'), externalIds: ids }], call)
    expect(new Set(page.items[0]?.records?.map(({ externalId }) => externalId))).toEqual(new Set(ids))
    expect(call.meter.calls).toBeLessThanOrEqual(4)
  })

  test('are 12,000, old ones included, over pages of the size Salesforce likes', async () => {
    org.sandbox.settings.queryPageCells = 2_000
    const ids = generate(12_000)
    const call = org.call()
    const page = await org.syncTable([{ tableMetadata: contact('CreatedDate'), externalIds: ids }], call)
    const years = (page.items[0]?.records ?? []).map((record) => cells(record).CreatedDate?.slice(0, 4) ?? '')
    expect(years).toHaveLength(12_000)
    expect([...years].sort()[0]).toBe('2016')
  })

  test('that were deleted, or are none, are named', async () => {
    const [one = ''] = generate(1)
    const account = await org.idOf('Account', 'Halden Trelast AS')
    const gone = toId('0035e000009ZZZZ') ?? ''
    const page = await org.syncTable([
      { tableMetadata: contact('Name'), externalIds: [one, gone, account, 'nonsense'] },
    ])
    expect(page.items[0]?.records).toHaveLength(1)
    expect(page.metadata?.warnings).toEqual([
      `Contact: these are no ids of this kind of record: ${account}, nonsense.`,
      `Contact: deleted, or hidden from this user: ${gone}.`,
    ])
  })

  test('that were committed late are not missed: nothing remembers how far it read', async () => {
    const ids = generate(10)
    const before = await org.syncTable([{ tableMetadata: contact('Name'), externalIds: ids }])
    const CreatedDate = '2016-01-01T00:00:00Z'
    const late = org.sandbox.insert(ADA, 'Contact', [{ LastName: 'Late', CreatedDate, SystemModstamp: CreatedDate }])
    const after = await org.syncTable([{ tableMetadata: contact('Name'), externalIds: [...ids, ...late] }])
    expect([before, after].map(({ items }) => items[0]?.records?.length)).toEqual([10, 11])
  })

  test('are all there although the place in the answer was lost', async () => {
    org.sandbox.settings.queryPageCells = 2_000
    const ids = generate(1_500)
    org.sandbox.faults.add({ path: '/services/data/*/query/*', fault: { kind: 'error', name: 'invalidLocator' } })
    const page = await org.syncTable([{ tableMetadata: contact('Name', 'Email'), externalIds: ids }])
    expect(new Set(page.items[0]?.records?.map(({ externalId }) => externalId)).size).toBe(1_500)
    expect(page).not.toHaveProperty('metadata.warnings')
  })

  test('of one object are one table, in however many filters they stand', async () => {
    const [one = '', other = ''] = generate(2)
    const page = await org.syncTable([
      { tableMetadata: contact('Email'), externalIds: [one] },
      { tableMetadata: { ...contact('LastName'), metadataType: 'contact' }, externalIds: [other] },
    ])
    expect(page.items).toHaveLength(1)
    expect(page.items[0]?.records).toHaveLength(2)
    expect(Object.keys(cells(page.items[0]?.records?.[0]))).toEqual(['Email', 'LastName'])
  })
})

describe('the fields of a row', () => {
  test('are text, with instants in UTC and choices joined', async () => {
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

  test('asked for by name are there even when they are empty; of all fields, those that hold something', async () => {
    const id = await org.idOf('Project__c', 'Route planning')
    const read = async (fields: { name: string }[]) => {
      const page = await org.syncTable([{ tableMetadata: { metadataType: 'Project__c', fields }, externalIds: [id] }])
      return cells(page.items[0]?.records?.[0])
    }
    expect(await read([{ name: 'Budget__c' }, { name: 'phase__c' }])).toEqual({ Budget__c: '', Phase__c: 'Planning' })
    expect(await read([])).not.toHaveProperty('Budget__c')
  })

  test('are 800, read whole', async () => {
    const page = await org.syncTable([{ tableMetadata: { metadataType: 'Asset_Register__c' }, externalIds: [] }])
    expect(page.items[0]?.metadata.fields.length).toBeGreaterThan(800)
    expect(page.items[0]?.records).toHaveLength(5)
    expect(Object.keys(cells(page.items[0]?.records?.[0])).length).toBeGreaterThan(800)
    expect(org.sandbox.ledger.entries({}).filter(({ status }) => [414, 431].includes(status ?? 0))).toEqual([])
  })

  test('that are too much at once are read in two halves', async () => {
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
    const whole = [await read(ids), await read([])]
    for (const externalIds of [ids, []]) {
      org.sandbox.faults.add({ path: '/services/data/*/query', fault: { kind: 'response', status: 400, body } })
      expect(whole).toContainEqual(await read(externalIds))
    }
  })

  test('that the user cannot see are named, and are not passed off as empty', async () => {
    org.as(BILAL)
    const [id = ''] = generate(1)
    const page = await org.syncTable([{ tableMetadata: contact('LastName', 'Email', 'Gone__c'), externalIds: [id] }])
    expect(Object.keys(cells(page.items[0]?.records?.[0]))).toEqual(['LastName'])
    expect(warningsOf(page)).toBe(
      'Contact: this user cannot see Email, Gone__c, which may have been removed or hidden.',
    )
  })

  test('that vanish between description and query are left out with a warning', async () => {
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
  test('brings the rows that changed last', async () => {
    generate(300)
    const page = await org.syncTable([{ tableMetadata: contact('LastModifiedDate'), externalIds: [] }])
    const dates = (page.items[0]?.records ?? []).map((record) => cells(record).LastModifiedDate ?? '')
    expect(dates).toHaveLength(200)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  test('costs one call when nothing has changed', async () => {
    await org.syncTable([{ tableMetadata: contact('Name'), externalIds: [] }])
    const call = org.call()
    await org.syncTable([{ tableMetadata: contact('Name'), externalIds: [] }], call)
    expect(call.meter.calls).toBe(1)
  })
})

describe('what goes wrong', () => {
  test('with one object is named, and the others arrive', async () => {
    const page = await org.syncTable([
      { tableMetadata: { metadataType: 'Quote' }, externalIds: [] },
      { tableMetadata: contact('Name'), externalIds: [] },
      { tableMetadata: { metadataType: 'Contact; DROP' }, externalIds: ['x'] },
    ])
    expect(page.items.map(({ metadata }) => metadata.metadataType)).toEqual(['Contact'])
    expect(page.metadata?.warnings).toHaveLength(2)
    expect(warningsOf(page)).toContain('Contact; DROP x:')
  })

  test('when the calls of the day run out midway names every id that was not read', async () => {
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

  test('before anything was read is an error that says when to come back, never an empty table', async () => {
    org.sandbox.settings.dailyApiRequests = 0
    const problem = await problemOf(org.syncTable([{ tableMetadata: contact(), externalIds: [] }]))
    expect(problem).toMatchObject({ status: 429, parts: { retryAfter: 3_600_000 } })
  })

  test('with the session ends the request, whatever was read (rule 1)', async () => {
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

  test('for good in an org without an API is told to the administrator', async () => {
    org.as(LARS)
    const page = await org.syncTable([{ tableMetadata: contact(), externalIds: [] }])
    expect(warningsOf(page)).toContain('Ask your Salesforce administrator')
  })
})

describe('the description of a table', () => {
  test('speaks the words of the platform, choices included', async () => {
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

  test('names what this user cannot see, and an object the org has not got', async () => {
    org.as(BILAL)
    const page = await org.syncMetadata([
      { metadataType: 'Account', fields: [{ name: 'Name' }, { name: 'AnnualRevenue' }] },
      { metadataType: 'Project__c' },
    ])
    expect(page.items.map(({ metadata }) => metadata.fields.map(({ name }) => name))).toEqual([['Name']])
    expect(page.metadata?.warnings).toEqual([
      'Account: this user cannot see AnnualRevenue, which may have been removed or hidden.',
      expect.stringMatching(/^Project__c: Salesforce does not have this/),
    ])
  })

  test('is of the usual tables when none is named, and always fresh', async () => {
    const names = async () => (await org.syncMetadata([])).items.map(({ metadata }) => metadata.metadataType)
    expect(await names()).toEqual(['Account', 'Contact', 'Lead', 'Opportunity', 'Case'])
    org.sandbox.account(ADA).profile.objects.set('Lead', { read: false })
    expect(await names()).toEqual(['Account', 'Contact', 'Opportunity', 'Case'])
  })

  test('is remembered for nobody but the one who asked', async () => {
    await org.syncTable([{ tableMetadata: contact('Email'), externalIds: [] }])
    org.as(BILAL)
    const page = await org.syncTable([{ tableMetadata: contact('Email'), externalIds: [] }])
    expect(warningsOf(page)).toContain('cannot see Email')
  })
})
