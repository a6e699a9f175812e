import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { NOW, table } from '../../storage/fixtures.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, type Content, tenantOf } from '../block-content.ts'
import { createSyncedConnection, type SyncedConnection } from '../synced-connection.ts'
import { DEALS } from './deals.ts'

let api: Api
let content: Content
let ada: Tenant
let acme: SyncedConnection
let tableId: string
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
})
beforeEach(async () => {
  api.provider.responses.clear()
  ada = await tenantOf(api, newEmail())
  acme = await createSyncedConnection(api, ada)
  await acme.commitPage({ sync: 'metadata', items: [{ ...DEALS, records: [] }] })
  await acme.commitPage({ sync: 'table', items: [DEALS] })
  tableId = await acme.findBlockId('acme.Deal')
})
afterAll(() => api.stop())

const RECORDS = 'query Q($input: RecordsInput!) { records(input: $input) { externalId } }'

async function found(input: object): Promise<unknown[]> {
  const { data, errors } = await api.execute(ada.email, RECORDS, { input: { tableId, ...input } })
  expect(errors).toBeUndefined()
  return (data.records as { externalId: string }[]).map(({ externalId }) => externalId)
}

const amount = (numberFilter: object) => ({ filters: [{ fieldName: 'Amount', numberFilter }] })

const name = (stringFilter: object) => ({ filters: [{ fieldName: 'Name', stringFilter }] })

const byName = { sortBy: { fieldName: 'Name' } }

describe('records of a table', () => {
  test.each<[string, object, string[]]>([
    ['numbers are compared as numbers', { ...amount({ lt: 1000 }), ...byName }, ['1', '4']],
    ['inclusive upper bounds', { ...amount({ gte: 900, lte: 1000 }), ...byName }, ['1', '2']],
    ['exponents are numbers', amount({ eq: -25 }), ['4']],
    ['text that is not a number matches no number filter', amount({ gt: -1e300 }), ['1', '2', '4']],
    ['texts are compared ignoring case', { ...name({ startsWith: 'BRIDGE' }), ...byName }, ['1', '4']],
    ['texts from one to another', { ...name({ gte: 'B', lt: 'Bridge t' }), ...byName }, ['1']],
    ['pattern characters are matched literally', name({ contains: '%' }), []],
    ['an empty value is missing', { filters: [{ fieldName: 'Stage', isNull: true }], ...byName }, ['4', '3']],
    ['a value is present', { filters: [{ fieldName: 'Stage', isNull: false }] }, ['1', '2']],
    ['all filters hold', { filters: [...amount({ gt: 0 }).filters, ...name({ contains: 'idg' }).filters] }, ['1']],
    [
      'the provider may be given',
      { filters: [{ provider: 'acme', fieldName: 'Name', stringFilter: { eq: 'tunnel' } }] },
      ['3'],
    ],
    ['another provider has no values', { filters: [{ provider: 'x', fieldName: 'Name', isNull: false }] }, []],
    ['words are found without accents', { searchString: 'arm' }, ['2']],
    ['a search without matches', { searchString: 'arm bridge' }, []],
    ['a blank search is ignored', { searchString: '  ', externalIds: ['3'] }, ['3']],
    ['by vendor id', { externalIds: ['1', 'no such', '3'] }, ['1', '3']],
    ['by an empty list of vendor ids', { externalIds: [] }, []],
    ['sorted as numbers, texts last', { sortBy: { fieldName: 'Amount' } }, ['4', '1', '2', '3']],
    ['sorted down', { sortBy: { fieldName: 'Amount', direction: 'DESC' } }, ['2', '1', '4', '3']],
    ['page by page', { sortBy: { fieldName: 'Amount' }, size: 2, page: 1 }, ['2', '3']],
    ['a name with unsupported characters', { filters: [{ fieldName: 'a\0', isNull: false }], externalIds: ['\0'] }, []],
  ])('%s', async (_, input, expected) => {
    const ids = await found(input)
    expect('sortBy' in input ? ids : ids.toSorted()).toEqual(expected)
  })

  test('are found by a period, in which days and times are compared by time', async () => {
    const days = { '5': '2026-09-30', '6': '2026-10-01', '7': '2026-11-30T23:59:59Z', '8': '2026-12-01', '9': '' }
    const rows = Object.fromEntries(Object.entries(days).map(([id, Day]) => [id, { Day }]))
    await acme.commitPage({ sync: 'table', items: [table('Deal', rows)] })
    const stringFilter = { gte: '2026-10-01', lt: '2026-12-01' }
    expect((await found({ filters: [{ fieldName: 'Day', stringFilter }] })).toSorted()).toEqual(['6', '7'])
  })

  test('are compared as numbers if and only if their text is a number', async () => {
    const decimal = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e90, max: 1e90 }).filter(isOrdinary)
    const odd = fc.constantFrom(
      '',
      ' ',
      '-',
      '.',
      'e5',
      '1e999',
      'NaN',
      'Infinity',
      '0x10',
      '1_0',
      '1,5',
      '١٢',
      '\u20035',
      '5\u00a0',
      ' 5\n',
      '9'.repeat(400),
    )
    const text = fc.oneof(
      decimal.map(String),
      decimal.map((number) => ` ${number.toExponential()} `),
      odd,
      fc.string(),
    )
    let index = 0
    const check = fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), decimal, async (texts, bound) => {
      index += 1
      const rows = Object.fromEntries(texts.map((Amount, row) => [`${index}.${row}`, { Amount }]))
      await acme.commitPage({ sync: 'table', items: [table('Deal', rows)] })
      const ids = await found({ ...amount({ gte: bound }), externalIds: Object.keys(rows) })
      const remaining = texts.map((text) => text.replaceAll('\0', '').toWellFormed())
      const expected = remaining.flatMap((text, row) =>
        isNumber(text) && Number(text) >= bound ? [`${index}.${row}`] : [],
      )
      expect(ids.toSorted()).toEqual(expected.toSorted())
    })
    await fc.assert(check, { numRuns: randomRuns(25) })
  })

  test("of an unknown table, or of another tenant's, are not found", async () => {
    const outsider = await tenantOf(api, newEmail())
    for (const [by, id] of [
      [outsider.email, tableId],
      [ada.email, randomUUID()],
      [ada.email, 'no id'],
    ] as const) {
      expect(codeOf(await api.execute(by, RECORDS, { input: { tableId: id } }))).toBe('NOT_FOUND')
    }
  })

  test('include those shared with a guest, and none that are archived', async () => {
    const guest = await tenantOf(api, newEmail())
    const tag = await addPerson(content, ada, guest.email)
    const links = [{ tag, shared: true, sharing_level: 0 }]
    const shared = await addBlock(content, ada, 'table', { links, detail: { metadata: DEALS.metadata } })
    const part = { parent_id: shared, parent_type: 'table', detail: { values: [] } } as const
    await addBlock(content, ada, 'record', { ...part, title: 'own' })
    await addBlock(content, ada, 'record', { ...part, title: 'gone', links, archived: true })
    const seen = await addBlock(content, ada, 'record', { ...part, title: 'seen', links })
    const query = `query Q($input: RecordsInput!, $record: FindRecordInput!) {
      records(input: $input) { title access operations { create read update } } record(input: $record) { title }
    }`
    const { data, errors } = await api.execute(guest.email, query, {
      input: { tableId: shared },
      record: { _id: seen },
    })
    expect(errors).toBeUndefined()
    const operations = { create: false, read: true, update: false }
    expect(data).toEqual({
      records: [{ title: 'seen', access: 'READ_ONLY', operations }],
      record: { title: 'seen' },
    })
  })
})

/** Whether a number is printed without an exponent. */
function isOrdinary(number: number): boolean {
  return number === 0 || Math.abs(number) > 1e-90
}

function isNumber(text: string): boolean {
  return /^[ \t\r\n]*[-+]?(\d{1,200}(\.\d{0,100})?|\.\d{1,100})(e[-+]?\d{1,2})?[ \t\r\n]*$/i.test(text)
}
