import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Docxtemplater from 'docxtemplater'
import mammoth from 'mammoth'
import PizZip from 'pizzip'
import { FILE_ID, type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, BILAL } from '../harness.ts'
import { callAs, placeholdersIn, READER, reasonOf, send, WORD } from './harness.ts'

let google: GoogleSandbox

beforeAll(async () => {
  google = await startGoogle()
})
afterAll(() => google.stop())

const control = (path: string, body?: unknown, method?: string) =>
  send(new URL(`/_sandbox/${path}`, google.origin), {}, { body, ...(method === undefined ? {} : { method }) })

describe('control over HTTP', () => {
  test('adds, lists, changes, reads and deletes files', async () => {
    const { body, status } = await control('files', { account: ADA, file: { name: 'Plan', text: 'One\nTwo' } })
    expect([status, body.mimeType]).toEqual([201, 'application/vnd.google-apps.document'])
    expect((await control(`files/${body.id}`)).body.text).toBe('One\nTwo')
    await control(`files/${body.id}`, { trashed: true }, 'PATCH')
    expect((await control(`files?account=${ADA}`)).body).toContainEqual(
      expect.objectContaining({ name: 'Plan', trashed: true }),
    )
    expect((await control(`files/${body.id}`, { id: 'x' }, 'PATCH')).status).toBe(400)
    expect((await control(`files/${body.id}`, undefined, 'DELETE')).status).toBe(204)
    expect((await control(`files/${body.id}`)).status).toBe(400)
    const file = { name: 'a.pdf', base64: Buffer.from('%PDF').toString('base64'), mimeType: 'application/pdf' }
    const added = (await control('files', { account: ADA, file })).body
    expect(google.readFile(added.id).text).toBe('%PDF')
  })

  test('tells the calls, lets the user pick a file and fills the storage', async () => {
    const bilal = callAs(google, BILAL, [SCOPE.driveFile])
    const path = `/drive/v3/files/${FILE_ID.template}`
    expect((await bilal.call(path)).status).toBe(404)
    await control(`files/${FILE_ID.template}/pick`, {})
    expect((await bilal.call(path)).status).toBe(200)
    const { body } = await control(`files/calls?file=${FILE_ID.template}&account=${BILAL}`)
    expect(body.map(({ method, status }: Record<string, unknown>) => [method, status])).toEqual([
      ['drive.files.get', 200],
    ])
    await control('drive', { account: BILAL, full: true }, 'PATCH')
    expect(reasonOf(await bilal.call('/drive/v3/files', { body: { name: 'x' } }))).toEqual([
      403,
      'storageQuotaExceeded',
    ])
    await control('files/calls', undefined, 'DELETE')
    expect(google.driveCalls()).toEqual([])
  })

  test('has settings', async () => {
    const { body } = await control('google', { exportLimitBytes: 1 }, 'PATCH')
    expect(body.exportLimitBytes).toBe(1)
    const reply = await callAs(google, ADA, READER).call(`/drive/v3/files/${FILE_ID.letter}/export?mimeType=text/plain`)
    expect(reasonOf(reply)).toEqual([403, 'exportSizeLimitExceeded'])
    google.settings.exportLimitBytes = 10 * 2 ** 20
  })

  test('faults may use Drive’s errors', async () => {
    google.faults.add({ path: '/drive/**', fault: { kind: 'error', name: 'sharingRateLimitExceeded' } })
    const reply = await callAs(google, ADA, READER).call(`/drive/v3/files/${FILE_ID.letter}`)
    expect(reasonOf(reply)).toEqual([403, 'sharingRateLimitExceeded'])
  })
})

describe('Word files', () => {
  test('of the template are filled by a library, in all parts', async () => {
    const ada = callAs(google, ADA, READER)
    const { bytes } = await ada.call(`/drive/v3/files/${FILE_ID.template}/export?mimeType=${WORD}`)
    const word = new Docxtemplater(new PizZip(bytes), { delimiters: { start: '{{', end: '}}' }, paragraphLoop: true })
    word.render({ Company: 'Halden', Project: 'Warehouse', 'Payment days': '30', Reference: 'M-1' })
    const filled = word.toBuffer()
    const { value } = await mammoth.convertToHtml({ buffer: filled })
    expect(value).toContain('Proposal for Halden')
    expect(value).toContain('Payment within 30 days.')
    expect(placeholdersIn(value)).toEqual([])
    const header = new PizZip(filled).file(/header/).map((part) => part.asText())
    expect(header.join()).toContain('M-1')
  })
})
