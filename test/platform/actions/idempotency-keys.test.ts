import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { reserve, settle, type WriteIntent } from '../../../platform/actions/idempotency-keys.ts'
import { inTransaction } from '../../../platform/storage/postgres/database.ts'
import { openTestStore, type TestStore } from '../storage/test-store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const NOW = 1_800_000_000_000
const intent = (name: string): WriteIntent => ({ requestKey: name, hash: 'ab', mayRepeat: false })
const newPlace = () => ({ tenantId: randomUUID(), connectionId: randomUUID(), route: '/upsert/notes' })
const statesOf = async ({ tenantId }: { tenantId: string }) => {
  const rows = await store.db
    .selectFrom('write_intents')
    .select(['request_key', 'state'])
    .where('tenant_id', '=', tenantId)
    .execute()
  return rows.map(({ request_key, state }) => `${request_key} ${state}`).sort()
}
const beginOne = (place: ReturnType<typeof newPlace>, ...names: string[]) =>
  inTransaction(store.db, (tx) => reserve(tx, place, names.map(intent), NOW))

/** Until a statement of this database waits for a row that another transaction holds. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db)
    if (rows.length > 0) return
  }
}

test('an intent is noted although the one of its name ends in the same moment', async () => {
  const place = newPlace()
  const [first] = await beginOne(place, 'a')
  const { intentId = '' } = first as { intentId?: string }
  const second = await store.db.transaction().execute(async (tx) => {
    await sql`select from write_intents where tenant_id = ${place.tenantId} for update`.execute(tx)
    const begun = beginOne(place, 'a', 'b')
    await somebodyWaits()
    await settle(tx, place.tenantId, [{ intentId, state: 'closed' }], NOW)
    return { begun }
  })
  expect(await second.begun).toEqual([{ intentId: expect.any(String) }, { intentId: expect.any(String) }])
  expect(await statesOf(place)).toEqual(['a begun', 'b begun'])
})

test('of several intents none is begun when one must not be', async () => {
  const place = newPlace()
  const [first] = await beginOne(place, 'b')
  const { intentId = '' } = first as { intentId?: string }
  await inTransaction(store.db, (tx) => settle(tx, place.tenantId, [{ intentId, state: 'unknown' }], NOW))
  await expect(beginOne(place, 'a', 'b')).rejects.toMatchObject({ code: 'CONFLICT', extensions: { state: 'unknown' } })
  expect(await statesOf(place)).toEqual(['b unknown'])
})

test('a name is taken among those of its tenant and route only', async () => {
  const place = newPlace()
  await beginOne(place, 'a')
  await expect(beginOne(place, 'a')).rejects.toMatchObject({ code: 'CONFLICT', extensions: { state: 'begun' } })
  await beginOne({ ...place, tenantId: randomUUID() }, 'a')
  await beginOne({ ...place, route: '/upsert/table' }, 'a')
  expect(await statesOf(place)).toEqual(['a begun', 'a begun'])
})
