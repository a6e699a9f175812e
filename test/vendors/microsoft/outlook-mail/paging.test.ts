import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { EmailFilter } from '../../../../src/contract/index.ts'
import { ProviderError } from '../../../../src/kit/errors.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { impatient } from '../../../kit/call.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { mailCall, SETTINGS, syncEmails } from '../builders.ts'
import { FakeGraph, type FakeMessage, type Fault, PASSING } from '../fake-graph.ts'

let graph: FakeGraph
beforeAll(async () => {
  graph = await FakeGraph.start()
})
afterAll(() => graph.stop())

const NOW = Date.parse('2026-01-12T09:00:00.400Z')
const WINDOW = { dateStart: NOW - 100_000, dateEnd: NOW - 1_000 }
const MAX_CALLS = 400

const faultOf = (faults: Fault[]) => fc.constantFrom<Fault>('nothing', 'nothing', ...faults)
const messageFaults = fc.oneof(
  fc.array(faultOf([...PASSING, 'rate-limit', 'gone', 'refused']), { maxLength: 4 }),
  fc.constant<Fault[]>(['malformed']),
)
const listFault = faultOf([...PASSING, 'rate-limit', 'too-slow', 'no-mail'])

const message = fc.record({
  // In the window, around it, and exactly at its bounds.
  received: fc
    .tuple(fc.constantFrom(-102, -101, -100, -99, -50, -3, -2, -1, 0), fc.constantFrom(-1, 0, 1, 599))
    .map(([second, ms]) => NOW + second * 1000 + ms),
  isDraft: fc.constantFrom(false, false, true),
  folder: fc.constantFrom('inbox=', 'sentitems=', 'junkemail=', 'deleteditems='),
  from: fc.constantFrom('ann@x.org', 'joann@x.org', 'zoe@x.org', 'ann@x.org.evil.example', 'carl@y.org'),
  faults: messageFaults,
})

const script = fc.record({
  mailbox: fc.array(message, { maxLength: 24 }),
  limit: fc.integer({ min: 1, max: 9 }),
  listFaults: fc.array(listFault, { maxLength: 6 }),
  arriving: fc.integer({ min: 0, max: 3 }),
})

type Scripted = Omit<FakeMessage, 'id'> & { faults: Fault[] }

/** Reads a mailbox as the platform does: after an error it repeats the request with the same cursor. */
async function readAll(filter: EmailFilter): Promise<{ delivered: string[]; warnings: string }> {
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
  const settings = { ...SETTINGS, origin: graph.origin }
  try {
    return await syncEmails(filter, mailCall({ settings, clock: () => NOW, budget: impatient() }))
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

function load({ mailbox, listFaults, arriving }: { mailbox: Scripted[]; listFaults: Fault[]; arriving: number }): void {
  graph.messages = mailbox.map(({ faults: _, ...scripted }, index) => ({ ...scripted, id: `m${index}=` }))
  graph.messageFaults = new Map(mailbox.map(({ faults }, index) => [`m${index}=`, [...faults]]))
  graph.listFaults = [...listFaults]
  graph.arriving = Array.from({ length: arriving }, (_, index) => ({ id: `new${index}=`, received: NOW + index }))
}

/** Compares by Graph's whole seconds. */
function isInQuery({ received, isDraft, folder }: Scripted, { dateStart, dateEnd }: typeof WINDOW): boolean {
  const second = Math.floor(received / 1000) * 1000
  const isLeftOut = isDraft || folder === 'junkemail=' || folder === 'deleteditems='
  return second >= dateStart && second < dateEnd && !isLeftOut
}

/** Whether a message may be named instead of delivered if it is fetched individually. */
function mayBeNamed({ faults }: Scripted): boolean {
  const forGood = faults.some((fault) => ['gone', 'refused', 'malformed'].includes(fault))
  return forGood || faults.filter((fault) => PASSING.includes(fault)).length >= 3
}

describe('with random faults', () => {
  test('every message in the window is delivered once or named', async () => {
    await fc.assert(
      fc.asyncProperty(script, async ({ mailbox, limit, ...faults }) => {
        load({ mailbox, ...faults })
        const { delivered, warnings } = await readAll({ ...WINDOW, limit })
        expect(new Set(delivered).size).toBe(delivered.length)
        for (const [index, scripted] of mailbox.entries()) {
          const id = `m${index}=`
          const [here, named] = [delivered.includes(id), warnings.includes(`message ${id} `)]
          if (isInQuery(scripted, WINDOW)) expect([id, here]).toEqual([id, !named])
          else expect([id, here]).toEqual([id, false])
          if (named) expect([id, mayBeNamed(scripted)]).toEqual([id, true])
        }
      }),
      { numRuns: randomRuns(120) },
    )
  }, 60_000)

  test('every message of one of some addresses is delivered once or named', async () => {
    await fc.assert(
      fc.asyncProperty(script, async ({ mailbox, limit, ...faults }) => {
        load({ mailbox, ...faults })
        const filter = { ...WINDOW, limit, includeEmails: ['Ann@x.org', 'zoe@x.org', 'x.org'] }
        const { delivered, warnings } = await readAll(filter)
        expect(new Set(delivered).size).toBe(delivered.length)
        for (const [index, scripted] of mailbox.entries()) {
          const id = `m${index}=`
          const [here, named] = [delivered.includes(id), warnings.includes(`message ${id} `)]
          const isExpected = isInQuery(scripted, WINDOW) && ['ann@x.org', 'zoe@x.org'].includes(scripted.from ?? '')
          if (isExpected) expect([id, here]).toEqual([id, !named])
          else expect([id, here]).toEqual([id, false])
          if (named) expect([id, mayBeNamed(scripted)]).toEqual([id, true])
        }
      }),
      { numRuns: randomRuns(120) },
    )
  }, 60_000)

  test('mail that arrives during the sync moves no message to another page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5 }), async (count, limit) => {
        const mailbox = Array.from({ length: count }, (_, index) => ({ received: NOW - 500 - index * 700, faults: [] }))
        load({ mailbox, listFaults: [], arriving: 5 })
        const { delivered } = await readAll({ limit })
        expect(delivered.filter((id) => id.startsWith('m'))).toEqual(mailbox.map((_, index) => `m${index}=`))
      }),
      { numRuns: randomRuns(30) },
    )
  }, 30_000)
})
