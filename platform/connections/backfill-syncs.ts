import { sql } from 'kysely'
import type { ProviderDefinition } from '../../src/contract/index.ts'
import type { SyncName } from '../model/sync.ts'
import { supportedSyncs } from '../provider/capabilities.ts'
import { type Bucket, bucketLabel } from '../storage/buckets.ts'
import {
  listProviders,
  markProviderUnreachable,
  type StoredProvider,
  saveProvider,
} from '../storage/connections/providers.ts'
import { addSyncs } from '../storage/connections/sync-control.ts'
import type { BucketFailure, EachBucket } from '../storage/each-bucket.ts'
import type { Database } from '../storage/postgres/database.ts'
import { type InitialSyncDeps, planInitialSyncs } from './initial-syncs.ts'

const BATCH_SIZE = 500

/**
 * Saves a provider's definition, and adds syncs to existing connections for capabilities that are new in it. Without a
 * definition the provider is marked as unreachable.
 */
export async function saveDefinition(
  each: EachBucket,
  deps: InitialSyncDeps,
  url: string,
  definition: ProviderDefinition | undefined,
  now: number,
): Promise<void> {
  const { directory } = each.buckets
  if (!definition) return markProviderUnreachable(directory, url, now)
  const previous = (await listProviders(directory)).find(({ provider }) => provider === definition.name)
  const provider: StoredProvider = { provider: definition.name, url, definition, reachable: true, dateSeen: now }
  const backfillNew = async () => {
    const supportedSyncs = newlySupported(previous?.definition, definition)
    if (supportedSyncs.length === 0) return
    const failures: BucketFailure[] = []
    const backfillIn = async ({ db }: Bucket) => {
      for (const supportedSync of supportedSyncs) await backfill(db, deps, provider, supportedSync, now)
    }
    await each.work(backfillIn, (failure) => failures.push(failure))
    if (failures[0]) throw toError(failures[0])
  }
  // Before the definition is saved, so that a process that crashes in between leaves the work to be done again; and
  // after, for connections that were made in the meantime with the previous definition. While a bucket is away, its work is
  // left to be done again.
  await backfillNew()
  await saveProvider(directory, { url, definition }, now, previous)
  await backfillNew()
}

function toError({ bucket, error }: BucketFailure): unknown {
  const { bucket: name } = bucketLabel(bucket)
  return name === undefined ? error : new Error(`syncs could not be added in ${name}`, { cause: error })
}

interface SupportedSync {
  application: string
  sync: SyncName
}

/** Returns nothing for a provider that is seen for the first time, because it has no connections yet. */
function newlySupported(previous: ProviderDefinition | undefined, current: ProviderDefinition): SupportedSync[] {
  if (!previous) return []
  const previousKeys = new Set(listSupportedSyncs(previous).map(keyOf))
  return listSupportedSyncs(current).filter((supportedSync) => !previousKeys.has(keyOf(supportedSync)))
}

function keyOf({ application, sync }: SupportedSync): string {
  return `${application} ${sync}`
}

function listSupportedSyncs({ applications }: ProviderDefinition): SupportedSync[] {
  return applications.flatMap((application) =>
    supportedSyncs(application).map((sync) => ({ application: application.name, sync })),
  )
}

/** Adds a sync to the connections that lack it, in batches; each query finds only those that still lack it. */
async function backfill(
  db: Database,
  deps: InitialSyncDeps,
  provider: StoredProvider,
  { application, sync }: SupportedSync,
  now: number,
): Promise<void> {
  const query = { provider: provider.provider, application }
  for (;;) {
    const { rows } = await sql<{ tenantId: string; connectionId: string }>`
      select c.tenant_id as "tenantId", c.connection_id as "connectionId" from connections c
      where c.provider = ${provider.provider} and c.application = ${application} and c.status = 'active'
        and not exists (select 1 from syncs s where s.tenant_id = c.tenant_id
          and s.connection_id = c.connection_id and s.sync = ${sync})
      limit ${BATCH_SIZE}`.execute(db)
    for (const key of rows) {
      const initialSyncs = planInitialSyncs(query, deps, [provider], now)
      await addSyncs(
        db,
        key,
        initialSyncs.filter((initialSync) => initialSync.sync === sync),
      )
    }
    if (rows.length < BATCH_SIZE) return
  }
}
