import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { paragraphsOf, partsOf, textOf } from '../../../../sandbox/core/office/rich-text.ts'
import { readWord } from '../../../../sandbox/core/office/word-reader.ts'
import { FILE_ID, type GoogleSandbox, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA } from '../harness.ts'
import { type Caller, callAs, placeholdersIn, READER, reasonOf, WORD } from './harness.ts'

let google: GoogleSandbox
let ada: Caller

beforeAll(async () => {
  google = await startGoogle()
  ada = callAs(google, ADA, READER)
})
afterAll(() => google.stop())

const exported = (id: string, type: string) =>
  ada.call(`/drive/v3/files/${id}/export?mimeType=${encodeURIComponent(type)}`)

describe('export', () => {
  test('writes plain text with a byte order mark and CRLF, without headers and footers', async () => {
    const { body, bytes, headers } = await exported(FILE_ID.template, 'text/plain')
    expect(headers.get('content-type')).toBe('text/plain')
    expect(bytes.subarray(0, 3)).toEqual(Buffer.of(0xef, 0xbb, 0xbf))
    expect(body).toContain('\r\nDear {{Contact}},\r\n')
    expect(body).toContain('{{Seats}}\t{{Amount}} EUR')
    expect(body).toContain('[1] Payment within {{Payment days}} days.')
    expect(placeholdersIn(body)).not.toContain('Reference')
  })

  test('writes HTML as a ZIP archive', async () => {
    const { bytes } = await exported(FILE_ID.template, 'application/zip')
    const [name = '', page] = Object.entries(unzipSync(bytes))[0] ?? []
    expect(name).toBe('Proposaltemplate.html')
    expect(strFromU8(page as Uint8Array)).toContain('<td><p><span class="c1">{{Seats}}</span></p></td>')
    expect(reasonOf(await exported(FILE_ID.template, 'text/html'))).toEqual([400, 'badRequest'])
  })

  test('writes a Word file with all tabs, headers, footers and footnotes', async () => {
    const { bytes } = await exported(FILE_ID.template, WORD)
    const text = readWord(bytes)
    const all = partsOf(text).flatMap(paragraphsOf).map(textOf).join('\n')
    const names = placeholdersIn(all)
    expect(names).toEqual([
      ...['Company', 'Contact', 'Date', 'Project', 'Start month', 'Seats', 'Amount', 'Sender', 'End date'],
      ...['Invoice address', 'Reference', 'Valid until', 'Payment days'],
    ])
  })

  test('writes the first sheet as CSV, and values of formulas', async () => {
    const { body } = await exported(FILE_ID.customers, 'text/csv')
    expect(body.split('\r\n')[3]).toBe('"Kestrel Freight, Inc.",Maya Whitfield,Portland,85,2025-06-30')
    expect(body).not.toContain('Quarter')
  })

  test('writes Markdown, PDF and presentations', async () => {
    expect((await exported(FILE_ID.letter, 'text/markdown')).body).toContain('welcome to \\{\\{Company\\}\\}!')
    expect((await exported(FILE_ID.letter, 'application/pdf')).bytes.toString('latin1')).toContain(
      '(Dear {{Name}},) Tj',
    )
    expect((await exported(FILE_ID.pitch, 'text/plain')).body).toContain('A second warehouse in six weeks\r\n')
  })

  test.each([
    [FILE_ID.template, 'text/csv', 400, 'badRequest'],
    [FILE_ID.template, '', 400, 'required'],
    [FILE_ID.customers, 'text/plain', 400, 'badRequest'],
    [FILE_ID.price, 'application/pdf', 403, 'fileNotExportable'],
    [FILE_ID.archive, 'text/plain', 403, 'exportSizeLimitExceeded'],
    [FILE_ID.proposals, 'text/plain', 403, 'fileNotExportable'],
  ])('refuses %s as %s', async (id, type, status, reason) => {
    expect(reasonOf(await exported(id, type))).toEqual([status, reason])
  })

  test('reaches shared drives without a parameter', async () => {
    expect((await exported(FILE_ID.playbook, 'text/plain')).body).toContain('Ask first, show later.')
  })
})
