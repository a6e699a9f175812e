import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { FILE_ID, type GoogleSandbox, SALES_DRIVE, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, BILAL } from '../harness.ts'
import { type Caller, callAs, DOCUMENT, READER, RUNNER, reasonOf, related, send, WORD } from './harness.ts'

let google: GoogleSandbox
let bilal: Caller
let word: Buffer

beforeEach(async () => {
  google = await startGoogle()
  bilal = callAs(google, BILAL, RUNNER)
  const exported = await callAs(google, ADA, READER).call(`/drive/v3/files/${FILE_ID.template}/export?mimeType=${WORD}`)
  word = exported.bytes
})
afterEach(() => google.stop())

const UPLOAD = '/upload/drive/v3/files?uploadType=multipart&fields=id,name,mimeType,owners(emailAddress)'

describe('multipart uploads', () => {
  test('convert a Word file to a document of the runner’s with all its parts', async () => {
    const { body } = await bilal.call(UPLOAD, related({ name: 'Offer', mimeType: DOCUMENT }, WORD, word))
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Offer',
      mimeType: DOCUMENT,
      owners: [{ emailAddress: BILAL }],
    })
    const document = (await bilal.call(`/v1/documents/${body.id}?includeTabsContent=true`)).body
    const tab = document.tabs[0].documentTab
    expect(
      [Object.keys(tab.headers), Object.keys(tab.footers), Object.keys(tab.footnotes)].map((ids) => ids.length),
    ).toEqual([1, 1, 1])
    expect(google.readFile(body.id).text).toContain('{{Project}} would start in {{Start month}}.[1]')
  })

  test('save other types as they are', async () => {
    const { body } = await bilal.call(
      UPLOAD,
      related({ name: 'a.bin' }, 'application/octet-stream', Buffer.of(0, 13, 10, 45, 45, 255)),
    )
    const { bytes } = await bilal.call(`/drive/v3/files/${body.id}?alt=media`)
    expect([...bytes]).toEqual([0, 13, 10, 45, 45, 255])
  })

  test.each([
    ['another multipart type', 'multipart/form-data; boundary=a1b2', 'badContent'],
    ['no multipart type', 'application/json', 'badContent'],
    ['a boundary that does not occur', 'multipart/related; boundary=zz', 'badContent'],
  ])('refuse %s', async (_, type, reason) => {
    const init = related({ name: 'x', mimeType: DOCUMENT }, WORD, word)
    expect(reasonOf(await bilal.call(UPLOAD, { ...init, headers: { 'content-type': type } }))).toEqual([400, reason])
  })

  test('refuse bytes that are not of their type, conversions that do not exist, and more than 5 MB', async () => {
    const metadata = { name: 'x', mimeType: DOCUMENT }
    expect(reasonOf(await bilal.call(UPLOAD, related(metadata, WORD, 'no archive')))).toEqual([400, 'badRequest'])
    expect(reasonOf(await bilal.call(UPLOAD, related(metadata, 'image/gif', 'GIF89a')))).toEqual([400, 'badRequest'])
    const large = related({ name: 'x' }, 'text/plain', Buffer.alloc(5 * 2 ** 20 + 1))
    expect(reasonOf(await bilal.call(UPLOAD, large))).toEqual([400, 'uploadTooLarge'])
    expect(reasonOf(await bilal.call(UPLOAD.replace('multipart', 'x'), large))).toEqual([400, 'invalid'])
    expect(reasonOf(await bilal.call('/drive/v3/files', related(metadata, WORD, word)))).toEqual([400, 'badContent'])
  })

  test('fail in a full storage and in folders that user or application do not reach', async () => {
    const into = (parent: string, query = '') =>
      bilal.call(UPLOAD + query, related({ name: 'x', mimeType: DOCUMENT, parents: [parent] }, WORD, word))
    expect(reasonOf(await into(FILE_ID.proposals))).toEqual([403, 'appNotAuthorizedToFile'])
    google.pickFile(FILE_ID.proposals)
    expect((await into(FILE_ID.proposals)).status).toBe(200)
    expect(reasonOf(await into('1nothing'))).toEqual([404, 'notFound'])
    expect(reasonOf(await into(SALES_DRIVE))).toEqual([404, 'notFound'])
    google.setDrive(BILAL, { full: true })
    expect((await into(SALES_DRIVE, '&supportsAllDrives=true')).body.owners).toBeUndefined()
    expect(reasonOf(await into('root'))).toEqual([403, 'storageQuotaExceeded'])
  })
})

describe('resumable uploads', () => {
  const start = (metadata: object) =>
    bilal.call('/upload/drive/v3/files?uploadType=resumable&fields=id', {
      body: metadata,
      headers: { 'x-upload-content-type': 'text/plain' },
    })
  const put = (url: string, body: Uint8Array, range?: string) =>
    send(new URL(url), {}, { method: 'PUT', body, headers: range === undefined ? {} : { 'content-range': range } })

  test('receive the content in parts of 256 KiB, in order', async () => {
    const url = (await start({ name: 'big.txt' })).headers.get('location') ?? ''
    expect((await put(url, Buffer.alloc(1000), 'bytes 0-999/300000')).status).toBe(400)
    const first = await put(url, Buffer.alloc(262_144, 'a'), 'bytes 0-262143/300000')
    expect([first.status, first.headers.get('range')]).toEqual([308, 'bytes=0-262143'])
    expect((await put(url, Buffer.alloc(10), 'bytes 300-309/300000')).status).toBe(400)
    expect((await put(url, Buffer.of(), 'bytes */300000')).headers.get('range')).toBe('bytes=0-262143')
    const last = await put(url, Buffer.alloc(300_000 - 262_144, 'b'), 'bytes 262144-299999/300000')
    expect(last.status).toBe(200)
    expect(google.readFile(last.body.id).text.slice(262_143, 262_145)).toBe('ab')
    expect((await put(url, Buffer.of(1))).status).toBe(404)
  })
})

describe('updates', () => {
  test('replace the content of a file and move it to the trash', async () => {
    const { id } = (await bilal.call(UPLOAD, related({ name: 'a.txt' }, 'text/plain', 'one'))).body
    const path = `/upload/drive/v3/files/${id}?uploadType=media&fields=version`
    expect(
      (await bilal.call(path, { method: 'PATCH', body: 'two', headers: { 'content-type': 'text/plain' } })).body,
    ).toEqual({ version: '2' })
    expect(google.readFile(id).text).toBe('two')
    await bilal.call(`/drive/v3/files/${id}`, { method: 'PATCH', body: { trashed: true, name: 'b.txt' } })
    expect(google.readFile(id)).toMatchObject({ trashed: true, name: 'b.txt' })
  })
})

describe('the log of calls', () => {
  test('tells which token touched which file', async () => {
    const installer = callAs(google, ADA, [SCOPE.driveReadonly])
    await installer.call(`/drive/v3/files/${FILE_ID.template}/export?mimeType=${WORD}`)
    const { body } = await bilal.call(UPLOAD, related({ name: 'x', mimeType: DOCUMENT }, WORD, word))
    expect(google.driveCalls({ token: installer.token }).map(({ method }) => method)).toEqual(['drive.files.export'])
    expect(google.driveCalls({ token: bilal.token, file: FILE_ID.template })).toEqual([])
    expect(google.driveCalls({ file: body.id })).toMatchObject([
      { method: 'drive.files.upload', account: BILAL, status: 200 },
    ])
    expect(JSON.stringify(google.driveCalls())).not.toContain(bilal.token)
  })
})
