import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { openStore, type Store } from '../../platform/storage/open.ts'
import type { TestIssuer } from '../../test/platform/sign-in/issuer.ts'
import { seed } from '../graph/seed.ts'
import type { Server } from '../graph/server.ts'
import type { Viewer } from '../graph/viewer.ts'
import { type Send, sendToPlatform } from '../writes/run.ts'
import type { OnEnd } from './cleanup.ts'
import { startApi } from './graph-platform.ts'
import { openServersTime, readProcessTime } from './processor-time.ts'
import type { Meters } from './rounds.ts'
import { createTenantIn } from './tenants.ts'

/** One of the two systems with the seeded graph, and a guest, who is in the last bucket; all others are in the first. */
export interface GraphSide extends Meters {
  name: string
  /** As the owner of the graph, and as the guest. */
  owner: Send
  guest: Send
  /** The tags of the guest: the owner's and the guest's own. */
  guestTagId: string
  guestOwnTagId: string
}

/** Creates the graph. Buckets are created later, from a database with data. */
export async function seedGraph(databaseUrl: string, blocks: number, issuer: string): Promise<void> {
  await openStore({ databaseUrl, dataDir: 'none' }).then((store) => store.close())
  await seed({ connectionString: databaseUrl }, blocks)
  const store = await openStore({ databaseUrl, dataDir: 'none' })
  await sql`update tenants set issuer = ${issuer}`.execute(store.db)
  await store.close()
}

export async function openGraphSide(
  name: string,
  { databaseUrl, nodeUrls }: { databaseUrl: string; nodeUrls: readonly string[] },
  { owner, issuer }: { owner: Viewer; issuer: TestIssuer },
  onEnd: OnEnd,
): Promise<GraphSide> {
  const store = await openStore({ databaseUrl, dataDir: 'none' })
  const guest = await createGuest(store, owner, issuer.issuer).finally(() => store.close())
  const server: Server = await startApi(databaseUrl, issuer)
  onEnd(server.stop)
  return {
    name,
    owner: sendToPlatform(server.url, await issuer.token(owner.email)),
    guest: sendToPlatform(server.url, await issuer.token(guest.email)),
    guestTagId: guest.tagIdOfOwner,
    guestOwnTagId: guest.tagId,
    readDatabaseTime: await openServersTime(nodeUrls),
    readNodeTime: () => readProcessTime(server.pid),
  }
}

async function createGuest({ buckets }: Store, owner: Viewer, issuer: string) {
  const [first] = buckets.all()
  const last = buckets.all().at(-1)
  if (!first || !last) throw new Error('there is no bucket')
  const { email, tagId } = await createTenantIn(buckets, last, issuer)
  const tagIdOfOwner = randomUUID()
  await sql`
    insert into tags (tenant_id, tag_id, tag_type, alias, email, email_domain, name_search, date_created, date_updated)
    values (${owner.tenantId}, ${tagIdOfOwner}, 'person', ${email}, ${email}, ${email.split('@')[1]}, ${email}, 0, 0)`.execute(
    first.db,
  )
  return { email, tagId, tagIdOfOwner }
}
