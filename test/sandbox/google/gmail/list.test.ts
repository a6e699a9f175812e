import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { omitUndefined } from '../../../../sandbox/core/omit-undefined.ts'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, BILAL, createGet, ESTHER, type Get, type Query } from '../harness.ts'

const MESSAGES = '/gmail/v1/users/me/messages'
let google: GoogleSandbox
let get: Get

beforeEach(async () => {
  google = await startGoogle({ settings: { gmailUnitsPerMinute: Number.POSITIVE_INFINITY } })
  get = createGet(google, ADA)
})
afterEach(() => google.stop())

const ids = (body: { messages?: { id: string }[] }) => (body.messages ?? []).map(({ id }) => id)
const storedMessages = () => google.account(ADA).mailbox.messages.all()
const labelled = (label: string) =>
  storedMessages()
    .filter(({ labelIds }) => labelIds?.includes(label))
    .map(({ id }) => id)

async function pages(query: Query, betweenPages: () => void = () => {}): Promise<string[][]> {
  const all: string[][] = []
  let pageToken: string | undefined
  do {
    const { body } = await get(MESSAGES, omitUndefined({ ...query, pageToken }))
    all.push(ids(body))
    pageToken = body.nextPageToken
    betweenPages()
  } while (pageToken)
  return all
}

describe('messages.list', () => {
  test('has no messages key if nothing matches', async () => {
    expect((await createGet(google, BILAL)(MESSAGES)).body).toEqual({ resultSizeEstimate: 0 })
    expect((await get(MESSAGES, { q: 'from:nobody@nowhere.example' })).body).toEqual({ resultSizeEstimate: 0 })
  })

  test('lists the newest first, including drafts and chats but not spam and trash', async () => {
    const { body } = await get(MESSAGES, { maxResults: 500 })
    const shown = new Set(ids(body))
    for (const id of [...labelled('DRAFT'), ...labelled('CHAT'), ...labelled('SENT')]) expect(shown).toContain(id)
    for (const id of [...labelled('SPAM'), ...labelled('TRASH')]) expect(shown).not.toContain(id)
    expect(
      labelled('SPAM').length * labelled('TRASH').length * labelled('DRAFT').length * labelled('CHAT').length,
    ).toBeGreaterThan(0)
    const dates = ids(body).map((id) => google.account(ADA).mailbox.messages.get(id)?.internalDate ?? 0)
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    expect(Object.keys(body.messages[0])).toEqual(['id', 'threadId'])
  })

  test('includes spam and trash if requested', async () => {
    const { body } = await get(MESSAGES, { maxResults: 500, includeSpamTrash: true })
    expect(ids(body)).toHaveLength(storedMessages().length)
    expect(ids((await get(MESSAGES, { labelIds: 'SPAM' })).body)).toEqual(labelled('SPAM'))
    expect(ids((await get(MESSAGES, { q: 'in:trash' })).body)).toEqual(labelled('TRASH'))
  })

  test('requires all of several labels', async () => {
    const both = ids((await get(MESSAGES, { labelIds: ['INBOX', 'SENT'] })).body)
    expect(both).toEqual(labelled('INBOX').filter((id) => labelled('SENT').includes(id)))
    expect(both).toHaveLength(1)
  })

  test.each<[Query, string]>([
    [{ pageSize: 10 }, 'Invalid JSON payload received. Unknown name "pageSize"'],
    [{ q: 'x', format: 'full' }, 'Unknown name "format"'],
    [{ maxResults: 501 }, 'maxResults|range'],
    [{ maxResults: 0 }, 'range'],
    [{ pageToken: '10' }, 'Invalid pageToken'],
    [{ includeSpamTrash: 'maybe' }, 'boolean'],
  ])('rejects %j', async (query, message) => {
    const { status, body } = await get(MESSAGES, query)
    expect([status, body.error.status]).toEqual([400, 'INVALID_ARGUMENT'])
    expect(body.error.message).toMatch(new RegExp(message))
  })

  test('accepts Google’s system parameters, and returns the requested fields', async () => {
    const { body } = await get(MESSAGES, {
      maxResults: 1,
      prettyPrint: false,
      alt: 'json',
      fields: 'messages/id,nextPageToken',
    })
    expect(Object.keys(body).sort()).toEqual(['messages', 'nextPageToken'])
    expect(Object.keys(body.messages[0])).toEqual(['id'])
    expect((await get(MESSAGES, { fields: 'messages(id' })).status).toBe(400)
  })

  test('is available to the mailbox’s owner only', async () => {
    expect((await get(`/gmail/v1/users/${ADA}/messages`, { maxResults: 1 })).status).toBe(200)
    expect((await get(`/gmail/v1/users/${BILAL}/messages`)).status).toBe(403)
  })
})

describe('the pages of messages.list', () => {
  test('return every message once', async () => {
    const all = await pages({ maxResults: 30, includeSpamTrash: true })
    expect(all.map((page) => page.length).slice(0, -1)).toEqual(all.slice(0, -1).map(() => 30))
    expect(all.flat()).toEqual(storedMessages().map(({ id }) => id))
  })

  test('are not shifted by new or deleted messages', async () => {
    const initialIds = storedMessages().map(({ id }) => id)
    const all = await pages({ maxResults: 20, includeSpamTrash: true }, () => {
      google.deliverMail(ADA, { subject: 'just now', text: 'x' })
      google.removeMail(ADA, initialIds[5] ?? '')
    })
    expect(all.flat()).toEqual(initialIds)
  })

  test('have tokens that are rejected with another query and for another account', async () => {
    const { body } = await get(MESSAGES, { q: 'from:omar@kestrel.example', maxResults: 2 })
    const pageToken = body.nextPageToken
    for (const query of [
      { pageToken },
      { pageToken, q: 'from:omar' },
      { pageToken, q: 'from:omar@kestrel.example', labelIds: 'INBOX' },
    ]) {
      expect((await get(MESSAGES, query)).body.error).toMatchObject({ code: 400, message: 'Invalid pageToken' })
    }
    expect((await createGet(google, BILAL)(MESSAGES, { q: 'from:omar@kestrel.example', pageToken })).status).toBe(400)
    expect((await get(MESSAGES, { q: 'from:omar@kestrel.example', pageToken, maxResults: 1 })).status).toBe(200)
  })

  test('may be empty although more follow', async () => {
    google.settings.emptyPages = 2
    const all = await pages({ maxResults: 60, includeSpamTrash: true })
    expect(all.map((page) => page.length > 0)).toEqual([false, false, true, false, false, true])
    expect(all.flat()).toHaveLength(storedMessages().length)
  })

  test('do not reveal the number of messages', async () => {
    const { body } = await get(MESSAGES, { maxResults: 10 })
    expect(body.resultSizeEstimate).toBe(201)
  })
})

describe('an account', () => {
  test('without Gmail or Calendar gets an error', async () => {
    const mail = await createGet(google, ESTHER)(MESSAGES)
    expect([mail.status, mail.body.error]).toMatchObject([
      400,
      {
        message: 'Mail service not enabled',
        status: 'FAILED_PRECONDITION',
        errors: [{ reason: 'failedPrecondition' }],
      },
    ])
    const calendar = await createGet(google, ESTHER)('/calendar/v3/users/me/calendarList')
    expect([calendar.status, calendar.body.error.errors[0].reason]).toEqual([403, 'notACalendarUser'])
  })

  test('that granted the metadata scope may not search, even with other scopes', async () => {
    const metadata = createGet(google, ADA, [SCOPE.gmailReadonly, SCOPE.gmailMetadata])
    const { status, body } = await metadata(MESSAGES, { q: 'in:inbox' })
    expect([status, body.error.message]).toEqual([403, "Metadata scope does not support 'q' parameter"])
    expect((await metadata(MESSAGES)).status).toBe(200)
  })

  test('has a profile', async () => {
    expect((await get('/gmail/v1/users/me/profile')).body).toMatchObject({
      emailAddress: ADA,
      messagesTotal: storedMessages().length,
    })
  })
})
