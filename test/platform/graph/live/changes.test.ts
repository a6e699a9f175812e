import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { appendChanges } from '../../../../platform/storage/changes.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { tenantOf } from '../block-content.ts'

let api: Api
let me: Tenant
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  me = await tenantOf(api, newEmail())
})

const QUERY = `query Q($input: ChangesInput) {
  changes(input: $input) { next events { sequence eventType subject _id blockType actor } }
}`

interface Feed {
  next: string
  events: { sequence: string }[]
}

async function changes(input: object) {
  const { data, errors, extensions } = await api.execute(me.email, QUERY, { input })
  expect(errors).toBeUndefined()
  const warnings = (extensions?.warnings ?? []) as { code: string }[]
  const { next, events } = data.changes as Feed
  return {
    next,
    events,
    numbers: events.map(({ sequence }) => Number(sequence)),
    codes: warnings.map(({ code }) => code),
  }
}

/** Adds changes and deletes those up to `expired`. */
async function happen(count: number, expired = 0): Promise<void> {
  const change = { event_type: 'UPDATED', subject: 'block', subject_id: me.tagId, subject_type: 'note' } as const
  await inTransaction(api.db, (tx) => appendChanges(tx, me.tenantId, Array(count).fill(change), 1))
  await api.db
    .deleteFrom('change_events')
    .where('tenant_id', '=', me.tenantId)
    .where('sequence', '<=', expired)
    .execute()
}

test('are returned page by page without gaps', async () => {
  await happen(5)
  const first = await changes({ size: 3 })
  expect(first.numbers).toEqual([1, 2, 3])
  expect(first.events[0]).toMatchObject({
    eventType: 'UPDATED',
    subject: 'block',
    _id: me.tagId,
    blockType: 'note',
    actor: null,
  })
  const second = await changes({ since: first.next, size: 3 })
  expect([second.numbers, second.codes]).toEqual([[4, 5], []])
  expect(await changes({ since: second.next })).toMatchObject({ numbers: [], next: second.next, codes: [] })
  expect(await changes({ since: first.next, size: 0 })).toMatchObject({ numbers: [], next: first.next, codes: [] })
})

test('that have expired are reported, whether there are later ones or not', async () => {
  await happen(5, 3)
  expect(await changes({ since: '1' })).toMatchObject({ numbers: [4, 5], codes: ['CHANGES_EXPIRED'] })
  expect(await changes({ since: '3' })).toMatchObject({ numbers: [4, 5], codes: [] })
  await happen(1, 6)
  expect(await changes({ since: '3' })).toMatchObject({ numbers: [], next: '6', codes: ['CHANGES_EXPIRED'] })
  expect(await changes({ since: '6' })).toMatchObject({ numbers: [], next: '6', codes: [] })
})

test('of a feed that was set back by a restore are followed from its end, after a reload', async () => {
  await happen(4)
  expect(await changes({ since: '9' })).toMatchObject({ numbers: [], next: '4', codes: ['CHANGES_EXPIRED'] })
})

test('from before the start can be skipped', async () => {
  await happen(4)
  expect(await changes({ latest: true })).toMatchObject({ numbers: [], next: '4', codes: [] })
})

test.each(['x', '-1', '1.5', '9'.repeat(16), ''])('%j is not a position in the feed', async (since) => {
  const result = await api.execute(me.email, QUERY, { input: { since } })
  expect([codeOf(result), result.errors?.[0]?.extensions.argument]).toEqual(['BAD_USER_INPUT', 'input.since'])
})
