import { describe, expect, test } from '@jest/globals'
import { toCsv, toSheet } from '../../../../vendors/salesforce/report/csv.ts'

const attributes = { type: 'Contact', url: '/services/data/v62.0/sobjects/Contact/x' }

describe('rows as a sheet', () => {
  test('have columns for the fields of a parent, whether or not every row has one', () => {
    const rows = [
      { attributes, Id: '1', Account: null, Amount: 1.5 },
      { attributes, Id: '2', Account: { attributes, Name: 'Acme', Owner: { Name: 'Ann' } }, Amount: null },
    ]
    expect(toSheet(rows)).toEqual({
      columns: ['Id', 'Amount', 'Account.Name', 'Account.Owner.Name'],
      rows: [
        ['1', '1.5', '', ''],
        ['2', '', 'Acme', 'Ann'],
      ],
    })
  })

  test('have the children of a row in one cell', () => {
    const rows = [{ Id: '1', Contacts: { totalSize: 1, done: true, records: [{ Id: '2' }] } }]
    expect(toSheet(rows).rows[0]?.[1]).toContain('"totalSize":1')
  })
})

describe('a sheet as CSV', () => {
  test('is quoted where necessary, in UTF-8 that spreadsheets recognize', async () => {
    const csv = await toCsv({ columns: ['Näme', 'Note'], rows: [['Ann, "A"', 'one\ntwo']] })
    expect(csv).toBe('\ufeffNäme,Note\r\n"Ann, ""A""","one\ntwo"\r\n')
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+A1', "'+A1"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-5', '-5'],
    ['+49 30', "'+49 30"],
    ['-1.5%', '-1.5%'],
  ])('contains no formula that was typed into a record: %s', async (cell, written) => {
    expect(await toCsv({ columns: ['A'], rows: [[cell]] })).toBe(`\ufeffA\r\n${written}\r\n`)
  })
})
