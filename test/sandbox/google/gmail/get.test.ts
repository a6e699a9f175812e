import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { encodeText } from '../../../../sandbox/google/gmail/charsets.ts'
import { type GoogleSandbox, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, createGet, type Get, type JsonResponse, type Query } from '../harness.ts'

let google: GoogleSandbox
let get: Get

beforeAll(async () => {
  google = await startGoogle({ settings: { gmailUnitsPerMinute: Number.POSITIVE_INFINITY } })
})
afterAll(() => google.stop())
beforeEach(() => {
  get = createGet(google, ADA)
})

type Json = JsonResponse['body']

const header = (part: Json, name: string) => part.headers.find((header: Json) => header.name === name)?.value
const message = async (id: string, query: Query = {}) => (await get(`/gmail/v1/users/me/messages/${id}`, query)).body
const bytes = (data: string) => Buffer.from(data, 'base64url')

async function titled(subject: string): Promise<Json> {
  const found = google
    .account(ADA)
    .mailbox.messages.all()
    .find(({ root }) => root.headers.some(({ name, value }) => name === 'Subject' && value === subject))
  return message(found?.id ?? subject)
}

describe('messages.get', () => {
  test('returns metadata and content in Gmail’s format', async () => {
    const { id } = google.deliverMail(ADA, { from: 'a@b.example', subject: 'Hi', text: 'Tom & Ann >?>?' })
    const body = await message(id)
    expect(body).toMatchObject({
      id,
      threadId: id,
      labelIds: ['INBOX', 'UNREAD'],
      snippet: 'Tom &amp; Ann &gt;?&gt;?',
      internalDate: String(google.clock.now()),
      historyId: expect.stringMatching(/^\d+$/),
      sizeEstimate: expect.any(Number),
      payload: { partId: '', mimeType: 'text/plain', filename: '', body: { size: 14 } },
    })
    expect(body.payload.body.data).toMatch(/^[\w-]*[-_][\w-]*$/)
    expect(body.payload.body.data.length % 4).not.toBe(0)
    expect(bytes(body.payload.body.data).toString()).toBe('Tom & Ann >?>?')
  })

  test('returns 404 for a message that was deleted after it was listed', async () => {
    const { id } = google.deliverMail(ADA, { text: 'soon gone' })
    google.removeMail(ADA, id)
    const { status, body } = await get(`/gmail/v1/users/me/messages/${id}`)
    expect([status, body.error.message, body.error.status]).toEqual([
      404,
      'Requested entity was not found.',
      'NOT_FOUND',
    ])
  })

  test('supports the three shorter formats', async () => {
    const { id } = google.deliverMail(ADA, {
      from: 'a@b.example',
      subject: 'Forms',
      text: 'x',
      files: [{ filename: 'a.pdf', mimeType: 'application/pdf', bytes: Buffer.of(1, 2) }],
    })
    expect((await message(id, { format: 'minimal' })).payload).toBeUndefined()
    const metadata = await message(id, { format: 'metadata', metadataHeaders: ['subject', 'From'] })
    expect(metadata.payload.headers.map(({ name }: Json) => name)).toEqual(['From', 'Subject'])
    expect(metadata.payload.parts).toBeUndefined()
    const raw = bytes((await message(id, { format: 'raw' })).raw).toString()
    expect(raw).toMatch(/^Delivered-To: ada@meridian\.example\r\n/)
    expect(raw).toContain('Content-Disposition: attachment; filename="a.pdf"\r\n\r\nAQI=\r\n')
    expect((await get(`/gmail/v1/users/me/messages/${id}`, { format: 'FULLER' })).status).toBe(400)
  })

  test('numbers the parts of a MIME tree and returns attachment ids for files', async () => {
    const { payload } = await titled('Three levels')
    const ids: string[] = []
    const walk = (part: Json) => {
      ids.push(`${part.partId}=${part.mimeType}`)
      for (const child of part.parts ?? []) walk(child)
    }
    walk(payload)
    expect(ids).toEqual([
      '=multipart/mixed',
      '0=multipart/related',
      '0.0=multipart/alternative',
      '0.0.0=text/plain',
      '0.0.1=text/html',
      '0.1=image/gif',
      '1=application/pdf',
    ])
    expect(payload.parts[1].body).toEqual({ attachmentId: expect.stringMatching(/^ANGjdJ/), size: expect.any(Number) })
    expect(payload.parts[0].parts[0].parts[0].body.data).toBeDefined()
  })

  test('returns an attached message as a file with its own MIME tree', async () => {
    const { payload } = await titled('Forwarded as attachment')
    const attached = payload.parts[1]
    expect(attached).toMatchObject({
      mimeType: 'message/rfc822',
      filename: 'inner.eml',
      body: { attachmentId: expect.any(String) },
    })
    expect(attached.parts[0]).toMatchObject({ partId: '1.0', mimeType: 'multipart/alternative' })
    expect(header(attached.parts[0], 'Subject')).toBe('The inner mail')
  })
})

describe('an attachment', () => {
  test('is fetched by an id that is different each time and expires', async () => {
    const first = (await titled('A long read')).payload.parts[0]
    expect(first).toMatchObject({ filename: '', body: { size: 126_000 } })
    expect(first.body.data).toBeUndefined()
    const found = await titled('A long read')
    const id = found.payload.parts[0].body.attachmentId
    expect(id).not.toBe(first.body.attachmentId)
    const path = `/gmail/v1/users/me/messages/${found.id}/attachments/`
    const { body } = await get(path + id)
    expect([body.size, bytes(body.data).toString().slice(0, 13)]).toEqual([126_000, 'A long story.'])
    const otherId = google.deliverMail(ADA, { text: 'x', html: 'y' }).id
    for (const invalidPath of [`/gmail/v1/users/me/messages/${otherId}/attachments/${id}`, `${path}ANGjdJnothing`]) {
      expect((await get(invalidPath)).body.error).toMatchObject({ code: 400, message: 'Invalid attachment token' })
    }
    google.clock.advance(60 * 60_000)
    get = createGet(google, ADA)
    expect((await get(path + id)).status).toBe(400)
  })
})

describe('the sample mails', () => {
  test('include messages with missing headers', async () => {
    expect((await titled('No labels')).labelIds).toBeUndefined()
    expect(header((await titled('No To')).payload, 'To')).toBeUndefined()
    expect(header((await titled('No Date')).payload, 'Date')).toBeUndefined()
    expect(header((await titled('No From')).payload, 'From')).toBeUndefined()
    expect((await titled('No body')).payload.body).toEqual({ size: 0, data: '' })
    const all = google.account(ADA).mailbox.messages.all()
    expect(all.some(({ root }) => !root.headers.some(({ name }) => name === 'Subject'))).toBe(true)
  })

  test('include unusual address headers', async () => {
    expect(header((await titled('To nobody in particular')).payload, 'To')).toBe('undisclosed-recipients:;')
    expect(header((await titled('Names with commas')).payload, 'From')).toBe(
      '"Whitfield, Maya (Kestrel Freight, Inc.)" <maya@kestrel.example>',
    )
    const { payload } = await titled('A sender without an address')
    expect(payload.headers.filter(({ name }: Json) => name === 'To')).toHaveLength(2)
  })

  test.each([
    ['iso-2022-jp', '納期は四月二十四日です'],
    ['windows-1251', 'Счёт за март'],
    ['koi8-r', 'Пропуск заказан'],
    ['gbk', '附件是新的价格表'],
  ])(
    'include %s, with the original bytes and converted to UTF-8 with the same charset name',
    async (charset, words) => {
      const mails = google
        .account(ADA)
        .mailbox.messages.all()
        .filter(({ root }) => root.headers.some(({ value }) => value.includes(`charset="${charset}"`)))
      const payloads = await Promise.all(mails.map(async ({ id }) => (await message(id)).payload))
      const read = payloads.map((payload) =>
        [charset, 'utf-8'].map((label) => new TextDecoder(label).decode(bytes(payload.body.data)).includes(words)),
      )
      expect(read).toEqual(
        expect.arrayContaining([
          [true, false],
          [false, true],
        ]),
      )
      expect(mails.map(({ snippet }) => snippet.includes(words))).toEqual([true, true])
    },
  )

  test('include windows-1252 declared as Latin-1', () => {
    const claims = google
      .account(ADA)
      .mailbox.messages.all()
      .filter(({ root }) => root.headers.some(({ value }) => value.includes('charset="iso-8859-1"')))
    expect(claims.some(({ root }) => root.content && Buffer.from(root.content).includes(0x80))).toBe(true)
  })

  test('include newsletters with difficult HTML', async () => {
    const { payload } = await titled('Freight Weekly #41')
    const html = bytes(payload.body.data).toString()
    for (const ugly of [
      '<table',
      '<style',
      'data:image/gif;base64,',
      'width="1" height="1"',
      '<script>',
      '<!--[if mso]>',
    ])
      expect(html).toContain(ugly)
  })

  test('include invitations', async () => {
    const { payload } = await titled('Invitation: Kōwhai: supplier call')
    expect(payload.parts.map(({ mimeType }: Json) => mimeType)).toEqual(['text/plain', 'text/html', 'text/calendar'])
  })
})

describe('the charsets', () => {
  test.each(['iso-2022-jp', 'windows-1251', 'koi8-r', 'gbk', 'big5', 'euc-kr', 'windows-1252', 'iso-8859-1'])(
    'of %s come back as they went in',
    (charset) => {
      const text =
        { 'iso-2022-jp': 'a 東京 b', gbk: '价格 x', big5: '價格 y', 'euc-kr': '가격 z' }[charset] ??
        (charset.startsWith('windows-1252') ? '€ “x”' : charset === 'iso-8859-1' ? 'é ß' : 'Цена 1')
      expect(new TextDecoder(charset).decode(encodeText(text, charset))).toBe(text)
    },
  )

  test('reject characters that they cannot encode', () => {
    expect(() => encodeText('東', 'koi8-r')).toThrow('koi8-r')
  })
})
