import { setTimeout as pause } from 'node:timers/promises'
import type { Claim, Fence } from '../../../../../platform/model/sync.ts'
import { LeaseLost } from '../../../../../platform/model/sync-store.ts'
import { EachBucket } from '../../../../../platform/storage/each-bucket.ts'
import { openStore } from '../../../../../platform/storage/open.ts'
import { isUnavailable } from '../../../../../platform/storage/postgres/database.ts'
import { createSyncStore } from '../../../../../platform/storage/runs/sync-store.ts'
import { KEYS } from '../../fixtures.ts'
import { LEASE_MS, REAL_LEASE_MS, readMailbox, workerTime } from './read-mailbox.ts'

/** What a worker emits to the test. */
export type WorkerEvent =
  | { type: 'started' }
  /** A page of the tenant is saved. */
  | { type: 'page'; tenantId: string }
  /** Another worker has claimed the sync of the tenant. */
  | { type: 'lost'; tenantId: string }
  /** `tenantId`: whose run has failed; absent if the work is that for all tenants. */
  | { type: 'error'; tenantId?: string; message: string; unavailable: boolean }

/** A worker that reads whatever mailbox is due until it is killed, or until a message tells it to claim no more. */
const [databaseUrl = '', dateStart = ''] = process.argv.slice(2)
const SLOTS = 4
const POLL_MS = 20
/** How soon a bucket that was away is asked again. */
const RETRY_MS = 300

const now = () => workerTime(Number(dateStart))
const emit = (event: WorkerEvent) => void process.send?.(event)
const emitError = (error: unknown, tenantId?: string) => {
  const cause = error instanceof Error && error.cause ? `: ${error.cause}` : ''
  emit({ type: 'error', ...(tenantId && { tenantId }), message: `${error}${cause}`, unavailable: isUnavailable(error) })
}

let isStopping = false
process.once('message', () => {
  isStopping = true
})
// Without its test, nobody stops it.
process.once('disconnect', () => process.exit())

const store = await openStore({ databaseUrl, dataDir: 'none', maxConnections: SLOTS + 1 })
const each = new EachBucket(store.buckets, { retryMs: RETRY_MS })
const syncs = createSyncStore(store.buckets, { keys: KEYS, onError: emitError, each })
const running = new Map<Fence, Promise<void>>()
emit({ type: 'started' })

const extend = async () => {
  if (running.size > 0) await syncs.heartbeat([...running.keys()], now(), LEASE_MS).catch(() => undefined)
}
const heartbeats = setInterval(extend, REAL_LEASE_MS / 4)

while (!isStopping) {
  const free = SLOTS - running.size
  const claims = free > 0 ? await syncs.claim(`worker ${process.pid}`, free, now(), LEASE_MS).catch(failToClaim) : []
  for (const claim of claims) running.set(claim.fence, read(claim))
  await pause(POLL_MS)
}
await Promise.all(running.values())
clearInterval(heartbeats)
await store.close()
process.exit()

function failToClaim(error: unknown): Claim[] {
  emitError(error)
  return []
}

async function read(claim: Claim): Promise<void> {
  const { tenantId } = claim.fence
  try {
    await readMailbox(syncs, claim, now, () => emit({ type: 'page', tenantId }))
  } catch (error) {
    if (error instanceof LeaseLost) emit({ type: 'lost', tenantId })
    else emitError(error, tenantId)
  } finally {
    running.delete(claim.fence)
  }
}
