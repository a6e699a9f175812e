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

/** A mailbox of messages m0, m1, …, newest first, and the faults when they are fetched. */
function aMailbox(count: number, faults: Record<string, Fault[]> = {}): void {
  gmail.messages = Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    internalDate: NOW - 1_000 * index - 1,
  }))
  gmail.messageFaults = new Map(Object.entries(faults))
}

/** The parts of a page that these tests compare. */
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
  test('during a page delivers the fetched messages, and the cursor leads to the rest', async () => {
    aMailbox(8, { m6: ['rate-limit'] })
    const first = await readPage()
    expect(first.ids).toEqual(expect.arrayContaining(['m0', 'm1', 'm2', 'm3']))
    expect(first.ids).not.toContain('m6')
    expect(first.warnings).toEqual([
      expect.stringMatching(/limiting the number of requests.*\d listed messages follow on the next page/),
    ])
    const second = await readPage(first.next)
    expect([...first.ids, ...second.ids].toSorted()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'])
    expect(second.next).toBeUndefined()
  })

  test('before any message was fetched is the error of the request', async () => {
    aMailbox(3, { m0: ['rate-limit'], m1: ['rate-limit'], m2: ['rate-limit'] })
    expect(await problemOf(readPage())).toMatchObject({ status: 429, problem: 'rate-limited' })
  })

  test('after empty pages is the error as well, so that the next request waits', async () => {
    aMailbox(3)
    gmail.listFaults = ['no-mail', 'no-mail', 'rate-limit']
    expect(await problemOf(readPage())).toMatchObject({ status: 429 })
  })

  test('after messages that do not match is the error as well', async () => {
    aMailbox(4, { m2: ['rate-limit'], m3: ['rate-limit'] })
    for (const message of gmail.messages.slice(0, 2)) message.labelIds = ['DRAFT']
    expect(await problemOf(readPage({ limit: 2 }))).toMatchObject({ status: 429 })
  })
})

describe('a message that cannot be fetched', () => {
  test('is tried on three pages and then named in a warning, and the others are delivered', async () => {
    aMailbox(4, { m1: ['server-error', 'reset', 'garbage', 'server-error'] })
    const first = await readPage()
    expect(first).toMatchObject({ ids: ['m0', 'm2', 'm3'], warnings: [] })
    const second = await readPage(first.next)
    expect(second).toMatchObject({ ids: [], warnings: [] })
    const third = await readPage(second.next)
    expect(third).toMatchObject({ ids: [], next: undefined })
    expect(third.warnings).toEqual([expect.stringMatching(/^The message m1 could not be fetched in 3 attempts\./)])
  })

  test('is delivered with a later page once it can be fetched', async () => {
    aMailbox(3, { m1: ['server-error'] })
    const first = await readPage({ limit: 3 })
    expect((await readPage({ limit: 3, ...first.next })).ids).toEqual(['m1'])
  })

  test('permanently is named in a warning with the reason', async () => {
    aMailbox(3, { m1: ['refused'], m2: ['malformed'] })
    const { ids, warnings } = await readPage()
    expect(ids).toEqual(['m0'])
    expect(warnings).toEqual([
      expect.stringMatching(/^The message m1 was left out\. .*418/),
      'The message m2 is unreadable and was left out.',
    ])
  })
})

describe('messages that Gmail refuses', () => {
  const forbidden = (...ids: string[]) =>
    Object.fromEntries(ids.map((id): [string, Fault[]] => [id, Array(9).fill('forbidden')]))

  test('are named in warnings if others could be read', async () => {
    aMailbox(4, forbidden('m1', 'm3'))
    const { ids, warnings, next } = await readPage()
    expect([ids, next]).toEqual([['m0', 'm2'], undefined])
    expect(warnings).toEqual([
      expect.stringMatching(/^The message m1 was left out\. .*not allowed/),
      expect.stringMatching(/^The message m3 was left out\. .*not allowed/),
    ])
  })

  test('are named in warnings if messages of an earlier page could be read', async () => {
    aMailbox(4, forbidden('m2', 'm3'))
    const first = await readPage({ limit: 2 })
    expect(await readPage({ limit: 2, ...first.next })).toMatchObject({
      ids: [],
      warnings: [expect.stringContaining('m2'), expect.stringContaining('m3')],
      next: undefined,
    })
  })

  test('are the error if no message could be read', async () => {
    aMailbox(2, forbidden('m0', 'm1'))
    expect(await problemOf(readPage())).toMatchObject({ status: 403, problem: 'scope-required' })
  })

  test('are the error if a whole page of them follows others, as after a permission was withdrawn', async () => {
    aMailbox(12, forbidden('m6', 'm7', 'm8', 'm9', 'm10', 'm11'))
    const first = await readPage({ limit: 6 })
    expect(await problemOf(readPage({ limit: 6, ...first.next }))).toMatchObject({ status: 403 })
  })
})

describe('an outage of Gmail', () => {
  test('is the error when nothing could be fetched, after a few attempts instead of all messages', async () => {
    aMailbox(50, Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m${index}`, ['server-error']])))
    const call = aCall()
    expect(await problemOf(readPage({}, call))).toMatchObject({ status: 502, problem: 'vendor-error' })
    expect(call.meter.calls).toBeLessThan(12)
  })

  test('during a page ends it, and the cursor leads to the rest', async () => {
    aMailbox(30, { m10: ['reset'], m11: ['reset'], m12: ['reset'], m13: ['reset'], m14: ['reset'] })
    const first = await readPage()
    expect(first.ids.length).toBeLessThan(20)
    expect(first.warnings).toEqual([expect.stringMatching(/listed messages follow on the next page/)])
    const second = await readPage(first.next)
    const third = await readPage(second.next ?? {})
    expect(new Set([...first.ids, ...second.ids, ...third.ids]).size).toBe(30)
  })

  test('for a page of its list is the error', async () => {
    aMailbox(3)
    gmail.listFaults = ['server-error']
    expect(await problemOf(readPage())).toMatchObject({ status: 502 })
  })
})

test('an expired token during a page is the error, and no mail is delivered', async () => {
  aMailbox(30, { m7: ['signed-out'] })
  const call = aCall()
  expect(await problemOf(readPage({}, call))).toMatchObject({ status: 401, problem: 'credentials-expired' })
  expect(call.meter.calls).toBeLessThan(20)
})

describe('a time budget that runs out', () => {
  /** A time budget that ends as soon as a message is fetched. */
  function until(id: string): Budget {
    let now = 0
    gmail.onGet = (fetched) => {
      if (fetched === id) now = 60_000
    }
    return new Budget(60_000, () => now)
  }

  test('during a page delivers the fetched messages, and the cursor leads to the rest', async () => {
    aMailbox(30)
    const first = await readPage({}, aCall(until('m19')))
    expect(first.ids.length).toBeGreaterThan(10)
    expect(first.ids.length).toBeLessThan(30)
    const second = await readPage(first.next)
    expect([...first.ids, ...second.ids].toSorted()).toEqual(gmail.messages.map(({ id }) => id).toSorted())
  })

  test('before any message was fetched is a timeout', async () => {
    const times = [0]
    const budget = new Budget(60_000, () => times.shift() ?? 60_000)
    expect(await problemOf(readPage({}, aCall(budget)))).toMatchObject({ status: 504 })
  })
})

describe('empty pages of the list', () => {
  test('are skipped', async () => {
    aMailbox(1)
    gmail.listFaults = ['no-mail', 'no-mail', 'no-mail']
    expect(await readPage()).toMatchObject({ ids: ['m0'], next: undefined })
  })

  test('are returned as empty pages nine times in a row, and then the sync ends with a warning', async () => {
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
      expect.stringMatching(/10 consecutive pages without messages.*Not read: messages that Gmail has not listed/),
    ])
  })
})

test('a page token that expires again in the same request is the error', async () => {
  aMailbox(6)
  const first = await readPage({ limit: 3 })
  for (const message of gmail.messages) message.labelIds = ['DRAFT']
  gmail.listFaults = ['token-forgotten', 'nothing', 'token-forgotten']
  expect(await problemOf(readPage({ limit: 3, ...first.next }))).toMatchObject({ status: 500 })
})

test('a page ends before its mail exceeds the size limit', async () => {
  // Three bytes per character, and truncated after a million characters.
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
