import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, BILAL, type Client, column } from '../harness.ts'

let salesforce: SalesforceSandbox

beforeEach(async () => {
  salesforce = await startSalesforce()
})
afterEach(() => salesforce.stop())

const BAD_LOCATOR = [{ errorCode: 'INVALID_QUERY_LOCATOR', message: 'invalid query locator' }]
const fill = (count: number) => salesforce.generate(ADA, { object: 'Contact', count, seed: 3 })
const ALL = 'SELECT Id, Name FROM Contact ORDER BY SystemModstamp, Id'

const readAll = async (client: Client, soql: string, headers = {}) => {
  let reply = await client.query(soql, headers)
  const pages = [reply]
  while (!reply.body.done) {
    reply = await client.get(reply.body.nextRecordsUrl, headers)
    pages.push(reply)
  }
  return pages
}

describe('a long result', () => {
  test('has 2,000 rows per page, and every row once', async () => {
    fill(12_000)
    const pages = await readAll(as(salesforce), ALL)
    expect(pages.map(({ body }) => body.records.length)).toEqual([2000, 2000, 2000, 2000, 2000, 2000, 12])
    expect(pages.every(({ body }) => body.totalSize === 12_012)).toBe(true)
    expect(pages[0]?.body.nextRecordsUrl).toMatch(/^\/services\/data\/v62.0\/query\/01g[A-Za-z0-9]{15}-2000$/)
    expect(new Set(pages.flatMap((page) => column(page, 'Id'))).size).toBe(12_012)
  })

  test.each([
    ['batchSize=500', 500],
    ['batchSize=10', 200],
    ['batchSize=5000', 2000],
  ])('with Sforce-Query-Options: %s has pages of %i', async (options, size) => {
    fill(2_500)
    const { body } = await as(salesforce).query(ALL, { 'sforce-query-options': options })
    expect(body.records).toHaveLength(size)
  })

  test('has shorter pages when the rows are wide', async () => {
    salesforce.settings.queryPageCells = 1_602
    const fields = Array.from({ length: 800 }, (_, index) => `Reading_${String(index + 1).padStart(3, '0')}__c`)
    const pages = await readAll(as(salesforce), `SELECT Id, ${fields.join()} FROM Asset_Register__c`)
    expect(pages.map(({ body }) => body.records.length)).toEqual([2, 2, 1])
    expect(Object.keys(pages[0]?.body.records[0])).toHaveLength(802)
  })

  test('returns rows as they were at the time of the query', async () => {
    fill(2_500)
    const ada = as(salesforce)
    const { body } = await ada.query(ALL)
    const last = (await ada.query('SELECT Id FROM Contact ORDER BY SystemModstamp DESC, Id DESC LIMIT 1')).body
      .records[0]
    await ada.patch(`/sobjects/Contact/${last.Id}`, { LastName: 'Changed' })
    const rest = await ada.get(body.nextRecordsUrl)
    expect(column(rest, 'Id')).toContain(last.Id)
    expect(column(rest, 'Name')).not.toContain('Changed')
  })
})

describe('a query locator', () => {
  const open = async (client: Client) => (await client.query(ALL)).body.nextRecordsUrl

  test('is only valid with its session', async () => {
    fill(2_500)
    const url = await open(as(salesforce))
    const refreshed = await as(salesforce).get(url)
    expect([refreshed.status, refreshed.body]).toEqual([400, BAD_LOCATOR])
  })

  test('is not valid for other users and other positions', async () => {
    fill(2_500)
    const ada = as(salesforce)
    const url = await open(ada)
    expect((await as(salesforce, BILAL).get(url)).body).toEqual(BAD_LOCATOR)
    for (const wrong of [url.replace('-2000', '-99999'), url.replace('-2000', ''), `${url}x`]) {
      expect((await ada.get(wrong)).body).toEqual(BAD_LOCATOR)
    }
    expect((await ada.get(url)).status).toBe(200)
    expect((await ada.get(url)).status).toBe(200)
  })

  test('is closed by the eleventh cursor of the same user', async () => {
    fill(2_500)
    const ada = as(salesforce)
    const urls = []
    for (let count = 0; count < 11; count++) urls.push(await open(ada))
    expect((await ada.get(urls[0])).body).toEqual(BAD_LOCATOR)
    expect((await ada.get(urls[1])).status).toBe(200)
  })
})

describe('rows in the recycle bin', () => {
  test('are returned by queryAll only', async () => {
    const ada = as(salesforce)
    const soql = "SELECT Name, IsDeleted FROM Contact WHERE Email LIKE '%@halden.example' ORDER BY Name"
    expect(column(await ada.query(soql), 'Name')).toEqual(['Ingrid Sørensen', 'Lars Ødegård'])
    expect((await ada.queryAll(soql)).body.records).toMatchObject([
      { Name: 'Ingrid Sørensen', IsDeleted: false },
      { Name: 'Lars Ødegård', IsDeleted: false },
      { Name: 'Nils Berg', IsDeleted: true },
    ])
    expect((await ada.query('SELECT COUNT() FROM Account WHERE IsDeleted = true')).body.totalSize).toBe(0)
    expect((await ada.queryAll('SELECT COUNT() FROM Account WHERE IsDeleted = true')).body.totalSize).toBe(1)
  })
})

describe('rows that are committed late', () => {
  test('may have an earlier timestamp than rows that were already read', async () => {
    const ada = as(salesforce)
    const seen = await ada.query('SELECT Id, SystemModstamp FROM Account ORDER BY SystemModstamp DESC LIMIT 1')
    const [late] = salesforce.insert(ADA, 'Account', [{ Name: 'Late', SystemModstamp: '2026-03-16T08:59:00Z' }])
    const stamp = seen.body.records[0].SystemModstamp.replace('.000+0000', 'Z')
    const newerRows = await ada.query(`SELECT Id FROM Account WHERE SystemModstamp > ${stamp}`)
    expect(newerRows.body.totalSize).toBe(0)
    const lateRows = await ada.query('SELECT Id FROM Account WHERE SystemModstamp = 2026-03-16T08:59:00Z')
    expect(column(lateRows, 'Id')).toEqual([late])
  })
})
