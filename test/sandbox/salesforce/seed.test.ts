import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { COMPANIES, PEOPLE } from '../../../sandbox/core/fixtures.ts'
import { type SalesforceSandbox, startSalesforce } from '../../../sandbox/salesforce/index.ts'
import { normalizeId } from '../../../sandbox/salesforce/org/ids.ts'
import { ADA, as, type Client, column } from './harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeAll(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterAll(() => salesforce.stop())

describe('the sample org', () => {
  test('has all people of the fixtures with the addresses that the other vendors use', async () => {
    for (const { email, company } of Object.values(PEOPLE)) {
      const objects = company === COMPANIES.meridian ? ['User'] : ['Contact', 'Lead']
      const found = await Promise.all(
        objects.map((object) => ada.query(`SELECT Id FROM ${object} WHERE Email = '${email}'`)),
      )
      const total = found.reduce((sum, { body }) => sum + body.totalSize, 0)
      expect([email, total > 0]).toEqual([email, true])
    }
  })

  test('has all companies but its own, with name and domain', async () => {
    const { body } = await ada.query('SELECT Name, Website FROM Account')
    for (const company of Object.values(COMPANIES)) {
      const isKnown = body.records.some(
        ({ Name, Website }: { Name: string; Website: string | null }) =>
          Name === company.name && Website?.includes(company.domain),
      )
      expect([company.name, isKnown]).toEqual([company.name, company !== COMPANIES.meridian])
    }
  })

  test('has rows that are hard to match: a shared address, a duplicate name and a person with two rows', async () => {
    const desk = await ada.query("SELECT Name FROM Contact WHERE Email = 'dispatch@kestrel.example'")
    expect(desk.body.totalSize).toBe(3)
    expect((await ada.query("SELECT Id FROM Account WHERE Name = 'Halden Trelast AS'")).body.totalSize).toBe(2)
    expect((await ada.query("SELECT Id FROM Lead WHERE Email = 'yulia@volna.example'")).body.totalSize).toBe(1)
    expect((await ada.query("SELECT Id FROM Account WHERE Website LIKE '%kestrel.example%'")).body.totalSize).toBe(2)
  })

  test('has open and closed opportunities and cases, and rows that are ten years old', async () => {
    for (const object of ['Opportunity', 'Case']) {
      const groups = await ada.query(`SELECT IsClosed, COUNT(Id) n FROM ${object} GROUP BY IsClosed ORDER BY IsClosed`)
      expect(column(groups, 'IsClosed')).toEqual([false, true])
    }
    const old = await ada.query('SELECT Name FROM Contact WHERE CreatedDate < LAST_N_YEARS:9')
    expect(column(old, 'Name')).toEqual(['Astrid Vik'])
  })

  test('has unique ids with correct checksums', async () => {
    const ids: unknown[] = []
    for (const { name } of (await ada.get('/sobjects')).body.sobjects) {
      if (['ContentDocumentLink', 'ContentNote'].includes(name)) continue
      ids.push(...column(await ada.queryAll(`SELECT Id FROM ${name}`), 'Id'))
    }
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(normalizeId(String(id))).toBe(id)
  })
})

describe('generated rows', () => {
  test('are the same for the same seed, and spread over ten years', async () => {
    const emails = async () => {
      const fresh = await startSalesforce()
      fresh.generate(ADA, { object: 'Contact', count: 300, seed: 11 })
      const { body } = await as(fresh).query("SELECT Email, CreatedDate FROM Contact WHERE Email LIKE 'person-%'")
      await fresh.stop()
      return body.records.map(({ Email, CreatedDate }: Record<string, string>) => [Email, CreatedDate])
    }
    const [first, second] = [await emails(), await emails()]
    expect(first).toEqual(second)
    expect(first).toHaveLength(300)
    const years = new Set(first.map(([, created]: [string, string]) => created.slice(0, 4)))
    expect(years.size).toBeGreaterThanOrEqual(10)
  })

  test.each(['Account', 'Contact', 'Lead', 'Opportunity', 'Case', 'Project__c'])('exist for %s', async (object) => {
    const initialCount = (await ada.query(`SELECT COUNT() FROM ${object}`)).body.totalSize
    expect(salesforce.generate(ADA, { object, count: 25, seed: 1 })).toHaveLength(25)
    expect((await ada.query(`SELECT COUNT() FROM ${object}`)).body.totalSize).toBe(initialCount + 25)
  })

  test('cannot be generated for other objects', () => {
    expect(() => salesforce.generate(ADA, { object: 'User', count: 1, seed: 1 })).toThrow(RangeError)
  })
})
