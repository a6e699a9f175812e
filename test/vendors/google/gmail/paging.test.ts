import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { EmailFilter } from '../../../../src/contract/index.ts'
import { ProviderError } from '../../../../src/kit/errors.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { impatient } from '../../../kit/call.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { mailCall, SETTINGS, syncEmails } from '../builders.ts'
import { FakeGmail, type FakeMessage, type Fault, PASSING } from '../fake-gmail.ts'

let gmail: FakeGmail
beforeAll(async () => {
  gmail = await FakeGmail.start()
})
afterAll(() => gmail.stop())

const NOW = Date.parse('2026-01-12T09:00:00.400Z')
const WINDOW = { dateStart: NOW - 100_000, dateEnd: NOW - 1_000 }
const MAX_CALLS = 400

const faultOf = (faults: Fault[]) => fc.constantFrom<Fault>('nothing', 'nothing', ...faults)
const messageFault = faultOf([...PASSING, 'rate-limit', 'gone', 'refused', 'malformed'])
const listFault = faultOf([...PASSING, 'rate-limit', 'no-mail'])

const message = fc.record({
  // In the window, around it, and exactly at its bounds.
  internalDate: fc
    .tuple(fc.constantFrom(-102, -101, -100, -99, -50, -3, -2, -1, 0), fc.constantFrom(-1, 0, 1, 600))
    .map(([second, ms]) => NOW + second * 1000 + ms),
  labelIds: fc.constantFrom('INBOX', 'SENT', 'DRAFT', 'CHAT').map((label): string[] => [label]),
  from: fc.constantFrom<string>('ann@x.org', 'joann@x.org', 'zoe@x.org', 'Ann@X.org, zoe@x.org', 'carl@y.org'),
  faults: fc.array(messageFault, { maxLength: 4 }),
})

const script = fc.record({
  mailbox: fc.array(message, { maxLength: 24 }),
  limit: fc.integer({ min: 1, max: 9 }),
  listFaults: fc.array(listFault, { maxLength: 6 }),
  arriving: fc.integer({ min: 0, max: 3 }),
})

interface Outcome {
  delivered: string[]
  warnings: string
}

/** Reads a mailbox as the platform does: after an error it repeats the request with the same cursor. */
async function readAll(filter: EmailFilter): Promise<Outcome> {
  const delivered: string[] = []
  const warnings: string[] = []
  let cursor: string | undefined
  for (let call = 0; call < MAX_CALLS; call += 1) {
    const page = await read({ ...filter, ...omitUndefined({ cursor: cursor || undefined }) })
    if (!page) continue
    expect(page.items.length).toBeLessThanOrEqual(filter.limit ?? 0)
    delivered.push(...page.items.map(({ externalId }) => externalId))
    warnings.push(...(page.metadata?.warnings ?? []))
    if (!page.pagination.hasMore) return { delivered, warnings: warnings.join('\n') }
    expect(page.pagination.cursor).not.toBe(cursor)
    cursor = page.pagination.cursor
  }
  throw new Error('the sync does not end')
}

async function read(filter: EmailFilter) {
  const settings = { ...SETTINGS, origin: gmail.origin }
  try {
    return await syncEmails(filter, mailCall({ settings, clock: () => NOW, budget: impatient() }))
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

function load({ mailbox, listFaults, arriving }: { mailbox: Scripted[]; listFaults: Fault[]; arriving: number }): void {
  gmail.messages = mailbox.map(({ faults: _, ...scripted }, index) => ({ ...scripted, id: `m${index}.` }))
  gmail.messageFaults = new Map(mailbox.map(({ faults }, index) => [`m${index}.`, [...faults]]))
  gmail.listFaults = [...listFaults]
  gmail.arriving = Array.from({ length: arriving }, (_, index) => ({ id: `new${index}.`, internalDate: NOW + index }))
}

type Scripted = Omit<FakeMessage, 'id'> & { faults: Fault[] }

/** Whether a message may be named instead of delivered: deleted, rejected, unreadable or failing repeatedly. */
function mayBeNamed({ faults }: Scripted): boolean {
  const forGood = faults.some((fault) => ['gone', 'refused', 'malformed'].includes(fault))
  return forGood || faults.filter((fault) => PASSING.includes(fault)).length >= 3
}

function isInQuery({ internalDate, labelIds = [] }: Scripted, { dateStart = 0, dateEnd = NOW }: EmailFilter): boolean {
  return (
    internalDate >= dateStart && internalDate < dateEnd && !labelIds.includes('DRAFT') && !labelIds.includes('CHAT')
  )
}

describe('with random faults', () => {
  test('every message in the window is delivered once or named', async () => {
    await fc.assert(
      fc.asyncProperty(script, async ({ mailbox, limit, ...faults }) => {
        load({ mailbox, ...faults })
        const { delivered, warnings } = await readAll({ ...WINDOW, limit })
        expect(new Set(delivered).size).toBe(delivered.length)
        for (const [index, scripted] of mailbox.entries()) {
          const id = `m${index}.`
          const [times, named] = [delivered.includes(id), warnings.includes(`message ${id} `)]
          if (!isInQuery(scripted, WINDOW)) expect([id, times]).toEqual([id, false])
          else expect([id, times !== named]).toEqual([id, true])
          if (named) expect([id, mayBeNamed(scripted)]).toEqual([id, true])
        }
      }),
      { numRuns: randomRuns(120) },
    )
  }, 60_000)

  test('mail that arrives during the sync moves no message to another page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5 }), async (count, limit) => {
        const mailbox = Array.from({ length: count }, (_, index) => ({
          internalDate: NOW - 1 - index * 700,
          faults: [],
        }))
        load({ mailbox, listFaults: [], arriving: 5 })
        const { delivered } = await readAll({ limit })
        const old = delivered.filter((id) => id.startsWith('m'))
        expect(old).toEqual(mailbox.map((_, index) => `m${index}.`))
      }),
      { numRuns: randomRuns(30) },
    )
  }, 30_000)

  test('a list whose page token is rejected is restarted, and nothing is missing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.constantFrom<Fault>('nothing', 'token-forgotten'), { maxLength: 8 }),
        async (count, forgotten) => {
          // A list is restarted at most three times.
          const listFaults = forgotten.filter((fault, index) => fault === 'nothing' || index < 4)
          const mailbox = Array.from({ length: count }, (_, index) => ({
            internalDate: NOW - 2_000 - index,
            faults: [],
          }))
          load({ mailbox, listFaults, arriving: 0 })
          const { delivered } = await readAll({ limit: 3 })
          expect(new Set(delivered)).toEqual(new Set(mailbox.map((_, index) => `m${index}.`)))
        },
      ),
      { numRuns: randomRuns(40) },
    )
  }, 30_000)

  test('every message of one of many addresses is delivered once', async () => {
    const otherAddresses = Array.from({ length: 45 }, (_, index) => `other${index}@z.org`)
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 15 }), async (mailbox) => {
        load({ mailbox: mailbox.map((scripted) => ({ ...scripted, faults: [] })), listFaults: [], arriving: 0 })
        const filter = { ...WINDOW, limit: 4, includeEmails: ['Ann@x.org', ...otherAddresses, 'zoe@x.org', 'x.org'] }
        const { delivered } = await readAll(filter)
        const expected = mailbox.flatMap((scripted, index) =>
          isInQuery(scripted, WINDOW) && /\bann@|zoe@/i.test(scripted.from) ? [`m${index}.`] : [],
        )
        expect(delivered.toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: randomRuns(25) },
    )
  }, 30_000)
})
