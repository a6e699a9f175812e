import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, SCOPE, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, as, BILAL, type Get, itemsOf, ME, pagesOf, STEADY } from '../harness.ts'

const MAILS = `${ME}/messages`
let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = as(microsoft, ADA)
})
afterEach(() => microsoft.stop())

const listAll = async (prefer = STEADY) => itemsOf(await pagesOf(get, MAILS, { $top: 1000 }, { prefer }))
const findMessage = async (subject: string | null) => (await listAll()).find((mail) => mail.subject === subject)
const folderId = async (name: string) => (await get(`${ME}/mailFolders/${name}`, { $select: 'id' })).body.id
const pathOf = (id: string) => `${MAILS}/${encodeURIComponent(id)}`

describe('the list of messages', () => {
  test('contains the whole mailbox, newest first, including drafts, deleted and junk mail', async () => {
    const mails = await listAll()
    expect(mails.length).toBeGreaterThanOrEqual(110)
    expect(mails.length).toBeLessThanOrEqual(130)
    const received = mails.map(({ receivedDateTime }) => receivedDateTime)
    expect(received).toEqual(received.toSorted().reverse())
    for (const name of ['inbox', 'sentitems', 'drafts', 'deleteditems', 'junkemail']) {
      const id = await folderId(name)
      expect(mails.some(({ parentFolderId }) => parentFolderId === id)).toBe(true)
    }
    expect(mails.filter(({ isDraft }) => isDraft)).toHaveLength(3)
  })

  test('contains nothing older than about sixty days, and nothing in the future', async () => {
    const received = (await listAll()).map(({ receivedDateTime }) => receivedDateTime)
    expect(received.at(-1) > '2026-01-12').toBe(true)
    expect(received[0] <= '2026-03-16T09:00:00Z').toBe(true)
  })

  test('has ten messages per page by default, and up to a thousand with $top', async () => {
    expect((await get(MAILS)).body.value).toHaveLength(10)
    expect((await get(MAILS, { $top: 3 })).body.value).toHaveLength(3)
    for (const $top of [0, 1001]) expect((await get(MAILS, { $top })).status).toBe(400)
  })

  test('has a count on request', async () => {
    const { body } = await get(MAILS, { $count: true, $filter: 'isDraft eq true', $top: 1 })
    expect([body['@odata.count'], body.value.length]).toEqual([3, 1])
  })

  test('requires a mail scope', async () => {
    const { status, body } = await as(microsoft, ADA, [SCOPE.calendars])(MAILS)
    expect([status, body.error.code]).toEqual([403, 'ErrorAccessDenied'])
  })

  test('of a folder is found by the id of the folder, or by its well-known name in any case', async () => {
    const byName = (await get(`${ME}/mailFolders/JunkEmail/messages`)).body.value
    const byId = (await get(`${ME}/mailFolders/${await folderId('junkemail')}/messages`)).body.value
    expect(byName).toHaveLength(4)
    expect(byId).toEqual(byName)
    expect((await get(`${ME}/mailFolders/nowhere/messages`)).body.error.code).toBe('ErrorInvalidIdMalformed')
    expect((await get(`${ME}/mailFolders/AQMkAGnowhereToBeFound=`)).status).toBe(404)
  })
})

describe('a message', () => {
  test('has the members and values of Graph', async () => {
    expect(await findMessage('RE: Kōwhai: second warehouse')).toMatchObject({
      id: expect.stringMatching(/^AAkALg/),
      from: { emailAddress: { name: 'Aroha Ngata', address: 'aroha@kowhai.example' } },
      toRecipients: [{ emailAddress: { name: 'Ada Moreau', address: ADA } }],
      ccRecipients: [],
      bccRecipients: [],
      receivedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      internetMessageId: expect.stringMatching(/^<.+>$/),
      flag: { flagStatus: 'notFlagged' },
      webLink: expect.stringMatching(/^https:\/\/outlook\.office365\.com\/owa\/\?ItemID=AAkA/),
    })
  })

  test('belongs to a conversation', async () => {
    const thread = (await listAll()).filter(({ subject }) => /Integration test failed/.test(subject ?? ''))
    expect(thread).toHaveLength(5)
    expect(new Set(thread.map(({ conversationId }) => conversationId)).size).toBe(1)
  })

  test('may have a sender other than from, or neither', async () => {
    const delegated = await findMessage('On behalf of Chloé: agenda')
    expect(delegated.from.emailAddress.address).toBe('chloe@meridian.example')
    expect(delegated.sender.emailAddress.address).toBe('assistant@meridian.example')
    const newDraft = (await listAll()).find((mail) => mail.isDraft && mail.subject === null)
    expect(Object.keys(newDraft)).not.toContain('from')
    expect(Object.keys(newDraft)).not.toContain('sender')
  })

  test('may share its Message-ID with another message', async () => {
    const notes = (await listAll()).filter(
      ({ internetMessageId }) => internetMessageId === '<note-to-self@meridian.example>',
    )
    expect(notes).toHaveLength(2)
    expect(new Set(notes.map(({ id }) => id)).size).toBe(2)
  })

  test('has attachments if it has files, but not if it only has inline images', async () => {
    expect((await findMessage('RE: Customs papers')).hasAttachments).toBe(false)
    const mails = (await listAll()).filter(
      ({ subject }) => subject === 'RE: Customs papers' || subject === 'RE: Train or plane?',
    )
    const own = mails.filter(({ from }) => from.emailAddress.address === ADA)
    expect(own.map(({ hasAttachments }) => hasAttachments).sort()).toEqual([false, true])
  })

  test('may be an invitation or a response to one', async () => {
    expect(await findMessage('Kōwhai logistics')).toMatchObject({
      '@odata.type': '#microsoft.graph.eventMessageRequest',
      meetingMessageType: 'meetingRequest',
    })
    expect((await findMessage('Accepted: Partner stand-up')).meetingMessageType).toBe('meetingAccepted')
    expect(await findMessage('Q1 accruals')).not.toHaveProperty('@odata.type')
  })
})

describe('bodies', () => {
  test('are sanitized HTML, unless unsafe HTML is requested', async () => {
    const subject = 'Fwd: “<script>alert(1)</script>” & co'
    const { id } = await findMessage(subject)
    const safe = (await get(pathOf(id))).body.body
    expect(safe.contentType).toBe('html')
    expect(safe.content).toContain('<p>Hello <b>there</b></p>')
    expect(safe.content).not.toMatch(/script|onclick|iframe/)
    const unsafe = await get(pathOf(id), {}, { prefer: 'outlook.allow-unsafe-html' })
    expect(unsafe.body.body.content).toContain('<script>alert(2)</script>')
    expect(unsafe.headers.get('preference-applied')).toBe('outlook.allow-unsafe-html')
  })

  test('are text when text is preferred; the preview is always short text', async () => {
    const long = await findMessage(`Long ${'and longer '.repeat(80)}subject`)
    expect(long.body.contentType).toBe('text')
    expect(long.body.content.length).toBeGreaterThan(1000)
    expect(long.bodyPreview).toBe(long.body.content.slice(0, 255))
    const news = await findMessage('Partner Weekly #12')
    expect(news.body.content).toContain('Item 1 — more… <https://click.example/0/0?utm_source=nl&utm_medium=mail>')
    expect(news.body.content).not.toMatch(/<td|mso|never run me/)
  })

  test('include uniqueBody and headers only when these are selected', async () => {
    const { id } = await findMessage('Partner Weekly #12')
    expect(Object.keys((await get(pathOf(id))).body)).not.toContain('uniqueBody')
    const { body } = await get(pathOf(id), { $select: 'uniqueBody,internetMessageHeaders' })
    expect(Object.keys(body).sort()).toEqual([
      '@odata.context',
      '@odata.etag',
      'id',
      'internetMessageHeaders',
      'uniqueBody',
    ])
    expect(body.internetMessageHeaders[0].name).toBe('List-Unsubscribe')
  })

  test('are not returned for tokens with a basic scope only', async () => {
    get = as(microsoft, ADA, [SCOPE.mailBasic])
    const [mail] = (await get(MAILS)).body.value
    expect([mail.body, mail.bodyPreview, typeof mail.subject]).toEqual([undefined, undefined, 'string'])
    expect((await get(`${pathOf(mail.id)}/attachments`)).status).toBe(403)
  })

  test('time out on pages larger than bodyTimeoutTop, unless they are not selected', async () => {
    microsoft.settings.bodyTimeoutTop = 50
    const large = await get(MAILS, { $top: 51 })
    expect([large.status, large.body.error.code]).toEqual([504, 'UnknownError'])
    expect((await get(MAILS, { $top: 50 })).status).toBe(200)
    expect((await get(MAILS, { $top: 1000, $select: 'subject,bodyPreview' })).status).toBe(200)
  })
})

describe('ids of messages', () => {
  test('are mutable and immutable, and both find the message', async () => {
    const [mutable] = (await get(MAILS, { $top: 1 })).body.value
    const [immutable] = (await get(MAILS, { $top: 1 }, { prefer: STEADY })).body.value
    expect(mutable.id).not.toBe(immutable.id)
    expect(mutable.internetMessageId).toBe(immutable.internetMessageId)
    for (const { id } of [mutable, immutable]) {
      expect((await get(pathOf(id))).body.internetMessageId).toBe(mutable.internetMessageId)
    }
  })

  test('change when the message is moved, unless they are immutable', async () => {
    const [mutable] = (await get(MAILS, { $top: 1 })).body.value
    const [immutable] = (await get(MAILS, { $top: 1 }, { prefer: STEADY })).body.value
    microsoft.moveMessage(ADA, immutable.id, 'archive')
    const moved = (await get(pathOf(immutable.id))).body
    expect(moved.id).not.toBe(mutable.id)
    expect(moved.parentFolderId).toBe(await folderId('archive'))
    const gone = await get(pathOf(mutable.id))
    expect([gone.status, gone.body.error.code]).toEqual([404, 'ErrorItemNotFound'])
    expect((await get(pathOf(immutable.id), {}, { prefer: STEADY })).body.id).toBe(immutable.id)
    microsoft.moveMessage(ADA, immutable.id, 'inbox')
    expect((await get(pathOf(immutable.id))).body.id).not.toBe(mutable.id)
  })

  test('must be escaped in a path, and are case-sensitive', async () => {
    const slashed = (await listAll('')).find(({ id }) => id.includes('/'))
    expect((await get(`${MAILS}/${slashed.id}`)).status).toBe(400)
    expect((await get(pathOf(slashed.id))).status).toBe(200)
    const swapped = slashed.id.slice(0, 6) + slashed.id.slice(6).toLowerCase()
    expect((await get(pathOf(swapped))).status).toBe(404)
    expect((await get(pathOf('nonsense'))).body.error.code).toBe('ErrorInvalidIdMalformed')
  })
})

describe('attachments', () => {
  test('are returned with their content, alone or with the message', async () => {
    const mail = (await listAll()).find(
      ({ subject, hasAttachments }) => subject === 'RE: Kōwhai: second warehouse' && hasAttachments,
    )
    const list = (await get(`${pathOf(mail.id)}/attachments`)).body.value
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({
      '@odata.type': '#microsoft.graph.fileAttachment',
      name: 'suppliers.csv',
      isInline: false,
    })
    expect(Buffer.from(list[0].contentBytes, 'base64').toString()).toContain('Kōwhai Foods')
    expect(Buffer.from(list[0].contentBytes, 'base64')).toHaveLength(list[0].size)
    expect((await get(`${pathOf(mail.id)}/attachments/${encodeURIComponent(list[0].id)}`)).body).toMatchObject(list[0])
    expect((await get(pathOf(mail.id), { $expand: 'attachments' })).body.attachments).toEqual(list)
    expect((await get(pathOf(mail.id), { $expand: 'people' })).status).toBe(400)
  })

  test('may be expanded in a list, with the properties that all types of attachments have', async () => {
    const $expand = 'attachments($select=id,name,contentType,size,isInline)'
    const { body } = await get(MAILS, { $expand, $select: 'subject', $top: 1000 })
    const files = body.value.flatMap(({ attachments }: { attachments: object[] }) => attachments)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      expect(Object.keys(file)).toEqual(['@odata.type', 'id', 'name', 'contentType', 'size', 'isInline'])
    }
    const refused = await get(MAILS, { $expand: 'attachments($select=contentBytes)' })
    expect(refused.status).toBe(400)
  })
})

describe('extended properties', () => {
  const inReplyTo = "singleValueExtendedProperties($filter=id eq 'String 0x1042')"

  test('are returned when they are named, for the messages that have them', async () => {
    const { body } = await get(MAILS, { $expand: `attachments($select=name),${inReplyTo}`, $top: 1000 })
    type Listed = { internetMessageId: string; singleValueExtendedProperties?: { id: string; value: string }[] }
    const ids = new Set(body.value.map(({ internetMessageId }: Listed) => internetMessageId))
    const replies = body.value.flatMap((mail: Listed) => mail.singleValueExtendedProperties ?? [])
    expect(replies.length).toBeGreaterThan(5)
    expect(replies.length).toBeLessThan(body.value.length)
    for (const { id, value } of replies) expect([id, ids.has(value)]).toEqual(['String 0x1042', true])
  })

  test('are rejected without a filter', async () => {
    expect((await get(MAILS, { $expand: 'singleValueExtendedProperties' })).status).toBe(400)
  })
})

describe('folders', () => {
  test('are listed below the root, with their numbers of messages', async () => {
    const { body } = await get(`${ME}/mailFolders`, { $top: 100 })
    const names = body.value.map(({ displayName }: { displayName: string }) => displayName)
    expect(names).toEqual([
      'Inbox',
      'Drafts',
      'Sent Items',
      'Deleted Items',
      'Junk Email',
      'Archive',
      'Outbox',
      'Conversation History',
      'Clients',
    ])
    const inbox = body.value[0]
    expect(inbox.totalItemCount).toBeGreaterThan(60)
    expect(inbox.unreadItemCount).toBeGreaterThan(0)
    const clients = body.value.at(-1)
    expect(clients.childFolderCount).toBe(1)
    const children = (await get(`${ME}/mailFolders/${clients.id}/childFolders`)).body.value
    expect(children).toMatchObject([{ displayName: 'Halden', parentFolderId: clients.id, totalItemCount: 5 }])
  })
})

describe('an empty mailbox', () => {
  test('returns an empty list', async () => {
    const { body } = await as(microsoft, BILAL)(MAILS)
    expect(Object.keys(body)).toEqual(['@odata.context', 'value'])
    expect(body.value).toEqual([])
  })
})
