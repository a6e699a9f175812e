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
const intent = (requestKey: string): WriteIntent => ({ requestKey, hash: 'ab', mayRepeat: false })
const newScope = () => ({ tenantId: randomUUID(), connectionId: randomUUID(), route: '/upsert/notes' })
const storedStates = async ({ tenantId }: { tenantId: string }) => {
  const rows = await store.db
    .selectFrom('write_intents')
    .select(['request_key', 'state'])
    .where('tenant_id', '=', tenantId)
    .execute()
  return rows.map(({ request_key, state }) => `${request_key} ${state}`).sort()
}
const reserveKeys = (scope: ReturnType<typeof newScope>, ...keys: string[]) =>
  inTransaction(store.db, (tx) => reserve(tx, scope, keys.map(intent), NOW))

/** Resolves when a statement in this database waits for a lock of another transaction. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db)
    if (rows.length > 0) return
  }
}

test('a key is reserved although an earlier attempt releases it concurrently', async () => {
  const scope = newScope()
  const [first] = await reserveKeys(scope, 'a')
  const { intentId = '' } = first as { intentId?: string }
  const second = await store.db.transaction().execute(async (tx) => {
    await sql`select from write_intents where tenant_id = ${scope.tenantId} for update`.execute(tx)
    const reservations = reserveKeys(scope, 'a', 'b')
    await waitForLock()
    await settle(tx, scope.tenantId, [{ intentId, state: 'closed' }], NOW)
    return { reservations }
  })
  expect(await second.reservations).toEqual([{ intentId: expect.any(String) }, { intentId: expect.any(String) }])
  expect(await storedStates(scope)).toEqual(['a begun', 'b begun'])
})

test('of several writes none is reserved if one must not be sent', async () => {
  const scope = newScope()
  const [first] = await reserveKeys(scope, 'b')
  const { intentId = '' } = first as { intentId?: string }
  await inTransaction(store.db, (tx) => settle(tx, scope.tenantId, [{ intentId, state: 'unknown' }], NOW))
  await expect(reserveKeys(scope, 'a', 'b')).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: { state: 'unknown' },
  })
  expect(await storedStates(scope)).toEqual(['b unknown'])
})

test('keys are unique per tenant and route', async () => {
  const scope = newScope()
  await reserveKeys(scope, 'a')
  await expect(reserveKeys(scope, 'a')).rejects.toMatchObject({ code: 'CONFLICT', extensions: { state: 'begun' } })
  await reserveKeys({ ...scope, tenantId: randomUUID() }, 'a')
  await reserveKeys({ ...scope, route: '/upsert/table' }, 'a')
  expect(await storedStates(scope)).toEqual(['a begun', 'a begun'])
})
