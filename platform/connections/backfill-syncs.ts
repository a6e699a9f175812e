import { sql } from 'kysely'
import type { ProviderDefinition } from '../../src/contract/index.ts'
import type { SyncName } from '../model/sync.ts'
import { syncsOf } from '../provider/capabilities.ts'
import {
  type KnownProvider,
  listProviders,
  noteUnreachable,
  rememberProvider,
} from '../storage/connections/providers.ts'
import { addSyncs } from '../storage/connections/sync-control.ts'
import type { Database } from '../storage/postgres/database.ts'
import { type StartRules, startsOf } from './initial-syncs.ts'

const BATCH = 500

/** Keeps what a provider offers. What it offers more than before, its connections get too. */
export async function keepDefinition(
  db: Database,
  rules: StartRules,
  url: string,
  definition: ProviderDefinition | undefined,
  now: number,
): Promise<void> {
  if (!definition) return noteUnreachable(db, url, now)
  const before = (await listProviders(db)).find(({ provider }) => provider === definition.name)?.definition
  const offered: KnownProvider = { provider: definition.name, url, definition, reachable: true }
  const topUpAll = async () => {
    for (const one of added(before, definition)) await topUp(db, rules, offered, one, now)
  }
  // Before it is kept, so that whoever ends in between leaves it to be done; after, for connections made meanwhile.
  await topUpAll()
  await rememberProvider(db, { url, definition }, now)
  await topUpAll()
}

interface Added {
  application: string
  sync: SyncName
}

/** What is promised now and was not before. Of a provider that is seen for the first time there are no connections. */
function added(before: ProviderDefinition | undefined, after: ProviderDefinition): Added[] {
  if (!before) return []
  const known = new Set(promises(before).map(({ application, sync }) => `${application} ${sync}`))
  return promises(after).filter(({ application, sync }) => !known.has(`${application} ${sync}`))
}

function promises({ applications }: ProviderDefinition): Added[] {
  return applications.flatMap((one) => syncsOf(one).map((sync) => ({ application: one.name, sync })))
}

/** In small pieces, each found anew: those that were topped up are not found again. */
async function topUp(
  db: Database,
  rules: StartRules,
  offered: KnownProvider,
  { application, sync }: Added,
  now: number,
): Promise<void> {
  const wish = { provider: offered.provider, application }
  for (;;) {
    const { rows } = await sql<{ tenantId: string; connectionId: string }>`
      select c.tenant_id as "tenantId", c.connection_id as "connectionId" from connections c
      where c.provider = ${offered.provider} and c.application = ${application} and c.status = 'active'
        and not exists (select 1 from syncs s where s.tenant_id = c.tenant_id
          and s.connection_id = c.connection_id and s.sync = ${sync})
      limit ${BATCH}`.execute(db)
    for (const key of rows) {
      const starts = startsOf(wish, rules, [offered], now)
      await addSyncs(
        db,
        key,
        starts.filter((start) => start.sync === sync),
      )
    }
    if (rows.length < BATCH) return
  }
}
