import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Email } from '../../../../src/contract/index.ts'
import { sealCursor } from '../../../../src/kit/pages.ts'
import { toBinding } from '../../../../vendors/microsoft/outlook-mail/cursor.ts'
import { toMailQuery } from '../../../../vendors/microsoft/outlook-mail/query.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { defineRecordings } from '../../../kit/recordings.ts'
import { aMessage, cursorOf, mailCall, problemOf, syncEmails, WINDOW } from '../builders.ts'
import { FOLDERS, GRAPH, recording, replay, serveEnd, serveFolders, serveMail } from '../recordings.ts'

cutNetwork()

/** The time of the recordings. */
const clock = () => Date.parse('2026-01-12T09:00:00Z')

describe('a page of mail', () => {
  test('maps every member of a message', async () => {
    const waiting = replay('a-message-in-full')
    const { items, pagination } = await syncEmails({}, mailCall({ clock }))
    expect(items).toEqual([
      {
        blockType: 'email',
        provider: 'provider-hub',
        application: 'outlook-mail',
        externalId: 'AAkALg-message-1=',
        uri: 'https://outlook.office365.com/owa/?ItemID=AAkALg-message-1%3D&exvsurl=1&viewmodel=ReadMessageItem',
        from: { email: 'jane@example.org', friendlyName: 'Doe, Jane' },
        to: [
          { email: 'ann@example.com', friendlyName: 'Ann Example' },
          { email: 'carl@example.com', friendlyName: 'Carl; C.' },
        ],
        cc: [],
        replyTo: [{ email: 'desk@example.org', friendlyName: "Jane's désk" }],
        subject: 'Grüße from Jane',
        bodyHtml: HTML,
        bodyText: 'Hello world!',
        snippet: 'Hello world!',
        dateSent: Date.parse('2026-01-06T10:00:00Z'),
        dateReceived: Date.parse('2026-01-06T10:00:03Z'),
        direction: 'inbound',
        threadExternalId: 'AAQkAGI-conversation=',
        messageId: '<AAkALg-message-1@example.org>',
        inReplyTo: '<question-1@example.com>',
        labels: ['Red category'],
        unread: true,
        attachments: [
          { externalId: 'AAkALg-message-1-file-1=', name: 'offer.pdf', mimeType: 'application/pdf', size: 48_213 },
          {
            externalId: 'AAkALg-message-1-file-2=',
            name: 'image001.png',
            mimeType: 'image/png',
            size: 1_207,
            inline: true,
          },
          {
            externalId: 'AAkALg-message-1-item-1=',
            name: 'Forwarded question',
            mimeType: 'application/octet-stream',
            size: 9_120,
          },
        ],
      } satisfies Email,
    ])
    expect(pagination).toEqual({ hasMore: false, pageSize: 1 })
    expect(waiting()).toEqual([])
  })

  test('of an empty mailbox is empty', async () => {
    replay('no-mail')
    expect(await syncEmails({}, mailCall({ clock }))).toEqual({
      items: [],
      pagination: { hasMore: false, pageSize: 0 },
    })
  })

  test('has as many messages as the limit, newest first, and a cursor that leads to the rest', async () => {
    const waiting = replay('mail-in-two-pages')
    const first = await syncEmails({ limit: 2 }, mailCall({ clock }))
    expect(first.items.map(({ externalId }) => externalId)).toEqual(['m3=', 'm2='])
    expect(first.pagination).toMatchObject({ hasMore: true, pageSize: 2 })
    const later = mailCall({ clock: () => clock() + 3_600_000 })
    const second = await syncEmails({ limit: 2, ...cursorOf(first) }, later)
    expect(second.items.map(({ externalId }) => externalId)).toEqual(['m1='])
    expect(second.pagination).toEqual({ hasMore: false, pageSize: 1 })
    expect(waiting()).toEqual([])
  })

  test('sends the same preferences with every request and every page', async () => {
    const prefer = 'IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="html"'
    defineRecordings(recording('mail-in-two-pages').map((definition) => ({ ...definition, reqheaders: { prefer } })))
    await syncEmails(
      { limit: 2, ...cursorOf(await syncEmails({ limit: 2 }, mailCall({ clock }))) },
      mailCall({ clock }),
    )
    expect(nock.pendingMocks()).toEqual([])
  })

  test('leaves out drafts, junk and deleted mail with its subfolders, and recognizes sent mail', async () => {
    const waiting = replay('mail-in-every-folder')
    const { items, metadata } = await syncEmails({}, mailCall({ clock }))
    expect(items.map(({ externalId, direction }) => [externalId, direction])).toEqual([
      ['inbox=', 'inbound'],
      ['sent=', 'outbound'],
      ['own=', 'outbound'],
    ])
    expect(metadata).toBeUndefined()
    expect(waiting()).toEqual([])
  })

  test('does not require folders that the mailbox does not have', async () => {
    nock(GRAPH)
      .get(/mailFolders/)
      .query(true)
      .times(3)
      .reply(404, { error: { code: 'ErrorItemNotFound', message: 'The specified folder could not be found.' } })
    nock(GRAPH)
      .get(/mailFolders/)
      .query(true)
      .times(FOLDERS.length - 3)
      .reply(400, { error: { code: 'ErrorInvalidIdMalformed', message: 'Id is malformed.' } })
    serveMail({ value: [aMessage()] })
    serveEnd()
    expect((await syncEmails()).items.map(({ externalId }) => externalId)).toEqual(['message-1='])
  })

  test('contains the messages of the addresses in the window, whose start is inclusive and end exclusive', async () => {
    const waiting = replay('mail-of-one-address-in-a-window')
    const filter = { ...WINDOW, includeEmails: [' Bob@Example.org ', 'bob@example.org'] }
    const { items, metadata } = await syncEmails(filter, mailCall({ clock }))
    expect(items.map(({ externalId }) => externalId)).toEqual(['cc=', 'in='])
    expect(items.map(({ bodyText }) => bodyText)).toEqual(['cc\n', 'in\n'])
    expect(metadata).toBeUndefined()
    expect(waiting()).toEqual([])
  })

  test('names a message that is deleted during the sync', async () => {
    replay('a-message-deleted-meanwhile')
    const { items, metadata } = await syncEmails({ ...WINDOW, includeEmails: ['bob@example.org'] }, mailCall({ clock }))
    expect(items.map(({ externalId }) => externalId)).toEqual(['in='])
    expect(metadata?.warnings).toEqual(['The message cc= was deleted in the meantime.'])
  })

  test('names a message that does not have the documented form, and delivers the others', async () => {
    serveFolders()
    serveMail({ value: [aMessage(), { ...aMessage({ id: 'bad=' }), toRecipients: {} }, null] })
    serveEnd()
    const { items, metadata } = await syncEmails()
    expect(items.map(({ externalId }) => externalId)).toEqual(['message-1='])
    expect(metadata?.warnings).toEqual(['The message bad= is unreadable and was left out.'])
  })

  test.each([
    ['the list of addresses is empty', { includeEmails: [] }],
    ['the window is empty', { dateStart: 5_000, dateEnd: 5_000 }],
    ['the window has not begun', { dateStart: clock() + 1, dateEnd: clock() + 2 }],
  ])('is empty without a request if %s', async (_, filter) => {
    const call = mailCall({ clock })
    expect((await syncEmails(filter, call)).items).toEqual([])
    expect(call.meter.calls).toBe(0)
  })

  test('costs one request for each folder and one for each page, and two that confirm the end', async () => {
    replay('mail-in-two-pages')
    const first = mailCall({ clock })
    const page = await syncEmails({ limit: 2 }, first)
    const second = mailCall({ clock })
    await syncEmails({ limit: 2, ...cursorOf(page) }, second)
    expect([first.meter.calls, second.meter.calls]).toEqual([FOLDERS.length + 1, 1 + 2])
  })

  test('sorts by the first property of its filter, which has no condition on recipients', async () => {
    serveFolders()
    const received: Record<string, unknown> = {}
    nock(GRAPH)
      .get('/v1.0/me/messages')
      .query((query) => Object.assign(received, query) === received)
      .reply(200, { value: [] })
    await syncEmails({ ...WINDOW, includeEmails: ["o'brien@example.org"] }, mailCall({ clock }))
    expect(received.$orderby).toBe('receivedDateTime desc')
    expect(received.$filter).toBe(
      'receivedDateTime ge 2026-01-05T00:00:00Z and receivedDateTime lt 2026-01-12T00:00:00Z',
    )
    expect(received).not.toHaveProperty('$search')
  })
})

describe('a cursor', () => {
  test.each([
    ['connection', {}, { connectionId: 'connection-2' }],
    ['start', { dateStart: 1 }, {}],
    ['addresses', { includeEmails: ['bob@example.org'] }, {}],
  ])('is rejected for another %s', async (_, filter, connection) => {
    replay('mail-in-two-pages')
    const first = await syncEmails({ limit: 2 }, mailCall({ clock }))
    const call = mailCall({ clock })
    const problem = await problemOf(
      syncEmails({ limit: 2, ...cursorOf(first), ...filter }, call, undefined, connection),
    )
    expect(problem).toMatchObject({ status: 400, options: { errors: [{ pointer: '#/filter/cursor' }] } })
    expect(call.meter.calls).toBe(0)
  })

  test("contains neither a token of the account nor a server's URL", async () => {
    replay('mail-in-two-pages')
    const { cursor } = cursorOf(await syncEmails({ limit: 2 }, mailCall({ clock })))
    const text = Buffer.from(cursor.split('.')[1] ?? '', 'base64url').toString()
    expect(JSON.parse(text).bound).toBe(Date.parse('2026-01-07T09:00:01Z'))
    expect(text).not.toMatch(/EwB4A8|M\.C5|https?:|graph\.|elsewhere/)
  })
})

describe('a cursor of the version that followed links', () => {
  test('starts the sync again with the same window', async () => {
    const call = mailCall({ clock: () => clock() + 3_600_000 })
    const saved = {
      before: clock(),
      folders: { leftOut: [] },
      top: 2,
      link: '/me/messages?$skip=1486',
      listed: false,
      pages: 1,
      repeats: 0,
      tail: ['m3=', 'm2='],
      pending: [{ id: 'm2=', tries: 1 }],
      empty: 0,
    }
    const waiting = replay('mail-in-two-pages')
    const query = toMailQuery(['me'], {}, 2)
    const first = await syncEmails(
      { limit: 2, cursor: sealCursor(call, toBinding('connection-1', {}, query), saved) },
      call,
    )
    expect(first.items.map(({ externalId }) => externalId)).toEqual(['m3=', 'm2='])
    const second = await syncEmails({ limit: 2, ...cursorOf(first) }, call)
    expect(second.items.map(({ externalId }) => externalId)).toEqual(['m1='])
    expect(waiting()).toEqual([])
  })
})

/** An HTML document, as Graph converts each message to. */
const HTML =
  '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head>' +
  '<body><p>Hello <b>world</b>!</p></body></html>'
