import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { cutNetwork } from '../../../kit/network.ts'
import { aCredential, problemOf } from '../builders.ts'
import { replay } from '../recordings.ts'
import { ANN, BOB, docsCall, execute, IDS, inputsOf, LINKS, namesOf } from './fixtures.ts'

cutNetwork()

const FUNCTION = 'google-sheets-append'
const SPREADSHEET = { spreadsheet: LINKS.sheet }
const URL_OF = (gid: number) => `https://docs.google.com/spreadsheets/d/${IDS.sheet}/edit?usp=drivesdk#gid=${gid}`
const ACME = { values: [{ name: 'Name', value: 'Acme' }], templateConnectedProvider: undefined }

describe('the inputs of a sheet', () => {
  test('are the names in its first row, each once', async () => {
    const waiting = replay('docs/columns-of-a-sheet')
    expect(await namesOf(FUNCTION, SPREADSHEET)).toEqual(['Name', 'Price', 'First order'])
    expect(waiting()).toEqual([])
  })

  test('are the fields of the configuration without a connection', async () => {
    expect(await namesOf(FUNCTION, { spreadsheet: IDS.sheet, fields: ['Name'] }, null)).toEqual(['Name'])
    expect(await problemOf(inputsOf(FUNCTION, SPREADSHEET, null))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/templateConnectedProvider' }, { pointer: '#/configuration/fields' }] },
    })
    expect(await problemOf(inputsOf(FUNCTION, { fields: ['Name'] }, null))).toMatchObject({
      options: { errors: [{ pointer: '#/configuration/spreadsheet' }] },
    })
  })

  test.each([
    [
      'sheets-of-a-spreadsheet',
      { ...SPREADSHEET, sheet: 'Chart' },
      400,
      /^#\/configuration\/sheet: .*Sheet1, Bob's\.$/,
    ],
    ['sheets-of-a-spreadsheet', { spreadsheet: `${LINKS.sheet}#gid=99` }, 400, /^#\/configuration\/spreadsheet: /],
    ['a-sheet-without-columns', SPREADSHEET, 422, /no column names/],
    ['a-sheet-whose-columns-begin-later', SPREADSHEET, 422, /begin in its first column/],
    ['a-spreadsheet-in-the-trash', SPREADSHEET, 422, /in the trash/],
    ['a-spreadsheet-that-is-a-document', SPREADSHEET, 422, /not a spreadsheet/],
    ['a-spreadsheet-that-is-hidden', SPREADSHEET, 404, /not shared with the account/],
  ])('are refused: %s', async (name, configuration, status, message) => {
    const waiting = replay(`docs/${name}`)
    const problem = await problemOf(inputsOf(FUNCTION, configuration))
    expect(problem).toMatchObject({ status, message: expect.stringMatching(message) })
    if (status !== 422 || !name.startsWith('a-sheet')) expect(waiting()).toEqual([])
  })

  test('cannot be read by a link with a resource key', async () => {
    const call = docsCall()
    const spreadsheet = `${LINKS.sheet}?resourcekey=0-a`
    expect(await problemOf(inputsOf(FUNCTION, { spreadsheet }, ANN, call))).toMatchObject({ status: 400 })
    expect(call.meter.calls).toBe(0)
  })
})

describe('a row', () => {
  test('is stored as it is, in the columns of its names, with the runner’s connection', async () => {
    const waiting = replay('docs/a-row-for-a-spreadsheet')
    const values = [
      { name: 'Price', value: '1/2' },
      { name: 'First order', value: null },
      { name: 'Name', value: '=HYPERLINK("x")' },
    ]
    const result = { outputUrl: URL_OF(0), externalId: IDS.sheet, uri: URL_OF(0), title: 'Orders' }
    expect(await execute(FUNCTION, SPREADSHEET, { values })).toEqual(result)
    expect(waiting()).toEqual([])
  })

  test.each([[{ spreadsheet: `${LINKS.sheet}#gid=77` }], [{ ...SPREADSHEET, sheet: "Bob's" }]])(
    'goes to the sheet of the link or of the configuration: %j',
    async (configuration) => {
      const waiting = replay('docs/a-row-for-a-sheet-of-a-link')
      expect(await execute(FUNCTION, configuration, ACME)).toMatchObject({ outputUrl: URL_OF(77) })
      expect(waiting()).toEqual([])
    },
  )

  test('needs the permission, which is asked for in words before any request', async () => {
    const profile = { scopes: ['https://www.googleapis.com/auth/drive.readonly'] }
    const credential = aCredential({ ...BOB.credential, profile })
    const call = docsCall()
    const changes = { ...ACME, outputConnectedProvider: { ...BOB, credential } }
    expect(await problemOf(execute(FUNCTION, SPREADSHEET, changes, call))).toMatchObject({
      status: 403,
      problem: 'scope-required',
      message: expect.stringContaining('Google Sheets spreadsheets'),
      options: { extensions: { connectionId: BOB.connectionId, role: 'output' } },
    })
    expect(call.meter.calls).toBe(0)
  })

  test.each([
    ['a-row-without-the-permission', 403, 'scope-required', /missing a permission/],
    ['a-sheet-that-may-only-be-read', 403, 'scope-required', /not allowed/],
    ['a-sheet-that-is-protected', 423, 'locked', /protected/],
    ['a-row-that-may-exist', 504, 'vendor-error', /“the new row of Orders” was made. It may exist/],
  ])('is refused: %s', async (name, status, problem, message) => {
    const waiting = replay(`docs/${name}`)
    const error = await problemOf(execute(FUNCTION, SPREADSHEET, ACME))
    expect(error).toMatchObject({ status, problem, message: expect.stringMatching(message) })
    expect(waiting()).toEqual([])
    expect(nock.isDone()).toBe(true)
  })

  test('without a value or with one too long is not made', async () => {
    replay('docs/a-row-for-a-sheet-of-a-link')
    const sheet = { ...SPREADSHEET, sheet: "Bob's" }
    expect(await problemOf(execute(FUNCTION, sheet, { ...ACME, values: [] }))).toMatchObject({
      message: '#/values: must have a value for “Name”.',
    })
    nock.cleanAll()
    replay('docs/a-row-for-a-sheet-of-a-link')
    const values = [{ name: 'Name', value: 'x'.repeat(50_001) }]
    expect(await problemOf(execute(FUNCTION, sheet, { ...ACME, values }))).toMatchObject({
      message: expect.stringMatching(/longer than a cell allows/),
    })
  })
})
