import { sql } from 'kysely'
import type { SyncStore } from '../../platform/model/sync-store.ts'
import type { SyncEvent } from '../../platform/provider/events.ts'
import { saveProvider } from '../../platform/storage/connections/providers.ts'
import type { Store } from '../../platform/storage/open.ts'
import { createSyncStore } from '../../platform/storage/runs/sync-store.ts'
import { createEngine } from '../../platform/sync/engine.ts'
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions } from '../../platform/sync/engine-options.ts'
import { DEFINITION } from '../../test/platform/sync/simulation/provider.ts'
import { insertSyncs, KEYS, PROVIDER } from '../scheduler/quiet-syncs.ts'
import type { OnEnd } from './cleanup.ts'
import { Mailboxes } from './mailboxes.ts'
import { createTenantIn } from './tenants.ts'

const CADENCE_MS = 5_000
/** How often mail is delivered, and how much: about two mails per mailbox and run. */
const DELIVERY_MS = 500
const MAILS_OF_RUN = 2

/** A run that has not ended well, because of the database. */
export interface SyncFailure {
  bucket: string
  date: number
  message: string
}

export interface SyncLoad {
  pages(): number
  failures: readonly SyncFailure[]
  /** The ids of the mails that were delivered so far to connections in these buckets; absent: in all. */
  delivered(buckets?: ReadonlySet<string>): string[]
  /** The ids of the stored mails, each as often as it is stored. Rejects while a bucket of these is away. */
  stored(buckets?: ReadonlySet<string>): Promise<string[]>
  endDelivery(): void
}

/** Syncs of mailboxes that get mail all the time, evenly in all buckets and due every five seconds. */
export async function startSyncLoad({ buckets }: Store, syncs: number, onEnd: OnEnd): Promise<SyncLoad> {
  await saveProvider(buckets.directory, { url: PROVIDER, definition: DEFINITION }, 0)
  const mailboxes = new Mailboxes()
  const bucketOfConnection = new Map<string, string>()
  const all = buckets.all()
  for (let number = 0; number < syncs; number += 1) {
    const bucket = all[number % all.length]
    if (!bucket) throw new Error('there is no bucket')
    const { tenantId } = await createTenantIn(buckets, bucket)
    const dateDue = Date.now() + Math.round((number * CADENCE_MS) / syncs)
    const [connectionId = ''] = await insertSyncs(bucket.db, tenantId, [dateDue])
    bucketOfConnection.set(connectionId, bucket.name)
    mailboxes.open(connectionId)
  }
  let pages = 0
  const failures: SyncFailure[] = []
  const store = countPages(createSyncStore(buckets, { keys: KEYS, onError: () => undefined }), () => (pages += 1))
  const emit = (event: SyncEvent) => {
    const failure = toFailure(event)
    if (!failure) return
    failures.push({ ...failure, bucket: bucketOfConnection.get(failure.connectionId) ?? '', date: Date.now() })
  }
  const { definitions, worker } = createEngine({
    workerId: 'bench',
    store,
    options: createOptions(),
    emit,
    transport: mailboxes.respond,
    providerUrls: [PROVIDER],
    platformKey: () => 'key',
  })
  onEnd(() => definitions.stop())
  onEnd(() => worker.stop())
  await definitions.start()
  worker.start()
  const mails = Math.ceil((syncs * MAILS_OF_RUN * DELIVERY_MS) / CADENCE_MS)
  const timer = setInterval(() => mailboxes.deliver(mails), DELIVERY_MS)
  onEnd(async () => clearInterval(timer))
  return {
    pages: () => pages,
    failures,
    delivered: (names) => {
      const ofBuckets = [...bucketOfConnection].filter(([, bucket]) => names?.has(bucket) ?? true)
      return mailboxes.idsOf(ofBuckets.map(([connectionId]) => connectionId))
    },
    stored: async (names) => {
      const selected = all.filter(({ name }) => names?.has(name) ?? true)
      const lists = await Promise.all(
        selected.map(async ({ db }) => {
          const { rows } = await sql<{ id: string }>`
            select external_id as id from blocks where block_type = 'email'`.execute(db)
          return rows.map(({ id }) => id)
        }),
      )
      return lists.flat()
    },
    endDelivery: () => clearInterval(timer),
  }
}

function createOptions(): EngineOptions {
  const { sync, worker } = DEFAULT_ENGINE_OPTIONS
  return {
    ...DEFAULT_ENGINE_OPTIONS,
    sync: { ...sync, cadenceMs: { ...sync.cadenceMs, email: CADENCE_MS }, backoffBaseMs: 500, backoffCapMs: 2_000 },
    worker: { ...worker, minSleepMs: 50, maxSleepMs: 250, lease: { durationMs: 6_000, heartbeatMs: 1_500 } },
  }
}

function countPages(store: SyncStore, count: () => void): SyncStore {
  return {
    ...store,
    commitPage: async (...args) => {
      const counters = await store.commitPage(...args)
      count()
      return counters
    },
  }
}

function toFailure(event: SyncEvent): { connectionId: string; message: string } | undefined {
  if (event.type === 'run-aborted') return { connectionId: event.run.connectionId, message: String(event.cause) }
  if (event.type !== 'run-ended' || event.state === 'ok') return undefined
  return { connectionId: event.run.connectionId, message: event.error?.title ?? event.state }
}
