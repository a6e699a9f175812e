import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Calendar, Email } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { ADA, type System, startSystem } from './system.ts'

const DAY = 86_400_000

let system: System
beforeEach(async () => {
  system = await startSystem()
})
afterEach(() => system.stop())

interface Page<Item> {
  items: Item[]
  metadata?: { warnings?: string[] }
  pagination: { hasMore: boolean; cursor?: string; pageSize: number }
}

/** Reads all pages of a mailbox as the platform does: until hasMore is false or the cursor does not change. */
async function readMailbox(connectedProvider: object, filter: object): Promise<{ mails: Email[]; warnings: string[] }> {
  const mails: Email[] = []
  const warnings: string[] = []
  let cursor: string | undefined
  do {
    const response = await system.post('/sync/email', {
      connectedProvider,
      filter: { ...filter, ...omitUndefined({ cursor }) },
    })
    const page = (await response.json()) as Page<Email>
    expect([response.status, page]).toEqual([200, expect.anything()])
    mails.push(...page.items)
    warnings.push(...(page.metadata?.warnings ?? []))
    cursor = page.pagination.hasMore && page.pagination.cursor !== cursor ? page.pagination.cursor : undefined
  } while (cursor)
  return { mails, warnings }
}

/** The messages that a sync returns: no drafts, chats, spam or trash. */
function mailOf(system: System, from: number, to: number): string[] {
  const hidden = ['DRAFT', 'CHAT', 'SPAM', 'TRASH']
  return system.sandbox.google
    .account(ADA)
    .mailbox.messages.all()
    .filter(({ labelIds = [] }) => !labelIds.some((label) => hidden.includes(label)))
    .filter(({ internalDate }) => internalDate >= from && internalDate < to)
    .map(({ id }) => id)
}

describe('mail', () => {
  test('delivers every message of the window once, whatever the page size', async () => {
    const connection = await system.connect('gmail')
    const now = system.sandbox.clock.now()
    const window = { dateStart: now - 45 * DAY, dateEnd: now }
    const expected = mailOf(system, window.dateStart, window.dateEnd)
    expect(expected.length).toBeGreaterThan(50)
    for (const limit of [7, 50, 500]) {
      const { mails, warnings } = await readMailbox(connection, { ...window, limit })
      expect(mails.map(({ externalId }) => externalId).sort()).toEqual([...expected].sort())
      expect(warnings).toEqual([])
    }
  })

  test('stays within the window of the first page while new messages arrive and old ones are deleted', async () => {
    const connection = await system.connect('gmail')
    const now = system.sandbox.clock.now()
    const initial = mailOf(system, now - 45 * DAY, now)
    const filter = { dateStart: now - 45 * DAY, limit: 10 }
    const first = (await (
      await system.post('/sync/email', { connectedProvider: connection, filter })
    ).json()) as Page<Email>
    system.sandbox.clock.advance(60_000)
    const arrived = system.sandbox.google.deliverMail(ADA, {
      from: 'new@kestrel.example',
      to: ADA,
      subject: 'New',
      text: 'n',
    })
    const removed = initial.at(-3) as string
    system.sandbox.google.removeMail(ADA, removed)
    const rest = await readMailbox(connection, { ...filter, cursor: first.pagination.cursor })
    const delivered = [...first.items, ...rest.mails].map(({ externalId }) => externalId)
    expect(delivered).not.toContain(arrived.id)
    expect(new Set(delivered).size).toBe(delivered.length)
    expect(new Set(delivered)).toEqual(new Set(initial.filter((id) => id !== removed)))
  })

  test('loses and repeats nothing while the vendor fails at random', async () => {
    const connection = await system.connect('gmail')
    const now = system.sandbox.clock.now()
    const expected = mailOf(system, now - 45 * DAY, now)
    system.sandbox.google.faults.random({ seed: 5, chances: { reset: 0.04, html: 0.04, truncated: 0.03 } })
    const { mails, warnings } = await readMailbox(connection, { dateStart: now - 45 * DAY, dateEnd: now, limit: 20 })
    const delivered = mails.map(({ externalId }) => externalId)
    expect(new Set(delivered).size).toBe(delivered.length)
    for (const id of expected) expect(delivered.includes(id) || warnings.some((text) => text.includes(id))).toBe(true)
  })

  test('never has more than five concurrent requests of one user', async () => {
    const [mail, calendar] = [await system.connect('gmail'), await system.connect('google-calendar')]
    const now = system.sandbox.clock.now()
    system.sandbox.google.ledger.clear()
    await Promise.all([
      readMailbox(mail, { dateStart: now - 45 * DAY, limit: 100 }),
      system.post('/sync/calendar', {
        connectedProvider: calendar,
        calendarFilter: { dateStart: now - 30 * DAY, dateEnd: now + 90 * DAY },
      }),
    ])
    expect(system.sandbox.google.ledger.maxInFlight(ADA)).toBeGreaterThan(1)
    expect(system.sandbox.google.ledger.maxInFlight(ADA)).toBeLessThanOrEqual(5)
  })

  test('costs what the 2026 quota says: 5 units per list, 20 per message and 20 per body that is fetched separately', async () => {
    const connection = await system.connect('gmail')
    const now = system.sandbox.clock.now()
    system.sandbox.google.ledger.clear()
    const { mails } = await readMailbox(connection, { dateStart: now - 10 * DAY, dateEnd: now, limit: 100 })
    const apart = system.sandbox.google.ledger.count({ path: '/gmail/v1/users/me/messages/*/attachments/*' })
    expect(mails.length).toBeGreaterThan(3)
    expect(system.sandbox.google.ledger.units(ADA)).toBeLessThanOrEqual(5 + 20 * (mails.length + apart))
  })
})

describe('calendars', () => {
  test('returns every calendar that can be read and names the one that cannot', async () => {
    const connection = await system.connect('google-calendar')
    const now = system.sandbox.clock.now()
    const response = await system.post('/sync/calendar', {
      connectedProvider: connection,
      calendarFilter: { dateStart: now - 30 * DAY, dateEnd: now + 90 * DAY },
    })
    const page = (await response.json()) as Page<Calendar>
    const all = system.sandbox.google.account(ADA).calendars.length
    expect(page.items.length + (page.metadata?.warnings?.length ?? 0)).toBeGreaterThanOrEqual(all - 1)
    expect(page.metadata?.warnings?.join()).toContain('was left out')
    const ids = page.items.flatMap(({ events }) => events.map(({ externalId }) => externalId))
    expect(ids.length).toBeGreaterThan(100)
    expect(new Set(ids).size).toBe(ids.length)
    for (const event of page.items.flatMap(({ events }) => events)) {
      expect(event.dateEnd).toBeGreaterThan(now - 30 * DAY)
      expect(event.dateStart).toBeLessThan(now + 90 * DAY)
    }
  })
})

describe('credentials', () => {
  test('a revoked account is reported as expired on all routes, without repeated requests to the vendor', async () => {
    const connection = await system.connect('gmail')
    system.sandbox.google.oauth.grants.revoke(() => true)
    for (const [path, body] of [
      ['/auth/check', { application: 'gmail', credential: connection.credential }],
      ['/sync/email', { connectedProvider: connection, filter: {} }],
      ['/auth/refresh', { connectedProvider: connection }],
    ] as const) {
      const response = await system.post(path, body)
      const problem = (await response.json()) as { type: string; title: string }
      expect([response.status, problem.type.split('/').at(-1), problem.title]).toEqual([
        401,
        'credentials-expired',
        'Credentials expired',
      ])
    }
    system.sandbox.google.ledger.clear()
    await system.post('/auth/refresh', { connectedProvider: connection })
    expect(system.sandbox.google.ledger.count({})).toBe(0)
  })

  test('no token appears in the log', async () => {
    const connection = await system.connect('gmail')
    await system.post('/sync/email', { connectedProvider: connection, filter: { limit: 5 } })
    const { accessToken, refreshToken } = connection.credential as { accessToken: string; refreshToken: string }
    expect(system.log()).toContain('/sync/email')
    for (const secret of [accessToken, refreshToken, system.platform.key]) expect(system.log()).not.toContain(secret)
  })
})
