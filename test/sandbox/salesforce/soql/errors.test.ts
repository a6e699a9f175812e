import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { as, BILAL, type Client, MAYA } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeAll(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterAll(() => salesforce.stop())

const refusal = async (soql: string, client = ada) => {
  const { status, body } = await client.query(soql)
  if (status !== 400) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return [body[0].errorCode, body[0].message] as const
}

describe('the grammar', () => {
  test.each([
    ['an empty statement', '', 'A query string has to be specified'],
    ['a misspelt word', 'SELECT Id FORM Account', 'unexpected token'],
    ['no field', 'SELECT FROM Account', 'unexpected token'],
    ['a star', 'SELECT * FROM Account', 'unexpected token'],
    ['something behind the end', 'SELECT Id FROM Account LIMIT 1 garbage', 'unexpected token'],
    ['clauses in another order', 'SELECT Id FROM Account LIMIT 1 ORDER BY Name', 'unexpected token'],
    ['an open parenthesis', "SELECT Id FROM Account WHERE (Name = 'a'", 'unexpected token'],
    ['an open string', "SELECT Id FROM Account WHERE Name = 'a", 'unexpected token'],
    ['a line break in a string', "SELECT Id FROM Account WHERE Name = 'a\nb'", 'unexpected token'],
    ['double quotes', 'SELECT Id FROM Account WHERE Name = "a"', 'unexpected token'],
    ['an empty list', 'SELECT Id FROM Account WHERE Name IN ()', 'unexpected token'],
    ['a bind variable', 'SELECT Id FROM Account WHERE Name = :name', 'unexpected token'],
    ['a negative limit', 'SELECT Id FROM Account LIMIT -1', 'unexpected token'],
    ['an unknown escape', "SELECT Id FROM Account WHERE Name = 'C:\\dir'", "Illegal character sequence '\\d'"],
    ['AND beside OR', "SELECT Id FROM Account WHERE Name = 'a' AND Name = 'b' OR Name = 'c'", "unexpected token: 'OR'"],
    [
      'OR beside AND',
      "SELECT Id FROM Account WHERE Name = 'a' OR Name = 'b' AND Name = 'c'",
      "unexpected token: 'AND'",
    ],
    ['a NOT behind AND', "SELECT Id FROM Account WHERE Name = 'a' AND NOT Name = 'b'", "unexpected token: 'NOT'"],
    ['AND behind a bare NOT', "SELECT Id FROM Account WHERE NOT Name = 'a' AND Name = 'b'", "unexpected token: 'AND'"],
    ['an alias without an aggregate', 'SELECT Name n FROM Account', 'only aggregate expressions use field aliasing'],
    ['FIELDS(ALL) without a limit', 'SELECT FIELDS(ALL) FROM Account', 'must have a LIMIT of at most 200'],
    [
      'FIELDS(CUSTOM) with a large one',
      'SELECT FIELDS(CUSTOM) FROM Account LIMIT 201',
      'must have a LIMIT of at most 200',
    ],
    ['COUNT() beside a field', 'SELECT COUNT(), Id FROM Account', 'COUNT() must be the only element'],
    [
      'a field outside of the groups',
      'SELECT Name, COUNT(Id) FROM Account GROUP BY Type',
      'Field must be grouped or aggregated: Name',
    ],
    ['groups by a long text', 'SELECT COUNT(Id) FROM Account GROUP BY Description', 'can not be grouped'],
    ['a sum of texts', 'SELECT SUM(Name) FROM Account', 'does not support aggregate operator SUM'],
    [
      'an order by long text',
      'SELECT Id FROM Account ORDER BY Description',
      "field 'Description' can not be sorted in a query call",
    ],
    [
      'an order by choices',
      'SELECT Id FROM Project__c ORDER BY Regions__c',
      "field 'Regions__c' can not be sorted in a query call",
    ],
    [
      'links without a filter',
      'SELECT Id FROM ContentDocumentLink',
      'Implementation restriction: ContentDocumentLink requires a filter',
    ],
    [
      'links by another field',
      "SELECT Id FROM ContentDocumentLink WHERE ShareType = 'V'",
      'Implementation restriction',
    ],
    ['a path that is too long', 'SELECT A.B.C.D.E.F.Name FROM Account', 'at most 5 relationships'],
  ])('rejects %s', async (_, soql, message) => {
    const [code, said] = await refusal(soql)
    expect(code).toBe('MALFORMED_QUERY')
    expect(said).toContain(message)
  })

  test('accepts strings of up to 4,000 characters', async () => {
    const of = (length: number) => ({
      compositeRequest: [
        {
          method: 'GET',
          url: `/services/data/v62.0/query?q=${encodeURIComponent(`SELECT Id FROM Account WHERE Name = '${'x'.repeat(length)}'`)}`,
          referenceId: 'long',
        },
      ],
    })
    const statusOf = async (length: number) =>
      (await ada.post('/composite', of(length))).body.compositeResponse[0].httpStatusCode
    expect([await statusOf(4_000), await statusOf(4_001)]).toEqual([200, 400])
  })

  test('limits OFFSET to 2,000 rows', async () => {
    expect(await refusal('SELECT Id FROM Account OFFSET 2001')).toEqual([
      'NUMBER_OUTSIDE_VALID_RANGE',
      'Maximum SOQL offset allowed is 2000',
    ])
  })
})

describe('names', () => {
  test('an error points at the unknown field', async () => {
    const soql = 'SELECT Bacon__c FROM Account LIMIT 2'
    const advice =
      "be sure to append the '__c' after the custom field name. Please reference your WSDL or the describe call"
    expect(await refusal(soql)).toEqual([
      'INVALID_FIELD',
      `\n${soql}\n       ^\nERROR at Row:1:Column:8\nNo such column 'Bacon__c' on entity 'Account'. If you are attempting to use a custom field, ${advice} for the appropriate names.`,
    ])
  })

  test('the position has a line, and ignores words within strings', async () => {
    const [, message] = await refusal("SELECT Id FROM Account\nWHERE Name = 'Nope' AND Nope = 1")
    expect(message).toContain('ERROR at Row:2:Column:25\n')
  })

  test.each([
    ['an unknown object', 'SELECT Id FROM Acount', 'INVALID_TYPE', "sObject type 'Acount' is not supported."],
    ['an unknown parent', 'SELECT Boss.Name FROM Account', 'INVALID_FIELD', "Didn't understand relationship 'Boss'"],
    [
      'a field of a parent',
      'SELECT Owner.Nope FROM Account',
      'INVALID_FIELD',
      "No such column 'Nope' on entity 'User'",
    ],
    ['a field only one parent has', 'SELECT What.StageName FROM Task', 'INVALID_FIELD', "on entity 'Name'"],
    ['an unknown list of children', 'SELECT (SELECT Id FROM Kids) FROM Account', 'INVALID_TYPE', "relationship 'Kids'"],
    ['an unknown field in WHERE', 'SELECT Id FROM Account WHERE Nope = 1', 'INVALID_FIELD', "No such column 'Nope'"],
    ['an unknown field in ORDER BY', 'SELECT Id FROM Account ORDER BY Nope', 'INVALID_FIELD', "No such column 'Nope'"],
    ['a field selected twice', 'SELECT Id, ID FROM Account', 'INVALID_FIELD', 'duplicate field selected: ID'],
  ])('%s', async (_, soql, errorCode, message) => {
    const [code, said] = await refusal(soql)
    expect(code).toBe(errorCode)
    expect(said).toContain(message)
  })

  test.each([
    ['a hidden field', 'SELECT AnnualRevenue FROM Account', "No such column 'AnnualRevenue'"],
    ['a hidden field as a filter', 'SELECT Id FROM Account WHERE AnnualRevenue > 1', "No such column 'AnnualRevenue'"],
    ['a hidden field of a parent', 'SELECT Account.AnnualRevenue FROM Contact', "No such column 'AnnualRevenue'"],
    ['a hidden object', 'SELECT Id FROM Project__c', "sObject type 'Project__c' is not supported"],
    ['hidden children', 'SELECT (SELECT Id FROM Projects__r) FROM Account', "relationship 'Projects__r'"],
  ])('%s does not exist for the user', async (_, soql, message) => {
    const [, said] = await refusal(soql, as(salesforce, BILAL))
    expect(said).toContain(message)
    expect((await ada.query(soql)).status).toBe(200)
  })

  test.each(['Case', 'ContentNote'])('%s is not supported in an org without it', async (object) => {
    const [code] = await refusal(`SELECT Id FROM ${object}`, as(salesforce, MAYA))
    expect(code).toBe('INVALID_TYPE')
    expect((await ada.query(`SELECT Id FROM ${object}`)).status).toBe(200)
  })
})

describe('criteria', () => {
  const typed = (field: string, type: string) =>
    `value of filter criterion for field '${field}' must be of type ${type} and should not be enclosed in quotes`
  test.each([
    ["CreatedDate > '2020-01-01T00:00:00Z'", 'INVALID_FIELD', typed('CreatedDate', 'dateTime')],
    ['CreatedDate > 2020-01-01', 'INVALID_FIELD', typed('CreatedDate', 'dateTime')],
    ['CreatedDate > 2020-13-45T00:00:00Z', 'INVALID_FIELD', typed('CreatedDate', 'dateTime')],
    ["NumberOfEmployees = '5'", 'INVALID_FIELD', typed('NumberOfEmployees', 'int')],
    ["IsDeleted = 'false'", 'INVALID_FIELD', typed('IsDeleted', 'boolean')],
    ['Name = 5', 'INVALID_FIELD', 'must be of type string and should be enclosed in quotes'],
    ['Name = TODAY', 'INVALID_FIELD', 'must be of type string and should be enclosed in quotes'],
    ["Id = 'abc'", 'INVALID_QUERY_FILTER_OPERATOR', 'invalid ID field: abc'],
    ["Id = '0015e0000004C92AAA'", 'INVALID_QUERY_FILTER_OPERATOR', 'invalid ID field: 0015e0000004C92AAA'],
    ["Id LIKE '001%'", 'INVALID_QUERY_FILTER_OPERATOR', 'invalid operator on id field'],
    ["NumberOfEmployees LIKE '3%'", 'INVALID_QUERY_FILTER_OPERATOR', 'invalid operator on int field'],
    ["Name INCLUDES ('a')", 'INVALID_QUERY_FILTER_OPERATOR', 'invalid operator on string field'],
    ['IsDeleted > false', 'INVALID_QUERY_FILTER_OPERATOR', 'invalid operator on boolean field'],
    ["Description LIKE '%x%'", 'INVALID_FIELD', "field 'Description' can not be filtered in a query call"],
    ['BillingAddress != null', 'INVALID_FIELD', 'Address fields can only be filtered using Distance expressions'],
  ])('%s', async (where, errorCode, message) => {
    const [code, said] = await refusal(`SELECT Id FROM Account WHERE ${where}`)
    expect(code).toBe(errorCode)
    expect(said).toContain(message)
  })

  test.each([
    'SELECT toLabel(Type) FROM Account',
    'SELECT Id FROM Account USING SCOPE mine',
    'SELECT Id FROM Account FOR VIEW',
  ])('SOQL that the sandbox does not support is not reported as invalid: %s', async (soql) => {
    const { status, body } = await ada.query(soql)
    expect([status, body[0].errorCode]).toEqual([500, 'UNKNOWN_EXCEPTION'])
    expect(body[0].message).toMatch(/^The sandbox does not evaluate/)
  })
})
