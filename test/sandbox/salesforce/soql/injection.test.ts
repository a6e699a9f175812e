import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { ADA, as, type Client, column } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeAll(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterAll(() => salesforce.stop())

/** Escapes text for a string literal ("Quoted String Escape Sequences"). */
const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' }
const escaped = (text: string) =>
  text.replace(/[\n\r\t\b\f]|["'\\]/g, (character) => ESCAPES[character] ?? `\\${character}`)
const escapedForLike = (text: string) => escaped(text).replace(/[%_]/g, (character) => `\\${character}`)

const hostile = fc
  .array(fc.oneof(fc.constantFrom("'", '\\', '"', '%', '_', "\\'", "' OR Name LIKE '%", '\n', ')', '}', '日', 'x')), {
    minLength: 1,
    maxLength: 12,
  })
  .map((pieces) => `n${pieces.join('')}n`)

describe('hostile text', () => {
  test('finds only the row with that name when it is properly escaped', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (name) => {
        const [id] = salesforce.insert(ADA, 'Account', [{ Name: name, Site: 'hostile' }])
        for (const where of [`Name = '${escaped(name)}'`, `Name LIKE '${escapedForLike(name)}'`]) {
          const reply = await ada.query(`SELECT Id, Name FROM Account WHERE Site = 'hostile' AND ${where}`)
          expect(column(reply, 'Id')).toContain(id)
          expect(new Set(column(reply, 'Name').map((value) => String(value).toLowerCase()))).toEqual(
            new Set([name.toLowerCase()]),
          )
        }
      }),
      { numRuns: randomRuns(60) },
    )
  })

  test('breaks out of the string when only its quotes are escaped, as in Salesforce', async () => {
    const name = "x\\' OR Name LIKE '%"
    const careless = `SELECT Id FROM Account WHERE Name = '${name.replaceAll("'", "\\'")}'`
    const { status, body } = await ada.query(careless)
    expect(status === 400 || body.totalSize > 1).toBe(true)
    const careful = await ada.query(`SELECT Id FROM Account WHERE Name = '${escaped(name)}'`)
    expect(careful.body.totalSize).toBe(0)
  })
})
