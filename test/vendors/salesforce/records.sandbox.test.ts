import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { MAX_QUERY_LIMIT, type SearchCriterion } from '../../../src/contract/index.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { problemOf } from './builders.ts'
import { ADA, BILAL, cells, SandboxOrg } from './sandbox-org.ts'

let org: SandboxOrg
let halden: string
let ingrid: string

beforeEach(async () => {
  org = await SandboxOrg.start()
  halden = await org.idOf('Account', 'Halden Trelast AS')
  ingrid = await org.idOf('Contact', 'Ingrid Sørensen')
})
afterEach(() => org.sandbox.stop())

describe('the record behind a tag', () => {
  test("is a person, an organization or of the graph's type", async () => {
    const project = await org.idOf('Project__c', 'Halden warehouse')
    expect(
      await org.tags([
        { externalId: ingrid.slice(0, 15) },
        { externalId: halden },
        { externalId: project, tagType: 'topic', tagSubType: 'project' },
      ]),
    ).toEqual([
      {
        externalId: ingrid,
        tagType: 'person',
        alias: 'Ingrid Sørensen',
        email: 'ingrid@halden.example',
        uri: `${org.sandbox.origin}/lightning/r/Contact/${ingrid}/view`,
      },
      {
        externalId: halden,
        tagType: 'topic',
        tagSubType: 'organization',
        alias: 'Halden Trelast AS',
        url: 'http://www.halden.example',
        uri: `${org.sandbox.origin}/lightning/r/Account/${halden}/view`,
      },
      {
        externalId: project,
        tagType: 'topic',
        tagSubType: 'project',
        alias: 'Halden warehouse',
        uri: `${org.sandbox.origin}/lightning/r/Project__c/${project}/view`,
      },
    ])
  })

  test("is found by the tag's properties", async () => {
    const links = [{ provider: 'provider-hub', application: 'salesforce', externalId: halden }]
    expect(await org.tag({ alias: 'Ingrid', email: 'INGRID@halden.example' })).toMatchObject({ externalId: ingrid })
    expect(await org.tag({ tagType: 'topic', alias: 'sakurai', emailDomain: 'sakurai.example' })).toMatchObject({
      tagSubType: 'organization',
    })
    expect(await org.tag({ alias: 'x', externalIdLinks: links })).toMatchObject({ externalId: halden })
  })

  test('of many tags is fetched with few API calls', async () => {
    const ids = org.sandbox.generate(ADA, { object: 'Contact', count: 300, seed: 1 })
    const call = org.call()
    const tags = await org.tags(
      [...ids, halden].map((externalId) => ({ externalId })),
      call,
    )
    expect(tags).toMatchObject([...ids, halden].map((externalId) => ({ externalId })))
    expect(call.meter.calls).toBeLessThanOrEqual(5)
  })

  test('that does not exist is named', async () => {
    const tags = [
      { externalId: ingrid },
      { externalId: '0035e000009ZZZZ' },
      { email: 'nobody@nowhere.example' },
      { externalId: 'zzz5e000009ZZZZ' },
    ]
    expect(await problemOf(org.tags(tags) as Promise<unknown>)).toMatchObject({
      status: 404,
      options: { errors: [{ pointer: '#/tags/1' }, { pointer: '#/tags/2' }, { pointer: '#/tags/3' }] },
    })
    expect(await problemOf(org.tag({ alias: 'x' }) as Promise<unknown>)).toMatchObject({
      status: 404,
      options: { errors: [{ pointer: '#/tag' }] },
    })
  })
})

describe('the record behind a link', () => {
  test.each([
    ['its page', (id: string) => `/lightning/r/Account/${id}/view`],
    ['its page without the kind', (id: string) => `/lightning/r/${id}/view`],
    ['its page of old', (id: string) => `/one/one.app#/sObject/${id}/view`],
    ['a short link', (id: string) => `/${id}`],
    ['an id of 15 characters', (id: string) => `/${id.slice(0, 15)}`],
  ])('is found by %s', async (_, place) => {
    expect(await org.link(`${org.sandbox.origin}${place(halden)}`)).toEqual({
      blockType: 'document',
      provider: 'provider-hub',
      application: 'salesforce',
      externalId: halden,
      url: `${org.sandbox.origin}/lightning/r/Account/${halden}/view`,
      title: 'Halden Trelast AS',
      metadataType: 'Account',
      dateUpdated: Date.parse('2026-03-16T09:00:00Z'),
    })
  })

  test('has the title that people know it by', async () => {
    const title = async (soql: string) => {
      const [row] = await org.rows(soql)
      return (await org.link(`${org.sandbox.origin}/${row?.Id}`)).title
    }
    expect(await title("SELECT Id FROM Case WHERE Subject = 'Cannot log in'")).toMatch(/^\d{8}$/)
    expect(await title("SELECT Id FROM Task WHERE Subject = 'Call'")).toBe('Call')
  })

  test.each([
    ['another org', () => 'https://other.lightning.force.com/lightning/r/Account/0015c00002Lz9mUAAR/view'],
    ['a list', () => `${org.sandbox.origin}/lightning/o/Account/list`],
    ['something else', () => 'https://docs.google.com/document/d/0015c00002Lz9mU/edit'],
  ])('is not requested if the link is to %s', async (_, link) => {
    const call = org.call()
    expect(await problemOf(org.link(link(), call))).toMatchObject({ status: 404, problem: 'not-found' })
    expect(call.meter.calls).toBe(0)
  })

  test.each([
    [
      'deleted',
      async () => (await org.rows('SELECT Id FROM Contact LIMIT 1')) && '/lightning/r/Contact/0035e000009ZZZZ/view',
    ],
    ['of a kind that is hidden', async () => `/lightning/r/Quote/0015e000009ZZZZ/view`],
    ['of no kind that is known', async () => '/zzz5e000009ZZZZ'],
    ['of another kind than the link says', async () => `/lightning/r/Contact/${halden}/view`],
  ])('is not found if it is %s', async (_, place) => {
    expect(await problemOf(org.link(`${org.sandbox.origin}${await place()}`))).toMatchObject({ status: 404 })
  })
})

describe('a query', () => {
  const names = async (...searchCriteria: SearchCriterion[]) => {
    const { records } = await org.query({ metadataType: 'Project__c', searchCriteria, limit: 200 })
    return records.map(({ title }) => title).sort()
  }

  test.each<[SearchCriterion, string[]]>([
    [{ fieldName: 'Name', operator: 'eq', value: 'route PLANNING' }, ['Route planning']],
    [{ fieldName: 'Name', operator: 'contains', value: 'planning' }, ['Route planning']],
    [{ fieldName: 'Name', operator: 'startsWith', value: 'Halden' }, ['Halden warehouse']],
    [{ fieldName: 'Name', operator: 'endsWith', value: 'idea' }, ['Shelved idea']],
    [{ fieldName: 'Name', operator: 'notContains', value: 'e' }, ['検査装置 導入']],
    [{ fieldName: 'Name', operator: 'contains', value: '%' }, []],
    [{ fieldName: 'Phase__c', operator: 'in', values: ['Running', 'Parked'] }, ['Halden warehouse', 'Shelved idea']],
    [{ fieldName: 'phase__C', operator: 'notIn', values: ['Running', 'Parked', 'Planning'] }, ['検査装置 導入']],
    [{ fieldName: 'Regions__c', operator: 'contains', value: 'EMEA' }, ['Halden warehouse']],
    [{ fieldName: 'Regions__c', operator: 'in', values: ['APAC', 'EMEA'] }, ['Halden warehouse', '検査装置 導入']],
    [{ fieldName: 'Budget__c', operator: 'gt', value: 1000 }, ['Halden warehouse']],
    [{ fieldName: 'Budget__c', operator: 'between', values: [180_000, '180000'] }, ['Halden warehouse']],
    [{ fieldName: 'Budget__c', operator: 'isNull' }, ['Route planning', 'Shelved idea', '検査装置 導入']],
    [{ fieldName: 'Confidential__c', operator: 'eq', value: true }, ['Halden warehouse']],
    [{ fieldName: 'Kick_Off__c', operator: 'eq', value: '2026-02-04' }, ['Halden warehouse']],
    [{ fieldName: 'Kick_Off__c', operator: 'gt', value: '2026-02-04' }, []],
    [{ fieldName: 'Kick_Off__c', operator: 'lte', value: Date.parse('2026-02-04T08:30:00Z') }, ['Halden warehouse']],
    [{ fieldName: 'CreatedDate', operator: 'lt', value: '2018-01-01' }, ['Shelved idea']],
    [{ fieldName: 'Start_Date__c', operator: 'isNotNull' }, ['Halden warehouse']],
    [{ fieldName: 'Sponsor__c', operator: 'eq', value: '桜井 遥' }, ['検査装置 導入']],
  ])('has the same meaning in Salesforce as on the platform: %j', async (criterion, expected) => {
    expect(await names(criterion)).toEqual(expected)
  })

  test('combines all criteria, including references by id', async () => {
    const criteria: SearchCriterion[] = [
      { fieldName: 'Account__c', operator: 'eq', value: halden.slice(0, 15) },
      { fieldName: 'Progress__c', operator: 'gte', value: 35 },
    ]
    expect(await names(...criteria)).toEqual(['Halden warehouse'])
    expect(await names(...criteria, { fieldName: 'Headcount__c', operator: 'lt', value: 7 })).toEqual([])
  })

  test.each(["' OR Name != '", "x' OR Name LIKE '%", '\\', "%' OR Id != null OR Name LIKE '"])(
    'cannot be extended by a value: %s',
    async (value) => {
      for (const operator of ['eq', 'contains', 'startsWith', 'endsWith'] as const) {
        expect(await names({ fieldName: 'Name', operator, value })).toEqual([])
      }
      expect(await names({ fieldName: 'Name', operator: 'in', values: [value] })).toEqual([])
    },
  )

  test('returns exactly whether there are more', async () => {
    org.sandbox.generate(ADA, { object: 'Case', count: 30, seed: 1 })
    const total = (await org.rows('SELECT Id FROM Case')).length
    const page = async (limit?: number) => {
      const { records, hasMore } = await org.query({
        metadataType: 'Case',
        ...omitUndefined({ limit: limit || undefined }),
      })
      return [records.length, hasMore]
    }
    expect(await page()).toEqual([25, true])
    expect(await page(total)).toEqual([total, false])
    expect(await page(total - 1)).toEqual([total - 1, true])
    org.sandbox.generate(ADA, { object: 'Case', count: 200, seed: 2 })
    expect(await page(1_000)).toEqual([MAX_QUERY_LIMIT, true])
  })

  test('returns the requested fields, empty or not, and a title', async () => {
    const { records } = await org.query({
      metadataType: 'Project__c',
      searchCriteria: [{ fieldName: 'Name', operator: 'eq', value: 'Route planning' }],
      returnFields: ['budget__c', 'Phase__c'],
    })
    expect(records).toEqual([
      {
        provider: 'provider-hub',
        application: 'salesforce',
        metadataType: 'Project__c',
        externalId: expect.stringMatching(/^a00/),
        title: 'Route planning',
        uri: expect.stringMatching(/\/lightning\/r\/Project__c\/a00\w{15}\/view$/),
        values: [
          { name: 'Budget__c', value: '' },
          { name: 'Phase__c', value: 'Planning' },
        ],
      },
    ])
    const unselected = await org.query({ metadataType: 'Project__c', limit: 1 })
    expect(Object.keys(cells(unselected.records[0])).length).toBeGreaterThan(5)
  })

  test('of an object with 800 fields returns all of them', async () => {
    const { records, hasMore } = await org.query({ metadataType: 'Asset_Register__c', limit: 2 })
    expect([records.length, hasMore]).toEqual([2, true])
    expect(Object.keys(cells(records[0])).length).toBeGreaterThan(800)
  })

  test.each<[string, object, string]>([
    ['an object that is not there', { metadataType: 'Quote' }, '#/metadataType'],
    ['an object that is none', { metadataType: "Account WHERE Name != '" }, '#/metadataType'],
    [
      'a field that is not there',
      { metadataType: 'Account', searchCriteria: [{ fieldName: 'Bacon', operator: 'eq', value: 1 }] },
      '#/searchCriteria/0/fieldName',
    ],
    [
      'a field that is hidden',
      { metadataType: 'Account', searchCriteria: [{ fieldName: 'AnnualRevenue', operator: 'gt', value: 1 }] },
      '#/searchCriteria/0/fieldName',
    ],
    [
      'a field of another object',
      { metadataType: 'Contact', searchCriteria: [{ fieldName: 'Account.Name', operator: 'eq', value: 'x' }] },
      '#/searchCriteria/0/fieldName',
    ],
    [
      'an operator its type has not',
      {
        metadataType: 'Account',
        searchCriteria: [
          { fieldName: 'Name', operator: 'eq', value: 'x' },
          { fieldName: 'Id', operator: 'contains', value: 'x' },
        ],
      },
      '#/searchCriteria/1/operator',
    ],
    [
      'a value it cannot be compared with',
      { metadataType: 'Account', searchCriteria: [{ fieldName: 'CreatedDate', operator: 'gt', value: 'x' }] },
      '#/searchCriteria/0/value',
    ],
    [
      'too few values',
      {
        metadataType: 'Account',
        searchCriteria: [{ fieldName: 'CreatedDate', operator: 'between', values: ['2026-01-01'] }],
      },
      '#/searchCriteria/0/values',
    ],
    [
      'a field to return that is not there',
      { metadataType: 'Account', returnFields: ['Name', 'Bacon'] },
      '#/returnFields/1',
    ],
  ])('with %s is rejected before any record is requested', async (_, request, pointer) => {
    org.as(BILAL)
    const problem = await problemOf(org.query(request as never))
    expect(problem).toMatchObject({ status: 400, options: { errors: [{ pointer }] } })
    expect(org.sandbox.ledger.count({ path: '/services/data/*/query', account: BILAL })).toBe(0)
  })

  test('for one of no values requests no records', async () => {
    expect(await names({ fieldName: 'Name', operator: 'in', values: [] })).toEqual([])
    expect(await names({ fieldName: 'Name', operator: 'notIn', values: [] })).toHaveLength(4)
  })
})
