import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Email } from '../../../../src/contract/index.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { defineRecordings } from '../../../kit/recordings.ts'
import { mailCall, problemOf, syncEmails, WINDOW } from '../builders.ts'
import { recording, replay } from '../recordings.ts'

cutNetwork()

/** The time of the recordings. */
const clock = () => Date.parse('2026-01-12T09:00:00Z')

describe('a page of mail', () => {
  test('maps every member of a message', async () => {
    replay('a-message-in-full')
    const { items } = await syncEmails({}, mailCall({ clock }))
    expect(items).toEqual([
      {
        blockType: 'email',
        provider: 'provider-hub',
        application: 'gmail',
        externalId: '18c1a',
        uri: 'https://mail.google.com/mail/?authuser=ann%40example.com#all/18c1a',
        from: { email: 'jane@example.org', friendlyName: 'Doe, Jane' },
        to: [{ email: 'ann@example.com' }, { email: 'carl@example.com', friendlyName: 'Carl; C.' }],
        cc: [],
        replyTo: [{ email: 'desk@example.org', friendlyName: "Jane's désk" }],
        subject: 'Grüße from Jane',
        bodyHtml: '<b>Hello</b>',
        bodyText: 'Hello world!',
        snippet: "Tom & Ann said 'yes'",
        dateSent: Date.parse('2026-01-06T10:00:00Z'),
        dateReceived: 1767693600000,
        direction: 'inbound',
        threadExternalId: '18c1a',
        messageId: '<1@example.org>',
        inReplyTo: '<0@example.com>',
        labels: ['UNREAD', 'CATEGORY_PERSONAL', 'INBOX'],
        unread: true,
        attachments: [{ externalId: '18c1a/1', name: 'a.pdf', mimeType: 'application/pdf', size: 9999 }],
      } satisfies Email,
    ])
  })

  test('of an empty mailbox is empty', async () => {
    replay('no-mail')
    expect(await syncEmails({}, mailCall({ clock }))).toEqual({
      items: [],
      pagination: { hasMore: false, pageSize: 0 },
    })
  })

  test('has as many messages as the limit, newest first, and a cursor for the rest', async () => {
    const waiting = replay('mail-in-two-pages')
    const first = await syncEmails({ limit: 2 }, mailCall({ clock }))
    expect(first.items.map(({ externalId }) => externalId)).toEqual(['m3', 'm2'])
    expect(first.pagination).toMatchObject({ hasMore: true, pageSize: 2 })
    const later = mailCall({ clock: () => clock() + 3_600_000 })
    const second = await syncEmails({ limit: 2, ...cursorOf(first) }, later)
    expect(second.items.map(({ externalId }) => externalId)).toEqual(['m1'])
    expect(second.pagination).toEqual({ hasMore: false, pageSize: 1 })
    expect(waiting()).toEqual([])
  })

  test('names a message that is deleted during the sync', async () => {
    replay('a-message-deleted-meanwhile')
    const { items, metadata } = await syncEmails({}, mailCall({ clock }))
    expect(items.map(({ externalId }) => externalId)).toEqual(['m2'])
    expect(metadata?.warnings).toEqual(['The message m3 was deleted in the meantime.'])
  })

  test('fetches a text that Gmail detaches because of its size', async () => {
    replay('a-text-kept-back-by-its-size')
    const { items } = await syncEmails({}, mailCall({ clock }))
    expect(items[0]?.bodyText).toBe('The long one')
    expect(items[0]?.attachments).toBeUndefined()
  })

  test('costs 5 units and 20 for each message', async () => {
    replay('a-message-deleted-meanwhile')
    const call = mailCall({ clock })
    await syncEmails({}, call)
    expect(call.meter).toMatchObject({ calls: 3, units: 5 + 2 * 20 })
  })

  test('contains the messages of the addresses in the window, whose start is inclusive and end exclusive', async () => {
    const waiting = replay('mail-of-one-address-in-a-window')
    const filter = { ...WINDOW, includeEmails: [' Bob@Example.org ', 'bob@example.org'] }
    const { items, metadata } = await syncEmails(filter, mailCall({ clock }))
    expect(items.map(({ externalId }) => externalId)).toEqual(['in'])
    expect(metadata).toBeUndefined()
    expect(waiting()).toEqual([])
  })

  test.each([
    ['the list of addresses is empty', { includeEmails: [] }],
    ['no address in the list can be one', { includeEmails: ['all of them', '} OR in:trash {'] }],
    ['the window is empty', { dateStart: 5_000, dateEnd: 5_000 }],
    ['the window has not begun', { dateStart: clock() + 1, dateEnd: clock() + 2 }],
    ['the window lies before 1970', { dateStart: -2_000, dateEnd: -1_000 }],
  ])('is empty without a request if %s', async (_, filter) => {
    const call = mailCall({ clock })
    expect((await syncEmails(filter, call)).items).toEqual([])
    expect(call.meter.calls).toBe(0)
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

  test('is valid for another limit', async () => {
    defineRecordings(recording('mail-in-two-pages').slice(0, 3))
    const first = await syncEmails({ limit: 2 }, mailCall({ clock }))
    nock(API)
      .get('/gmail/v1/users/me/messages')
      .query({ q: QUERY, maxResults: 7, pageToken: '09876543210' })
      .reply(200, {})
    expect((await syncEmails({ limit: 7, ...cursorOf(first) }, mailCall({ clock }))).items).toEqual([])
  })

  test("contains neither a token of the account nor a server's URL", async () => {
    replay('mail-in-two-pages')
    const { cursor } = cursorOf(await syncEmails({ limit: 2 }, mailCall({ clock })))
    const text = Buffer.from(cursor.split('.')[1] ?? '', 'base64url').toString()
    expect(JSON.parse(text)).toHaveProperty('pageToken', '09876543210')
    expect(text).not.toMatch(/ya29|1\/\/|https?:|googleapis/)
  })
})

const API = 'https://gmail.googleapis.com'
const QUERY = 'before:1768208401 -in:drafts -in:chats'

function cursorOf({ pagination }: { pagination: { cursor?: string } }): { cursor: string } {
  if (!pagination.cursor) throw new Error('there is no cursor')
  return { cursor: pagination.cursor }
}
