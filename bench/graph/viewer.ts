import pg from 'pg'
import type { Seeded } from './seed.ts'

/** A tenant that executes the queries, with tags and a block to query, selected from the seeded rows. */
export interface Viewer {
  name: 'heavy' | 'light'
  email: string
  tenantId: string
  ownTagId: string
  /** The person with the most blocks. */
  popularTagId: string
  /** A person with about ten blocks. */
  rareTagId: string
  blockId: string
}

const VIEWERS = { heavy: 'tenant0@people.example', light: 'tenant7@people.example' }

export async function findViewers({ address }: Pick<Seeded, 'address'>): Promise<Viewer[]> {
  const client = new pg.Client(address)
  await client.connect()
  const viewers: Viewer[] = []
  for (const [name, email] of Object.entries(VIEWERS)) {
    const { rows } = await client.query<Omit<Viewer, 'name'>>(SELECT_VIEWER, [email])
    viewers.push({ name: name as Viewer['name'], ...(rows[0] as Omit<Viewer, 'name'>) })
  }
  await client.end()
  return viewers
}

/** Makes the platform accept this issuer's tokens for the tenants. */
export async function trustIssuer({ address }: Seeded, issuer: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query(`update tenants set issuer = $1 where subject like 'tenant%@people.example'`, [issuer])
  await client.end()
}

const SELECT_VIEWER = `
  with me as (select email, tenant_id, tag_id from tenants where subject = $1),
  counts as (
    select s.tag_id, count(*) as blocks from me
    join sharing s using (tenant_id) join tags t on t.tenant_id = s.tenant_id and t.tag_id = s.tag_id
    where t.tag_type = 'person' and s.tag_id <> me.tag_id group by s.tag_id
  )
  select email, tenant_id as "tenantId", tag_id as "ownTagId",
    (select tag_id from counts order by blocks desc, tag_id limit 1) as "popularTagId",
    (select tag_id from counts order by abs(blocks - 10), tag_id limit 1) as "rareTagId",
    (select block_id from sharing s where s.tenant_id = me.tenant_id and s.tag_id = me.tag_id and block_type = 'email'
      and not archived order by date_updated desc offset 100 limit 1) as "blockId"
  from me`
