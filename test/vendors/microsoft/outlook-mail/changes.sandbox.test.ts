import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type MicrosoftSandbox, SCOPE } from '../../../../sandbox/microsoft/index.ts'
import type { ConnectedProvider, EmailFilter } from '../../../../src/contract/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { outlookMail } from '../../../../vendors/microsoft/outlook-mail/index.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { callOf, startSandbox } from '../sandbox.ts'

const BILAL = 'bilal@meridian.example'
const MAX_PAGES = 500

let microsoft: MicrosoftSandbox
let connection: ConnectedProvider
beforeAll(async () => {
  microsoft = await startSandbox()
  const { access } = microsoft.grant({ account: BILAL, scopes: [SCOPE.mail] })
  const credential = { accessToken: access.token, email: BILAL, profile: null }
  connection = { connectionId: 'connection-1', provider: 'provider-hub', application: 'outlook-mail', credential }
})
afterAll(() => microsoft.stop())
beforeEach(() => {
  Object.assign(microsoft.settings, {
    maxPageSize: Number.POSITIVE_INFINITY,
    emptyPages: 0,
    missingLinkEvery: 0,
    requestsPerTenMinutes: Number.POSITIVE_INFINITY,
  })
})

const mailbox = () => microsoft.account(BILAL).mailbox
const idOf = (message: Parameters<ReturnType<typeof mailbox>['getIds']>[0]) => mailbox().getIds(message).immutable

/** Replaces the mailbox by messages received so many milliseconds ago. Returns their ids, newest first. */
function fill(ages: readonly number[]): string[] {
  for (const message of [...mailbox().messages]) mailbox().remove(message)
  const now = microsoft.clock.now()
  for (const [index, age] of ages.entries()) {
    microsoft.deliverMail(BILAL, { subject: `m${index}`, receivedAt: now - age })
  }
  return mailbox().messages.map(idOf)
}

/** Reads all pages. `between` is called after each page but the last with the number of the page. */
async function readAll(filter: EmailFilter, between: (page: number) => void = () => {}): Promise<string[]> {
  const delivered: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const request = {
      connectedProvider: connection,
      filter: { ...filter, ...omitUndefined({ cursor: cursor || undefined }) },
    }
    const result = await outlookMail.sync?.emails?.(request, callOf(microsoft, 'outlook-mail'))
    delivered.push(...(result?.items ?? []).map(({ externalId }) => externalId))
    cursor = result?.pagination.cursor
    if (!cursor) return delivered
    between(page)
  }
  throw new Error('the sync does not end')
}

/** What happens in the mailbox between two pages. `at` selects a message by its position, newest first. */
const change = fc.record({
  kind: fc.constantFrom('arrive', 'delete', 'move', 'discard', 'nothing'),
  at: fc.nat({ max: 60 }),
})

const script = fc.record({
  // Several messages per second, some of them seconds apart.
  ages: fc.array(
    fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 999 })).map(([second, ms]) => 2_000 + second * 1_000 + ms),
    { minLength: 1, maxLength: 40 },
  ),
  limit: fc.integer({ min: 1, max: 8 }),
  changes: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 30 }),
  missingLinkEvery: fc.constantFrom(0, 0, 1, 2, 3),
  emptyPages: fc.constantFrom(0, 0, 1),
})

/** Applies a change, and returns the id of the message that a sync need no longer deliver. */
function apply({ kind, at }: { kind: string; at: number }): string | undefined {
  const { messages } = mailbox()
  const message = messages[at % Math.max(messages.length, 1)]
  if (kind === 'arrive') microsoft.deliverMail(BILAL, { subject: 'new' })
  if (!message || kind === 'arrive' || kind === 'nothing') return undefined
  const id = idOf(message)
  if (kind === 'delete') microsoft.removeMail(BILAL, id)
  else microsoft.moveMessage(BILAL, id, kind === 'move' ? 'archive' : 'deleteditems')
  return kind === 'move' ? undefined : id
}

describe('a mailbox that changes between pages', () => {
  test('loses no message when messages of pages already read are deleted', async () => {
    const ids = fill(Array.from({ length: 30 }, (_, index) => 2_000 + index * 60_000))
    const delivered = await readAll({ limit: 10 }, (page) => {
      if (page === 0) for (const id of ids.slice(0, 10)) microsoft.removeMail(BILAL, id)
    })
    expect(delivered).toEqual(ids)
  })

  test('is read to its end although Graph leaves out links to further pages', async () => {
    const ids = fill(Array.from({ length: 30 }, (_, index) => 2_000 + index * 60_000))
    microsoft.settings.missingLinkEvery = 1
    expect(await readAll({ limit: 7 })).toEqual(ids)
  })

  test('delivers each message of a second that holds more messages than a page', async () => {
    const ids = fill(Array.from({ length: 25 }, () => 2_400))
    expect((await readAll({ limit: 4 })).toSorted()).toEqual(ids.toSorted())
    Object.assign(microsoft.settings, { maxPageSize: 5 })
    expect((await readAll({ limit: 4 })).toSorted()).toEqual(ids.toSorted())
  })

  test('delivers every message that stays, once', async () => {
    await fc.assert(
      fc.asyncProperty(script, async ({ ages, limit, changes, ...settings }) => {
        Object.assign(microsoft.settings, settings)
        const ids = fill(ages)
        const gone = new Set<string | undefined>()
        const filter = { limit, dateEnd: microsoft.clock.now() }
        const delivered = await readAll(filter, (page) => {
          for (const event of changes[page] ?? []) gone.add(apply(event))
        })
        expect(new Set(delivered).size).toBe(delivered.length)
        expect(delivered.filter((id) => !ids.includes(id))).toEqual([])
        expect(ids.filter((id) => !gone.has(id) && !delivered.includes(id))).toEqual([])
      }),
      { numRuns: randomRuns(60) },
    )
  }, 120_000)
})
