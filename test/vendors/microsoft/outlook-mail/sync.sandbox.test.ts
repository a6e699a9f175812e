import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { MicrosoftSandbox } from '../../../../sandbox/microsoft/index.ts'
import type { Email, StandardSyncResponse } from '../../../../src/contract/index.ts'
import { outlookMail } from '../../../../vendors/microsoft/outlook-mail/index.ts'
import { ADA, connect, DAY_MS, startSandbox, syncEmails } from '../sandbox.ts'

let microsoft: MicrosoftSandbox
beforeEach(async () => {
  microsoft = await startSandbox()
})
afterEach(() => microsoft.stop())

const LEFT_OUT = ['drafts', 'deleteditems', 'junkemail', 'outbox', 'scheduled', 'conversationhistory']

describe('the mail of a whole account', () => {
  test('is delivered once each, newest first, without drafts, junk and deleted mail', async () => {
    const pages = await syncEmails(microsoft, await connect(microsoft, outlookMail), { limit: 30 })
    expect(pages.length).toBeGreaterThan(2)
    expect(idsOf(pages)).toEqual(expectedIds())
    const dates = pages.flatMap(({ items }) => items.map(({ dateReceived = 0 }) => dateReceived))
    expect(dates).toEqual(dates.toSorted((first, second) => second - first))
  })

  test('excludes a deleted folder with everything in it', async () => {
    const { mailbox } = microsoft.account(ADA)
    mailbox.addFolder('old', 'Old', 'deleteditems')
    mailbox.addFolder('older', 'Older', 'old')
    const [first, second] = mailbox.messagesIn('inbox')
    for (const [message, folder] of [
      [first, 'old'],
      [second, 'older'],
    ] as const) {
      microsoft.moveMessage(ADA, mailbox.getIds(message as NonNullable<typeof message>).immutable, folder)
    }
    const pages = await syncEmails(microsoft, await connect(microsoft, outlookMail))
    expect(idsOf(pages)).toEqual(expectedIds(['old', 'older']))
  })

  test('excludes what waits to be sent or shown, and conversations', async () => {
    const { mailbox } = microsoft.account(ADA)
    mailbox.addFolder('scheduled', 'Scheduled')
    const receivedAt = microsoft.clock.now() - DAY_MS
    for (const folder of ['outbox', 'scheduled', 'conversationhistory']) {
      microsoft.deliverMail(ADA, { folder, subject: `in ${folder}`, receivedAt })
    }
    const pages = await syncEmails(microsoft, await connect(microsoft, outlookMail))
    expect(pages.flatMap(({ items }) => items.filter(({ subject }) => subject.startsWith('in ')))).toEqual([])
    expect(idsOf(pages)).toEqual(expectedIds())
  })

  test('describes its attachments, and names the message that it replies to', async () => {
    const pages = await syncEmails(microsoft, await connect(microsoft, outlookMail))
    const items = pages.flatMap((page) => page.items)
    const files = items.flatMap(({ attachments = [] }) => attachments)
    expect(files.find(({ name }) => name === 'suppliers.csv')).toMatchObject({ mimeType: 'text/csv', size: 48 })
    expect(files.find(({ name }) => name === 'image001.png')).toMatchObject({ inline: true })
    const ids = new Set(items.map(({ messageId }) => messageId))
    const replies = items.filter(({ inReplyTo }) => inReplyTo !== undefined)
    expect(replies.map(({ direction }) => direction)).toEqual(expect.arrayContaining(['inbound', 'outbound']))
    for (const { inReplyTo } of replies) expect(ids).toContain(inReplyTo)
  })

  test('keeps its ids if it is moved', async () => {
    const connection = await connect(microsoft, outlookMail)
    const previousIds = idsOf(await syncEmails(microsoft, connection))
    const [message] = microsoft.account(ADA).mailbox.messagesIn('inbox')
    if (!message) throw new Error('the inbox is empty')
    microsoft.moveMessage(ADA, microsoft.account(ADA).mailbox.getIds(message).immutable, 'archive')
    expect(idsOf(await syncEmails(microsoft, connection))).toEqual(previousIds)
  })

  test('distinguishes what Ada sent from what she received', async () => {
    const pages = await syncEmails(microsoft, await connect(microsoft, outlookMail))
    const { mailbox } = microsoft.account(ADA)
    const sent = new Set(mailbox.messagesIn('sentitems').map((message) => mailbox.getIds(message).immutable))
    const items = pages.flatMap((page) => page.items)
    for (const { externalId, direction, from } of items) {
      expect([externalId, direction]).toEqual([
        externalId,
        sent.has(externalId) || from?.email === ADA ? 'outbound' : 'inbound',
      ])
    }
    expect(sent.size).toBeGreaterThan(0)
  })

  test('is requested with the same preferences on every page, and with no query that Graph rejects', async () => {
    await syncEmails(microsoft, await connect(microsoft, outlookMail), { limit: 10 })
    for (const { headers, status, path } of microsoft.ledger.entries({ api: 'outlook' })) {
      expect(headers.prefer).toBe('IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="html"')
      // A mailbox has this folder only if it was used.
      expect(status).toBe(path.endsWith('/scheduled') ? 404 : 200)
    }
  })

  test('is complete although pages are short, empty or time out', async () => {
    Object.assign(microsoft.settings, { maxPageSize: 40, emptyPages: 1, bodyTimeoutTop: 30 })
    const pages = await syncEmails(microsoft, await connect(microsoft, outlookMail))
    expect(idsOf(pages)).toEqual(expectedIds())
    expect(microsoft.ledger.count({ status: 504 })).toBe(2)
  })

  test.each(['same-link', 'new-link'] as const)(
    'is complete although every link leads to the second page again: %s',
    async (loop) => {
      Object.assign(microsoft.settings, { loop })
      const pages = await syncEmails(microsoft, await connect(microsoft, outlookMail), { limit: 10 })
      expect(idsOf(pages)).toEqual(expectedIds())
      expect(pages.flatMap(({ metadata }) => metadata?.warnings ?? [])).toEqual([])
    },
  )

  test('that arrives during the sync shifts nothing', async () => {
    const connection = await connect(microsoft, outlookMail)
    const expected = expectedIds()
    const first = await syncEmails(microsoft, connection, { limit: 30 })
    microsoft.clock.advance(1_000)
    for (let count = 0; count < 15; count += 1) microsoft.deliverMail(ADA, { subject: `new ${count}` })
    expect(idsOf(first)).toEqual(expected)
    expect(idsOf(await syncEmails(microsoft, connection, { dateEnd: microsoft.clock.now() }))).toEqual(expected)
  })

  test('survives random faults: nothing is missing or repeated', async () => {
    const connection = await connect(microsoft, outlookMail)
    microsoft.faults.random({
      seed: 5,
      path: '/v1.0/**',
      chances: { reset: 0.1, html: 0.1, truncated: 0.1, 'reset-in-body': 0.1 },
    })
    expect(idsOf(await syncEmails(microsoft, connection, { limit: 40 }))).toEqual(expectedIds())
  }, 30_000)

  test('of two thousand messages costs twenty requests for the pages, six for the folders and two that confirm the end', async () => {
    const account = 'bilal@meridian.example'
    microsoft.fillMailbox(account, { count: 2_000, seed: 3 })
    microsoft.clock.advance(1_000)
    const connection = await connect(microsoft, outlookMail, account)
    microsoft.ledger.clear()
    const pages = await syncEmails(microsoft, connection)
    expect(new Set(idsOf(pages)).size).toBe(2_000)
    expect(microsoft.ledger.count({ account })).toBe(6 + 20 + 2)
  }, 30_000)
})

describe('the mail of some people', () => {
  test('is exactly what they sent or received', async () => {
    const { mailbox } = microsoft.account(ADA)
    const address = 'omar@kestrel.example'
    const involved = mailbox.messages.filter(({ folder, isDraft, from, sender, to, cc, bcc }) => {
      const people = [from, sender, ...to, ...cc, ...bcc]
      return !LEFT_OUT.includes(folder) && !isDraft && people.some((one) => one?.address?.toLowerCase() === address)
    })
    microsoft.deliverMail(ADA, {
      from: { name: address, address: `${address}.evil.example` },
      receivedAt: microsoft.clock.now() - DAY_MS,
    })
    const pages = await syncEmails(microsoft, await connect(microsoft, outlookMail), {
      includeEmails: [address.toUpperCase()],
      limit: 3,
    })
    expect(involved.length).toBeGreaterThan(0)
    expect(idsOf(pages).toSorted()).toEqual(involved.map((message) => mailbox.getIds(message).immutable).toSorted())
    expect(microsoft.ledger.count({ status: 400 })).toBe(0)
  })

  test('is delivered although Graph refuses one message, which is named', async () => {
    const connection = await connect(microsoft, outlookMail)
    const filter = { includeEmails: ['omar@kestrel.example'] }
    const [refused = '', ...others] = idsOf(await syncEmails(microsoft, connection, filter))
    const path = `/v1.0/me/messages/${encodeURIComponent(refused)}`
    microsoft.faults.add({ path, fault: { kind: 'error', name: 'ErrorAccessDenied' }, count: null })
    const pages = await syncEmails(microsoft, connection, filter)
    expect(idsOf(pages)).toEqual(others)
    const warnings = pages.flatMap(({ metadata }) => metadata?.warnings ?? [])
    expect(warnings).toEqual([expect.stringContaining(`The message ${refused} was left out.`)])
  })

  test('includes mail whose replies go to them', async () => {
    const address = 'desk@elsewhere.example'
    const receivedAt = microsoft.clock.now() - DAY_MS
    const from = { name: 'Automat', address: 'no-reply@elsewhere.example' }
    microsoft.deliverMail(ADA, { from, replyTo: [{ name: 'Desk', address }], subject: 'A question', receivedAt })
    const pages = await syncEmails(microsoft, await connect(microsoft, outlookMail), { includeEmails: [address] })
    expect(pages.flatMap(({ items }) => items.map(({ subject }) => subject))).toEqual(['A question'])
  })

  test('is found in a mailbox of thousands of messages with few requests', async () => {
    microsoft.fillMailbox(ADA, { count: 5_000, seed: 9 })
    const from = { name: 'Rare', address: 'rare@example.org' }
    microsoft.deliverMail(ADA, { from, subject: 'once', receivedAt: microsoft.clock.now() - 50 * DAY_MS })
    const connection = await connect(microsoft, outlookMail)
    microsoft.ledger.clear()
    const pages = await syncEmails(microsoft, connection, { includeEmails: ['rare@example.org'] })
    expect(pages.flatMap(({ items }) => items.map(({ subject }) => subject))).toEqual(['once'])
    expect(microsoft.ledger.count({ account: ADA })).toBeLessThan(35)
  }, 30_000)
})

function idsOf(pages: StandardSyncResponse<Email>[]): string[] {
  return pages.flatMap(({ items }) => items.map(({ externalId }) => externalId))
}

/** The expected result of a sync, newest first, computed from the mailbox. */
function expectedIds(leftOut: readonly string[] = []): string[] {
  const { mailbox } = microsoft.account(ADA)
  const now = microsoft.clock.now()
  return mailbox.messages
    .filter(
      ({ folder, isDraft, receivedAt }) => ![...LEFT_OUT, ...leftOut].includes(folder) && !isDraft && receivedAt < now,
    )
    .map((message) => mailbox.getIds(message).immutable)
}
