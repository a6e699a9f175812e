import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { as, type Client, column } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeAll(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterAll(() => salesforce.stop())

const HALDEN = 'Halden Trelast AS'
const KESTREL = 'Kestrel Freight, Inc.'
const SAKURAI = '桜井精密株式会社'

describe('WHERE', () => {
  test.each([
    ["Name = 'kestrel freight, inc.'", [KESTREL]],
    ["Name = 'KŌWHAI FOODS LTD'", ['Kōwhai Foods Ltd']],
    ["Name LIKE 'Kestrel%'", [KESTREL, 'Kestrel Freight – Seattle']],
    ["Name LIKE '%freight%' AND Rating = 'Hot'", [KESTREL]],
    ["Name LIKE 'K_strel Freight, Inc.'", [KESTREL]],
    ["Name LIKE '100\\% Organic\\_Foods'", ['100% Organic_Foods']],
    ["Name LIKE '%\\_%'", ['100% Organic_Foods']],
    ["Name = 'O\\'Malley \\\\ Sons'", ["O'Malley \\ Sons"]],
    ["Name LIKE '%\\\\\\\\%'", []],
    ["Name LIKE '%\\\\%'", ["O'Malley \\ Sons"]],
    ["Industry IN ('Media', 'Retail')", ['Студия «Волна»', "O'Malley \\ Sons"]],
    ["Industry NOT IN ('Media', 'Retail') AND Type != 'Prospect' AND AnnualRevenue > 0", [HALDEN, SAKURAI]],
    ['Website = null AND Industry = null', [HALDEN]],
    ["Website = '' AND Industry = null", [HALDEN]],
    ['AnnualRevenue >= 51500000 AND AnnualRevenue < 84000000', [SAKURAI]],
    ['AnnualRevenue <= 51500000.0', [SAKURAI]],
    ["(NOT Name LIKE '%e%') AND Website LIKE '%foods%'", ['100% Organic_Foods']],
    ["(Industry = 'Media' OR Industry = 'Retail') AND Website != null", ['Студия «Волна»']],
    ["Industry = 'Media' OR (Industry = 'Retail' AND Website = null)", ['Студия «Волна»', "O'Malley \\ Sons"]],
    ["Parent.Name = 'Kestrel Freight, Inc.'", ['Kestrel Freight – Seattle']],
    ["Id IN (SELECT AccountId FROM Contact WHERE Email LIKE 'haruka%')", [SAKURAI]],
    ["Id IN (SELECT Account__c FROM Project__c WHERE Phase__c = 'Planning')", [KESTREL]],
    ["a.Name = 'kestrel freight, inc.'", [KESTREL]],
  ])('%s', async (where, names) => {
    const reply = await ada.query(`SELECT Name FROM Account a WHERE ${where} ORDER BY CreatedDate DESC, Id`)
    expect(column(reply, 'Name')).toEqual(names)
  })

  test('compares ids of 15 and of 18 characters', async () => {
    const { body } = await ada.query(`SELECT Id FROM Account WHERE Name = '${SAKURAI}'`)
    const { Id } = body.records[0]
    expect(column(await ada.query(`SELECT Name FROM Account WHERE Id = '${Id.slice(0, 15)}'`), 'Name')).toEqual([
      SAKURAI,
    ])
    expect((await ada.query(`SELECT Name FROM Contact WHERE AccountId = '${Id.slice(0, 15)}'`)).body.totalSize).toBe(2)
    expect((await ada.query(`SELECT COUNT() FROM Account WHERE Id > '${Id}'`)).body.totalSize).toBe(7)
  })

  test.each([
    ["Regions__c INCLUDES ('EMEA')", ['Halden warehouse']],
    ["Regions__c INCLUDES ('EMEA;North America', 'APAC')", ['Halden warehouse', '検査装置 導入']],
    ["Regions__c INCLUDES ('EMEA;APAC')", []],
    ["Regions__c EXCLUDES ('EMEA')", ['検査装置 導入', 'Route planning', 'Shelved idea']],
    ["Regions__c = 'North America;EMEA'", ['Halden warehouse']],
    ['Confidential__c = true', ['Halden warehouse']],
    ['Confidential__c = FALSE AND Budget__c = null', ['検査装置 導入', 'Route planning', 'Shelved idea']],
    ['Effort_Days__c = 120.5', ['Halden warehouse']],
    ["Account__r.Owner.Username = 'ada@meridian.example.crm' AND Phase__c = 'Running'", ['Halden warehouse']],
  ])('over a custom object: %s', async (where, names) => {
    expect(column(await ada.query(`SELECT Name FROM Project__c WHERE ${where}`), 'Name')).toEqual(names)
  })

  test.each([
    ['CreatedDate < 2017-01-01T00:00:00Z', 1],
    ['CreatedDate = 2016-02-29T07:15:00Z', 1],
    ['CreatedDate = 2016-02-29T08:15:00+01:00', 1],
    ['CreatedDate = 2016-02-29T08:15:00.000+0100', 1],
    ['CreatedDate != 2016-02-29T07:15:00Z', 8],
    ['CreatedDate = TODAY', 8],
    ['CreatedDate < LAST_N_YEARS:5', 1],
  ])('over a datetime: %s finds %i accounts', async (where, count) => {
    expect((await ada.query(`SELECT COUNT() FROM Account WHERE ${where}`)).body.totalSize).toBe(count)
  })

  test.each([
    ['CloseDate = NEXT_N_DAYS:30', 2],
    ['CloseDate > NEXT_N_DAYS:30', 3],
    ['CloseDate >= 2026-04-03 AND CloseDate <= 2026-04-15', 2],
    ['CloseDate = LAST_YEAR', 1],
    ['IsClosed = false AND CloseDate = THIS_QUARTER', 0],
    ['CloseDate IN (2026-04-03, 2026-04-15)', 2],
  ])('over a date: %s finds %i opportunities', async (where, count) => {
    expect((await ada.query(`SELECT COUNT() FROM Opportunity WHERE ${where}`)).body.totalSize).toBe(count)
  })
})

describe('ORDER BY, LIMIT and OFFSET', () => {
  const names = async (rest: string) => column(await ada.query(`SELECT Name FROM Opportunity ${rest}`), 'Name')

  test('put nulls first by default', async () => {
    const kestrel = 'Kestrel – route planning'
    expect((await names('ORDER BY Amount'))[0]).toBe(kestrel)
    expect((await names('ORDER BY Amount DESC'))[0]).toBe(kestrel)
    expect((await names('ORDER BY Amount NULLS LAST')).at(-1)).toBe(kestrel)
    expect((await names('ORDER BY Amount DESC NULLS LAST'))[0]).toBe('Halden – framework renewal')
  })

  test('sort by several fields, also of parents', async () => {
    const all = await names('ORDER BY Account.Name, CloseDate DESC')
    expect(all.slice(0, 3)).toEqual(['Halden – warehouse pilot', 'Halden – framework renewal', 'Halden – 2025 order'])
  })

  test('limit the records and the totalSize', async () => {
    const all = await names('ORDER BY Name')
    expect(await names('ORDER BY Name LIMIT 2 OFFSET 3')).toEqual(all.slice(3, 5))
    expect((await ada.query('SELECT Id FROM Opportunity LIMIT 3')).body.totalSize).toBe(3)
    expect((await ada.query('SELECT COUNT() FROM Opportunity LIMIT 3')).body.totalSize).toBe(3)
  })
})

describe('SELECT', () => {
  test('returns records in Salesforce’s form', async () => {
    const { body } = await ada.query(
      `SELECT Id, name, Owner.Name, parentid, Parent.Name, BillingAddress, CreatedDate FROM account WHERE Name = '${HALDEN}' ORDER BY Id LIMIT 1`,
    )
    expect(body).toEqual({
      totalSize: 1,
      done: true,
      records: [
        {
          attributes: {
            type: 'Account',
            url: expect.stringMatching(/^\/services\/data\/v62.0\/sobjects\/Account\/001/),
          },
          Id: expect.stringMatching(/^001.{15}$/),
          Name: HALDEN,
          Owner: {
            attributes: { type: 'User', url: expect.stringContaining('/sobjects/User/005') },
            Name: 'Ada Moreau',
          },
          ParentId: null,
          Parent: null,
          BillingAddress: expect.objectContaining({ city: 'Halden', country: 'Norway', street: null, latitude: null }),
          CreatedDate: '2026-03-16T09:00:00.000+0000',
        },
      ],
    })
  })

  test('returns the type of the target of a polymorphic reference', async () => {
    const { body } = await ada.query("SELECT What.Name, What.Type, Who.Name FROM Task WHERE Subject LIKE 'Send%'")
    expect(body.records[0]).toMatchObject({
      What: { attributes: { type: 'Opportunity' }, Name: 'Halden – framework renewal', Type: 'Opportunity' },
      Who: { attributes: { type: 'Contact' }, Name: 'Ingrid Sørensen' },
    })
  })

  test('returns filtered and sorted children, or null when there are none', async () => {
    const { body } = await ada.query(
      "SELECT Name, (SELECT LastName FROM Contacts WHERE Email LIKE '%@halden.example' ORDER BY LastName DESC LIMIT 1) FROM Account WHERE Website LIKE '%halden%' OR Industry = 'Retail'",
    )
    expect(body.records[0].Contacts).toMatchObject({ totalSize: 1, done: true, records: [{ LastName: 'Ødegård' }] })
    expect(body.records[1].Contacts).toBeNull()
  })

  test('expands FIELDS() to all fields that the user can see', async () => {
    const { body } = await ada.query('SELECT FIELDS(ALL) FROM Project__c LIMIT 200')
    const described = await ada.get('/sobjects/Project__c/describe')
    expect(Object.keys(body.records[0])).toHaveLength(described.body.fields.length + 1)
    const custom = await ada.query('SELECT FIELDS(CUSTOM) FROM Account LIMIT 1')
    expect(Object.keys(custom.body.records[0])).toEqual(['attributes', 'Customer_Number__c'])
    expect((await ada.query('SELECT FIELDS(STANDARD) FROM Account')).status).toBe(200)
  })

  test('returns the path of blob fields', async () => {
    const { body } = await ada.query('SELECT Id, Content FROM ContentNote')
    const [{ Id, Content }] = body.records
    expect(Content).toBe(`/services/data/v62.0/sobjects/ContentNote/${Id}/Content`)
  })
})

describe('groups', () => {
  const records = async (soql: string) => (await ada.query(soql)).body.records

  test('are counted, summed and compared', async () => {
    expect(
      await records(
        'SELECT StageName, COUNT(Id) n, SUM(Amount) FROM Opportunity WHERE IsClosed = true GROUP BY StageName',
      ),
    ).toEqual([
      { attributes: { type: 'AggregateResult' }, StageName: 'Closed Won', n: 1, expr0: 96_000 },
      { attributes: { type: 'AggregateResult' }, StageName: 'Closed Lost', n: 1, expr0: 12_000 },
    ])
    expect(await records('SELECT MIN(CloseDate) a, MAX(CreatedDate) b, AVG(Probability) c FROM Opportunity')).toEqual([
      {
        attributes: { type: 'AggregateResult' },
        a: '2025-10-27',
        b: '2026-03-16T09:00:00.000+0000',
        c: expect.closeTo(43.571, 3),
      },
    ])
    expect(await records('SELECT COUNT(Amount) a, COUNT_DISTINCT(AccountId) b, COUNT(Id) c FROM Opportunity')).toEqual([
      { attributes: { type: 'AggregateResult' }, a: 6, b: 4, c: 7 },
    ])
  })

  test('are filtered by HAVING and sorted', async () => {
    const found = await records(
      'SELECT Account.Name, COUNT(Id) n FROM Contact GROUP BY Account.Name HAVING COUNT(Id) >= 2 AND Account.Name != null ORDER BY COUNT(Id) DESC, Account.Name',
    )
    expect(found.map(({ Name, n }: { Name: string; n: number }) => [Name, n])).toEqual([
      [KESTREL, 5],
      [HALDEN, 3],
      [SAKURAI, 2],
    ])
  })

  test('are a single one without GROUP BY, even without rows', async () => {
    expect(await records("SELECT COUNT(Id) n, SUM(Amount) s FROM Opportunity WHERE Name = 'none'")).toEqual([
      { attributes: { type: 'AggregateResult' }, n: 0, s: null },
    ])
    expect((await ada.query('SELECT COUNT() FROM Opportunity')).body).toEqual({ totalSize: 7, done: true, records: [] })
  })
})
