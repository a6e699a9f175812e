import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { ADA, as, type Client, column, DATA, idOf, MAYA } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const write = (html: string, Title = 'Note') => ada.post('/sobjects/ContentNote', { Title, Content: base64(html) })
const readContent = async (id: string) => (await ada.get(`/sobjects/ContentNote/${id}/Content`)).body
const linksOf = async (id: string) => {
  const reply = await ada.query(`SELECT LinkedEntityId FROM ContentDocumentLink WHERE ContentDocumentId = '${id}'`)
  return column(reply, 'LinkedEntityId')
}

describe('an enhanced note', () => {
  test('is a document under the same id, linked to its owner', async () => {
    const { status, body } = await write('<p>Hello &amp; <b>welcome</b></p>')
    expect([status, body.success]).toEqual([201, true])
    expect(body.id).toMatch(/^069/)
    expect(await readContent(body.id)).toBe('<p>Hello &amp; <b>welcome</b></p>')
    expect(await linksOf(body.id)).toEqual([salesforce.account(ADA).userId])
    const { body: note } = await ada.get(`/sobjects/ContentNote/${body.id}`)
    expect(note).toMatchObject({
      Title: 'Note',
      FileType: 'SNOTE',
      FileExtension: 'snote',
      TextPreview: 'Hello & welcome',
      Content: `${DATA}/sobjects/ContentNote/${body.id}/Content`,
    })
    const documents = await ada.query(`SELECT Title, FileType FROM ContentDocument WHERE Id = '${body.id}'`)
    expect(documents.body.records).toMatchObject([{ Title: 'Note', FileType: 'SNOTE' }])
  })

  test('is created with all its links in one transaction', async () => {
    const [account, contact] = [
      await idOf(ada, 'Account', 'Halden Trelast AS'),
      await idOf(ada, 'Contact', 'Ingrid Sørensen'),
    ]
    const link = (referenceId: string, LinkedEntityId: string) => ({
      method: 'POST',
      url: `${DATA}/sobjects/ContentDocumentLink`,
      referenceId,
      body: { ContentDocumentId: '@{note.id}', LinkedEntityId, ShareType: 'V', Visibility: 'InternalUsers' },
    })
    const note = {
      method: 'POST',
      url: `${DATA}/sobjects/ContentNote`,
      referenceId: 'note',
      body: { Title: 'T', Content: base64('<p>x</p>') },
    }
    const send = (...links: object[]) => ada.post('/composite', { allOrNone: true, compositeRequest: [note, ...links] })
    const { body } = await send(link('a', account), link('b', contact))
    const { id } = body.compositeResponse[0].body
    expect(await linksOf(id)).toEqual([salesforce.account(ADA).userId, account, contact])
    const initialCount = (await ada.query('SELECT COUNT() FROM ContentNote')).body.totalSize
    await send(link('a', account), link('b', '0015e00000zzzzz'))
    expect((await ada.query('SELECT COUNT() FROM ContentNote')).body.totalSize).toBe(initialCount)
  })

  test('can be linked to a record only once', async () => {
    const { id } = (await write('<p>x</p>')).body
    const link = { ContentDocumentId: id, LinkedEntityId: await idOf(ada, 'Account', 'Kōwhai Foods Ltd') }
    expect((await ada.post('/sobjects/ContentDocumentLink', link)).status).toBe(201)
    const again = await ada.post('/sobjects/ContentDocumentLink', link)
    expect([again.status, again.body[0].errorCode]).toEqual([400, 'DUPLICATE_VALUE'])
    const odd = await ada.post('/sobjects/ContentDocumentLink', { ...link, ShareType: 'X' })
    expect(odd.body[0].errorCode).toBe('INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST')
  })

  test('has a new version after a change', async () => {
    const { id } = (await write('<p>one</p>', 'First')).body
    const patched = await ada.patch(`/sobjects/ContentNote/${id}`, { Title: 'Second', Content: base64('<p>two</p>') })
    expect(patched.status).toBe(204)
    expect(await readContent(id)).toBe('<p>two</p>')
    const versions = await ada.query(
      `SELECT VersionNumber, IsLatest FROM ContentVersion WHERE ContentDocumentId = '${id}'`,
    )
    expect(versions.body.records).toMatchObject([
      { VersionNumber: '1', IsLatest: false },
      { VersionNumber: '2', IsLatest: true },
    ])
    expect((await ada.get(`/sobjects/ContentDocument/${id}`)).body.Title).toBe('Second')
    await ada.remove(`/sobjects/ContentNote/${id}`)
    expect((await ada.get(`/sobjects/ContentDocument/${id}`)).body[0].errorCode).toBe('ENTITY_IS_DELETED')
    expect(await linksOf(id)).toEqual([])
  })

  test.each([
    ['line breaks', '<p>a</p>\r\n<p>b</p>\n', '<p>a</p><p>b</p>'],
    ['scripts', '<p>a<script>alert(1)</script><style>p{}</style></p>', '<p>a</p>'],
    ['unknown tags and attributes', '<div><p onclick="x" class="y">a<img src="z"></p></div><h1>b</h1>', '<p>a</p>b'],
    [
      'addresses of links that run code',
      '<a href="javascript:x">a</a><a href="https://x.example">b</a>',
      '<a>a</a><a href="https://x.example">b</a>',
    ],
    ['comments', '<p>a<!-- b --></p>', '<p>a</p>'],
  ])('silently loses %s', async (_, html, sanitized) => {
    expect(await readContent((await write(html)).body.id)).toBe(sanitized)
  })

  test.each(['Fish & chips', 'a&nbsp;b', 'a&apos;b', 'a&#160;b'])('with %j is rejected', async (text) => {
    const { status, body } = await write(`<p>${text}</p>`)
    expect(status).toBe(400)
    expect(body[0].message).toMatch(/^Note Can't Be Saved Because It Contains HTML Tags or Unescaped Characters/)
  })

  test('requires a title and base64-encoded UTF-8, and has no other writeable fields', async () => {
    const post = async (body: object) => (await ada.post('/sobjects/ContentNote', body)).body[0].errorCode
    expect(await post({ Content: base64('x') })).toBe('REQUIRED_FIELD_MISSING')
    expect(await post({ Title: 'x', Content: '<p>raw</p>' })).toBe('JSON_PARSER_ERROR')
    expect(await post({ Title: 'x', Content: Buffer.from([0xff, 0xfe]).toString('base64') })).toBe(
      'FIELD_INTEGRITY_EXCEPTION',
    )
    expect(await post({ Title: 'x', TextPreview: 'y' })).toBe('INVALID_FIELD_FOR_INSERT_UPDATE')
    expect(await post({ Title: 'x'.repeat(256) })).toBe('STRING_TOO_LONG')
  })

  test('stores any text that is properly escaped', async () => {
    const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (text) => {
        const html = `<p>${text.replace(/[\r\n]/g, '').replace(/[&<>"']/g, (character) => entities[character] ?? character)}</p>`
        expect(await readContent((await write(html)).body.id)).toBe(html)
      }),
      { numRuns: randomRuns(50) },
    )
  })
})

describe('an org without enhanced notes', () => {
  test('has neither the object nor its route, but classic notes', async () => {
    const maya = as(salesforce, MAYA)
    const { status, body } = await maya.post('/sobjects/ContentNote', { Title: 'x', Content: base64('x') })
    expect([status, body[0].errorCode]).toEqual([404, 'NOT_FOUND'])
    const ParentId = await idOf(maya, 'Account', 'Meridian Works')
    const classic = await maya.post('/sobjects/Note', { ParentId, Title: 'Call', Body: 'Plain & simple\n<b>' })
    expect((await maya.get(`/sobjects/Note/${classic.body.id}`)).body.Body).toBe('Plain & simple\n<b>')
    const long = await maya.post('/sobjects/Note', { ParentId, Title: 'x'.repeat(81) })
    expect(long.body[0].errorCode).toBe('STRING_TOO_LONG')
  })

  test('has them after an administrator has enabled them', async () => {
    salesforce.account(MAYA).org.notesEnabled = true
    const note = { Title: 'x', Content: base64('<p>x</p>') }
    expect((await as(salesforce, MAYA).post('/sobjects/ContentNote', note)).status).toBe(201)
  })
})
