import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, BILAL, type Client } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeAll(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterAll(() => salesforce.stop())

const names = async (sosl: string, client = ada) => {
  const { status, body } = await client.search(sosl)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body.searchRecords.map((record: { Name: string }) => record.Name)
}
const DESK = ['Dispatch Desk', 'Priya Nair', 'Tom Becker']

describe('a search', () => {
  test.each([
    ['FIND {dispatch@kestrel.example} IN EMAIL FIELDS RETURNING Contact(Name)', DESK],
    ['find {DISPATCH} in email fields returning contact(name)', DESK],
    ['FIND {disp*} IN EMAIL FIELDS RETURNING Contact(Name)', DESK],
    ['FIND {disp} IN EMAIL FIELDS RETURNING Contact(Name)', []],
    ['FIND {dispatc?} IN EMAIL FIELDS RETURNING Contact(Name)', DESK],
    ['FIND {dispatch} IN NAME FIELDS RETURNING Contact(Name)', ['Dispatch Desk']],
    ['FIND {priya OR tom} IN NAME FIELDS RETURNING Contact(Name)', ['Priya Nair', 'Tom Becker']],
    ['FIND {priya tom} IN NAME FIELDS RETURNING Contact(Name)', []],
    ['FIND {desk AND dispatch} RETURNING Contact(Name)', ['Dispatch Desk']],
    ['FIND {dispatch AND NOT (desk OR kestrel)} IN NAME FIELDS RETURNING Contact(Name)', []],
    [
      'FIND {"kestrel freight"} RETURNING Account(Name ORDER BY Name)',
      ['Kestrel Freight – Seattle', 'Kestrel Freight, Inc.'],
    ],
    ['FIND {"freight kestrel"} RETURNING Account(Name)', []],
    [
      "FIND {siobhan.o\\'connor\\+crm@volna.example} IN EMAIL FIELDS RETURNING Contact(Name)",
      ["Siobhán O'Connor-D'Arcy"],
    ],
    ["FIND {O\\'Connor\\-D\\'Arcy} IN NAME FIELDS RETURNING Contact(Name)", ["Siobhán O'Connor-D'Arcy"]],
    ['FIND {桜井精密株式会社} RETURNING Account(Name)', ['桜井精密株式会社']],
    [
      "FIND {kestrel} IN ALL FIELDS RETURNING Contact(Name WHERE LastName LIKE 'B%' LIMIT 5), Account(Name ORDER BY Name LIMIT 1)",
      ['Tom Becker', 'Kestrel Freight – Seattle'],
    ],
    ['FIND {dispatch} IN EMAIL FIELDS RETURNING Contact(Name) LIMIT 2', DESK.slice(0, 2)],
    ['FIND {nils} RETURNING Contact(Name)', []],
  ])('%s', async (sosl, found) => {
    expect(await names(sosl)).toEqual(found)
  })

  test('returns records in Salesforce’s form, with ids only unless fields are requested', async () => {
    const { body } = await ada.search('FIND {desk} IN NAME FIELDS RETURNING Contact')
    expect(body).toEqual({
      searchRecords: [
        {
          attributes: { type: 'Contact', url: expect.stringContaining('/sobjects/Contact/003') },
          Id: expect.any(String),
        },
      ],
    })
  })

  test('without RETURNING searches all searchable objects', async () => {
    const { body } = await ada.search('FIND {maya@kestrel.example} IN EMAIL FIELDS')
    const types = body.searchRecords.map((record: { attributes: { type: string } }) => record.attributes.type)
    expect(types).toEqual(['Contact', 'Lead'])
  })

  test('searches only the fields that the user can see', async () => {
    const sosl = 'FIND {dispatch} IN EMAIL FIELDS RETURNING Contact(Name)'
    expect(await names(sosl, as(salesforce, BILAL))).toEqual([])
  })

  test('that is too long returns no results and no error', async () => {
    const long = `FIND {dispatch} IN EMAIL FIELDS RETURNING Contact(Name WHERE ${Array(300).fill("LastName LIKE '%a%'").join(' OR ')} OR LastName LIKE '%${'x'.repeat(4000)}%')`
    expect(long.length).toBeGreaterThan(10_000)
    expect(await names(long)).toEqual([])
  })

  test('finds written rows after searchLagMs', async () => {
    const [id] = salesforce.insert(ADA, 'Contact', [{ LastName: 'Freshly' }])
    salesforce.settings.searchLagMs = 5_000
    expect((await ada.search('FIND {freshly} RETURNING Contact')).body.searchRecords).toEqual([])
    salesforce.clock.advance(5_000)
    expect((await ada.search('FIND {freshly} RETURNING Contact')).body.searchRecords).toMatchObject([{ Id: id }])
    salesforce.settings.searchLagMs = 0
  })
})

describe('an invalid search', () => {
  test.each(['FIND dispatch', 'FIND {}', 'FIND { }', '', 'RETURNING Contact'])('%j has no term', async (sosl) => {
    const { status, body } = await ada.search(sosl)
    const message = 'No search term found. The search term must be enclosed in braces.'
    expect([status, body]).toEqual([400, [{ errorCode: 'MALFORMED_SEARCH', message }]])
  })

  test.each([
    "o'connor",
    'a-b',
    'a+b',
    'a&b',
    'a|b',
    'a!b',
    'a^b',
    'a~b',
    'a:b',
    'ab[c]',
    '(ab',
    'ab)',
    '"ab',
    'ab OR',
    'x',
  ])('FIND {%s} is rejected', async (term) => {
    const { status, body } = await ada.search(`FIND {${term}} RETURNING Contact`)
    expect([status, body[0].errorCode]).toEqual([400, 'MALFORMED_SEARCH'])
  })

  test.each([
    ['FIND {desk} IN WRONG FIELDS RETURNING Contact', 'MALFORMED_SEARCH'],
    ['FIND {desk} RETURNING Nonsense(Id)', 'INVALID_TYPE'],
    ['FIND {desk} RETURNING Contact(Nope)', 'INVALID_FIELD'],
    ["FIND {desk} RETURNING Contact(Id WHERE Name = 'a' AND Name = 'b' OR Name = 'c')", 'MALFORMED_QUERY'],
  ])('%s', async (sosl, errorCode) => {
    const { status, body } = await ada.search(sosl)
    expect([status, body[0].errorCode]).toEqual([400, errorCode])
  })
})
