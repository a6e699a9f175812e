import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import type { EmailFilter } from '../../../../src/contract/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { aCredential, mailCall, SETTINGS, syncEmails } from '../builders.ts'

const BILAL = 'bilal@meridian.example'
const MAX_PAGES = 500

let google: GoogleSandbox
let accessToken: string
beforeAll(async () => {
  google = await startGoogle({ settings: { gmailUnitsPerMinute: Number.POSITIVE_INFINITY } })
  accessToken = google.grant({ account: BILAL, scopes: [SCOPE.gmailReadonly] }).access.token
})
afterAll(() => google.stop())

const messages = () => google.account(BILAL).mailbox.messages

/** Replaces the mailbox by messages received so many milliseconds ago. Returns their ids, newest first. */
function fill(ages: readonly number[]): string[] {
  for (const { id } of [...messages().all()]) messages().remove(id)
  const now = google.clock.now()
  for (const [index, age] of ages.entries()) google.deliverMail(BILAL, { subject: `m${index}`, receivedAt: now - age })
  return messages()
    .all()
    .map(({ id }) => id)
}

/** Reads all pages. `between` is called after each page but the last with the number of the page. */
async function readAll(filter: EmailFilter, between: (page: number) => void): Promise<string[]> {
  const delivered: string[] = []
  const call = mailCall({ settings: { ...SETTINGS, origin: google.origin }, clock: () => google.clock.now() })
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const request = { ...filter, ...omitUndefined({ cursor: cursor || undefined }) }
    const result = await syncEmails(request, call, aCredential({ accessToken, email: BILAL }))
    delivered.push(...result.items.map(({ externalId }) => externalId))
    cursor = result.pagination.cursor
    if (!cursor) return delivered
    between(page)
  }
  throw new Error('the sync does not end')
}

/** What happens in the mailbox between two pages. `at` selects a message by its position, newest first. */
const change = fc.record({
  kind: fc.constantFrom('arrive', 'delete', 'label', 'trash', 'nothing'),
  at: fc.nat({ max: 60 }),
})

const script = fc.record({
  ages: fc.array(
    fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 999 })).map(([second, ms]) => 2_000 + second * 1_000 + ms),
    { minLength: 1, maxLength: 40 },
  ),
  limit: fc.integer({ min: 1, max: 8 }),
  changes: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 30 }),
  emptyPages: fc.constantFrom(0, 0, 1),
})

/** Applies a change, and returns the id of the message that a sync need no longer deliver. */
function apply({ kind, at }: { kind: string; at: number }): string | undefined {
  const all = messages().all()
  const message = all[at % Math.max(all.length, 1)]
  if (kind === 'arrive') google.deliverMail(BILAL, { subject: 'new' })
  if (!message || kind === 'arrive' || kind === 'nothing') return undefined
  if (kind === 'delete') google.removeMail(BILAL, message.id)
  else messages().put({ ...message, labelIds: [kind === 'label' ? 'Label_7' : 'TRASH'] })
  return kind === 'label' ? undefined : message.id
}

describe('a mailbox that changes between pages', () => {
  test('delivers every message that stays, once', async () => {
    await fc.assert(
      fc.asyncProperty(script, async ({ ages, limit, changes, emptyPages }) => {
        Object.assign(google.settings, { emptyPages })
        const ids = fill(ages)
        const gone = new Set<string | undefined>()
        const filter = { limit, dateEnd: google.clock.now() }
        const delivered = await readAll(filter, (page) => {
          for (const event of changes[page] ?? []) gone.add(apply(event))
        })
        expect(new Set(delivered).size).toBe(delivered.length)
        expect(delivered.filter((id) => !ids.includes(id))).toEqual([])
        expect(ids.filter((id) => !gone.has(id) && !delivered.includes(id))).toEqual([])
      }),
      { numRuns: randomRuns(50) },
    )
  }, 120_000)
})

describe('a message that Gmail refuses', () => {
  test.each(['delegationDenied', 'preconditionFailed'])(
    'is named, and the others are delivered: %s',
    async (name) => {
      const [, refused = '', ...others] = fill([2_000, 3_000, 4_000, 5_000])
      google.settings.emptyPages = 0
      google.faults.add({
        path: `/gmail/v1/users/me/messages/${refused}`,
        fault: { kind: 'error', name },
        count: null,
      })
      const warnings: string[] = []
      let cursor: string | undefined
      const delivered: string[] = []
      do {
        const call = mailCall({ settings: { ...SETTINGS, origin: google.origin }, clock: () => google.clock.now() })
        const request = omitUndefined({ cursor: cursor || undefined })
        const page = await syncEmails(request, call, aCredential({ accessToken, email: BILAL }))
        delivered.push(...page.items.map(({ externalId }) => externalId))
        warnings.push(...(page.metadata?.warnings ?? []))
        cursor = page.pagination.cursor
      } while (cursor)
      google.faults.clear()
      expect(delivered).toEqual(expect.arrayContaining(others))
      expect(delivered).toHaveLength(3)
      expect(warnings).toEqual([expect.stringContaining(`message ${refused} `)])
    },
    30_000,
  )
})
