import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { FILE_ID, type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA } from '../harness.ts'
import { type Caller, callAs, reasonOf } from './harness.ts'

let google: GoogleSandbox
let ada: Caller

beforeEach(async () => {
  google = await startGoogle()
  ada = callAs(google, ADA, [SCOPE.spreadsheets])
})
afterEach(() => google.stop())

const append = (
  range: string,
  values: unknown,
  query = 'valueInputOption=RAW&insertDataOption=INSERT_ROWS',
  id: string = FILE_ID.customers,
) => ada.call(`/v4/spreadsheets/${id}/values/${encodeURIComponent(range)}:append?${query}`, { body: { values } })
const read = async (range: string, query = '', id: string = FILE_ID.customers) =>
  (await ada.call(`/v4/spreadsheets/${id}/values/${encodeURIComponent(range)}${query}`)).body

describe('values.append', () => {
  test('adds a row below the table and stores what it was given', async () => {
    const { body } = await append('Customers', [['Volna', '=1+1', '1/2', 7, true]])
    expect(body).toEqual({
      spreadsheetId: FILE_ID.customers,
      tableRange: 'Customers!A1:E4',
      updates: {
        spreadsheetId: FILE_ID.customers,
        updatedRange: 'Customers!A5:E5',
        updatedRows: 1,
        updatedColumns: 5,
        updatedCells: 5,
      },
    })
    const raw = await read('Customers!A5:E5', '?valueRenderOption=UNFORMATTED_VALUE')
    expect(raw.values).toEqual([['Volna', '=1+1', '1/2', 7, true]])
  })

  test('types values again with USER_ENTERED', async () => {
    await append('Customers', [['=1+1', '1/2', '007', '+47 69', '50%', "'007"]], 'valueInputOption=USER_ENTERED')
    const entered = await read('Customers!A5:F5', '?valueRenderOption=UNFORMATTED_VALUE')
    expect(entered.values).toEqual([['#NAME?', 46_054, 7, '+47 69', 0.5, '007']])
    expect((await read('Customers!A5', '?valueRenderOption=FORMULA')).values).toEqual([['=1+1']])
  })

  test('finds the table inside of the range, and begins at its first column', async () => {
    const { id } = google.addFile(ADA, {
      name: 'Two tables',
      sheets: { S: [['a', 'b'], ['1', '2'], [], [null, null, 'x', 'y'], [null, null, '3', '4']] },
    })
    const query = 'valueInputOption=RAW'
    expect((await append('S', [['n']], query, id)).body.updates.updatedRange).toBe('S!C6')
    expect((await append('S!A1', [['n']], query, id)).body.updates.updatedRange).toBe('S!A3')
    const beside = (await append('S!J9', [['n']], query, id)).body
    expect([beside.tableRange, beside.updates.updatedRange]).toEqual([undefined, 'S!J9'])
  })

  test('moves what is below the table only with INSERT_ROWS', async () => {
    const sheets = { S: [['a'], ['1'], [], ['total']] }
    const [overwritten, moved] = ['1', '2'].map((name) => google.addFile(ADA, { name, sheets }).id)
    await append('S!A1', [['2'], ['3']], 'valueInputOption=RAW', overwritten)
    await append('S!A1', [['2'], ['3']], undefined, moved)
    expect((await read('S', '', overwritten)).values).toEqual([['a'], ['1'], ['2'], ['3']])
    expect((await read('S', '', moved)).values).toEqual([['a'], ['1'], ['2'], ['3'], [], ['total']])
  })

  test.each([
    ['without valueInputOption', 'Customers', [['x']], 'insertDataOption=INSERT_ROWS', 'required'],
    ['with an unknown option', 'Customers', [['x']], 'valueInputOption=raw', 'Invalid value'],
    ['to an unknown sheet', 'Clients', [['x']], undefined, 'Unable to parse range: Clients'],
    ['of a row that is no list', 'Customers', ['x'], undefined, "Invalid value at 'data.values[0]'"],
    ['of an object', 'Customers', [[{ a: 1 }]], undefined, 'Invalid data.values[0][0]: struct_value'],
    ['with an unknown parameter', 'Customers', [['x']], 'valueInputOption=RAW&upsert=true', 'Unknown name "upsert"'],
  ])('is refused %s', async (_, range, values, query, message) => {
    const reply = await append(range, values, query)
    expect(reasonOf(reply)).toEqual([400, 'INVALID_ARGUMENT'])
    expect(reply.body.error.message).toContain(message)
  })

  test('is refused to readers, and for files that are no spreadsheets', async () => {
    const query = 'valueInputOption=RAW'
    expect(reasonOf(await append('Forecast', [['x']], query, FILE_ID.forecast))).toEqual([403, 'PERMISSION_DENIED'])
    expect(reasonOf(await append('A1', [['x']], query, FILE_ID.letter))).toEqual([400, 'FAILED_PRECONDITION'])
  })
})

describe('values.get and spreadsheets.get', () => {
  test('leave out empty cells at the end, and the values of an empty range', async () => {
    expect(await read('Customers!A1:Z1')).toEqual({
      range: 'Customers!A1:Z1',
      majorDimension: 'ROWS',
      values: [['Company', 'Contact', 'City', 'Seats', 'Since']],
    })
    expect(await read('Customers!H1:I3')).toEqual({ range: 'Customers!H1:I3', majorDimension: 'ROWS' })
    expect((await read('Customers!1:1')).values[0]).toHaveLength(5)
    expect((await read('D2:D3', '?majorDimension=COLUMNS')).values).toEqual([['40', '12']])
    expect((await read('D2', '?valueRenderOption=UNFORMATTED_VALUE')).values).toEqual([[40]])
  })

  test('read quoted names', async () => {
    const range = "'Quarter''s totals'!A2:B2"
    expect((await read(range)).values).toEqual([['Q1', '137']])
    expect((await read(range, '?valueRenderOption=FORMULA')).values).toEqual([['Q1', '=SUM(Customers!D2:D4)']])
    expect(reasonOf(await ada.call(`/v4/spreadsheets/${FILE_ID.customers}/values/Quarter!A1`))).toEqual([
      400,
      'INVALID_ARGUMENT',
    ])
  })

  test('list the sheets, and cells on request', async () => {
    const path = `/v4/spreadsheets/${FILE_ID.customers}?fields=`
    const { body } = await ada.call(
      `${path}properties.title,sheets(properties(title,index))`.replace('properties.title', 'properties/title'),
    )
    expect(body).toEqual({
      properties: { title: 'Customers 2026' },
      sheets: [
        { properties: { title: 'Customers', index: 0 } },
        { properties: { title: "Quarter's totals", index: 1 } },
      ],
    })
    const cells = (await ada.call(`${path}sheets/data/rowData/values/formattedValue&ranges=A1:B1`)).body
    expect(cells.sheets[0].data[0].rowData[0].values).toEqual([
      { formattedValue: 'Company' },
      { formattedValue: 'Contact' },
    ])
  })
})
