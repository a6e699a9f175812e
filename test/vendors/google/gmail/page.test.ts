import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { EmailFilter } from '../../../../src/contract/index.ts'
import { Budget } from '../../../../src/kit/budget.ts'
import { MailBatch } from '../../../../src/kit/mail/batch.ts'
import { toEmail } from '../../../../vendors/google/gmail/map.ts'
import { impatient } from '../../../kit/call.ts'
import { aMessage, aText, mailCall, problemOf, SETTINGS, syncEmails } from '../builders.ts'
import { FakeGmail, type Fault } from '../fake-gmail.ts'

let gmail: FakeGmail
beforeAll(async () => {
  gmail = await FakeGmail.start()
})
afterAll(() => gmail.stop())
beforeEach(() => gmail.reset())

const NOW = Date.parse('2026-01-12T09:00:00Z')

function aCall(budget = impatient()) {
  return mailCall({ settings: { ...SETTINGS, origin: gmail.origin }, clock: () => NOW, budget })
}

/** A mailbox of messages m0, m1, …, the newest first, and what happens when they are fetched. */
function aMailbox(count: number, faults: Record<string, Fault[]> = {}): void {
  gmail.messages = Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    internalDate: NOW - 1_000 * index - 1,
  }))
  gmail.messageFaults = new Map(Object.entries(faults))
}

/** A page reduced to what these tests look at. */
async function readPage(filter: EmailFilter = {}, call = aCall()) {
  const { items, metadata, pagination } = await syncEmails(filter, call)
  const ids = items.map(({ externalId }) => externalId)
  return {
    ids,
    warnings: metadata?.warnings ?? [],
    next: pagination.cursor ? { cursor: pagination.cursor } : undefined,
  }
}

describe('a rate limit', () => {
  test('in the middle of a page keeps what was fetched, and the cursor brings the rest', async () => {
    aMailbox(8, { m6: ['rate-limit'] })
    const first = await readPage()
    expect(first.ids).toEqual(expect.arrayContaining(['m0', 'm1', 'm2', 'm3']))
    expect(first.ids).not.toContain('m6')
    expect(first.warnings).toEqual([expect.stringMatching(/slow down.*\d listed messages come with the next page/)])
    const second = await readPage(first.next)
    expect([...first.ids, ...second.ids].toSorted()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'])
    expect(second.next).toBeUndefined()
  })

  test('before anything was fetched is the answer', async () => {
    aMailbox(3, { m0: ['rate-limit'], m1: ['rate-limit'], m2: ['rate-limit'] })
    expect(await problemOf(readPage())).toMatchObject({ status: 429, problem: 'rate-limited' })
  })

  test('after pages that held nothing is the answer too, so that nobody comes back at once', async () => {
    aMailbox(3)
    gmail.listFaults = ['no-mail', 'no-mail', 'rate-limit']
    expect(await problemOf(readPage())).toMatchObject({ status: 429 })
  })

  test('after messages that nobody asked for is the answer too', async () => {
    aMailbox(4, { m2: ['rate-limit'], m3: ['rate-limit'] })
    for (const message of gmail.messages.slice(0, 2)) message.labelIds = ['DRAFT']
    expect(await problemOf(readPage({ limit: 2 }))).toMatchObject({ status: 429 })
  })
})

describe('a message that cannot be fetched', () => {
  test('is tried on three pages and then named, and the others are delivered', async () => {
    aMailbox(4, { m1: ['server-error', 'reset', 'garbage', 'server-error'] })
    const first = await readPage()
    expect(first).toMatchObject({ ids: ['m0', 'm2', 'm3'], warnings: [] })
    const second = await readPage(first.next)
    expect(second).toMatchObject({ ids: [], warnings: [] })
    const third = await readPage(second.next)
    expect(third).toMatchObject({ ids: [], next: undefined })
    expect(third.warnings).toEqual([expect.stringMatching(/^The message m1 could not be fetched 3 times\./)])
  })

  test('is delivered by a later page when it comes back to life', async () => {
    aMailbox(3, { m1: ['server-error'] })
    const first = await readPage({ limit: 3 })
    expect((await readPage({ limit: 3, ...first.next })).ids).toEqual(['m1'])
  })

  test('for good is named with the reason', async () => {
    aMailbox(3, { m1: ['refused'], m2: ['malformed'] })
    const { ids, warnings } = await readPage()
    expect(ids).toEqual(['m0'])
    expect(warnings).toEqual([
      expect.stringMatching(/^The message m1 was left out\. .*418/),
      'The message m2 is unreadable and was left out.',
    ])
  })
})

describe('Gmail that is down', () => {
  test('is the answer when nothing could be fetched, after a few tries and not after all', async () => {
    aMailbox(50, Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m${index}`, ['server-error']])))
    const call = aCall()
    expect(await problemOf(readPage({}, call))).toMatchObject({ status: 502, problem: 'vendor-error' })
    expect(call.meter.calls).toBeLessThan(12)
  })

  test('in the middle of a page stops it, and the cursor brings the rest', async () => {
    aMailbox(30, { m10: ['reset'], m11: ['reset'], m12: ['reset'], m13: ['reset'], m14: ['reset'] })
    const first = await readPage()
    expect(first.ids.length).toBeLessThan(20)
    expect(first.warnings).toEqual([expect.stringMatching(/listed messages come with the next page/)])
    const second = await readPage(first.next)
    const third = await readPage(second.next ?? {})
    expect(new Set([...first.ids, ...second.ids, ...third.ids]).size).toBe(30)
  })

  test('by one page of its list is the answer', async () => {
    aMailbox(3)
    gmail.listFaults = ['server-error']
    expect(await problemOf(readPage())).toMatchObject({ status: 502 })
  })
})

test('a dead token in the middle of a page is the answer, and no mail', async () => {
  aMailbox(30, { m7: ['signed-out'] })
  const call = aCall()
  expect(await problemOf(readPage({}, call))).toMatchObject({ status: 401, problem: 'credentials-expired' })
  expect(call.meter.calls).toBeLessThan(20)
})

describe('time that runs out', () => {
  /** Time that is over as soon as a message is fetched. */
  function until(id: string): Budget {
    let now = 0
    gmail.onGet = (fetched) => {
      if (fetched === id) now = 60_000
    }
    return new Budget(60_000, () => now)
  }

  test('in the middle of a page keeps what was fetched, and the cursor brings the rest', async () => {
    aMailbox(30)
    const first = await readPage({}, aCall(until('m19')))
    expect(first.ids.length).toBeGreaterThan(10)
    expect(first.ids.length).toBeLessThan(30)
    const second = await readPage(first.next)
    expect([...first.ids, ...second.ids].toSorted()).toEqual(gmail.messages.map(({ id }) => id).toSorted())
  })

  test('before anything was fetched is a time-out', async () => {
    const times = [0]
    const budget = new Budget(60_000, () => times.shift() ?? 60_000)
    expect(await problemOf(readPage({}, aCall(budget)))).toMatchObject({ status: 504 })
  })
})

describe('pages of the list that hold nothing', () => {
  test('are passed over', async () => {
    aMailbox(1)
    gmail.listFaults = ['no-mail', 'no-mail', 'no-mail']
    expect(await readPage()).toMatchObject({ ids: ['m0'], next: undefined })
  })

  test('are sent as empty pages nine times in a row, and then the sync ends and says what was not read', async () => {
    aMailbox(1)
    gmail.listFaults = Array.from({ length: 1_000 }, () => 'no-mail')
    let page = await readPage()
    let empty = 0
    while (page.next) {
      empty += 1
      page = await readPage(page.next)
    }
    expect(empty).toBe(9)
    expect(page.warnings).toEqual([
      expect.stringMatching(/10 pages in a row held no mail.*Not read: what Gmail has not listed yet/),
    ])
  })
})

test('a list that Gmail forgets again while it is read is the answer', async () => {
  aMailbox(6)
  const first = await readPage({ limit: 3 })
  for (const message of gmail.messages) message.labelIds = ['DRAFT']
  gmail.listFaults = ['token-forgotten', 'nothing', 'token-forgotten']
  expect(await problemOf(readPage({ limit: 3, ...first.next }))).toMatchObject({ status: 400 })
})

test('a page ends before its mail is too large to be sent', async () => {
  // Three bytes each, and cut at a million.
  const payload = aText('漢'.repeat(1_000_001))
  const mailbox = { provider: 'provider-hub', application: 'gmail', email: 'ann@example.com' }
  const fetch = async ({ id }: { id: string }) => toEmail(aMessage({ id, payload }), mailbox)
  const entries = Array.from({ length: 16 }, (_, index) => ({ id: `m${index}`, tries: 0 }))
  const { budget, log } = aCall()
  const batch = new MailBatch({ maxConcurrent: 5, budget, log, fetch }, entries)
  await batch.read()
  expect(Buffer.byteLength(JSON.stringify(batch.emails))).toBeLessThan(40_000_100)
  expect([batch.emails.length, batch.unfetched.length, batch.stop]).toEqual([13, 3, {}])
})
