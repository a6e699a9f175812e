import pg from 'pg'
import type { Seeded } from '../graph/seed.ts'
import type { Viewer } from '../graph/viewer.ts'

/** A block that the viewer owns. */
export interface Target {
  id: string
  type: string
  /** The viewer's tag of the one guest; null if the block has none. */
  guestTagId: string | null
}

/** What a viewer changes. */
export interface Targets {
  /** Notes with a guest who may edit them. */
  notes: Target[]
  /** Blocks of all types with a guest who may edit them. */
  shared: Target[]
  /** Blocks of all types without a guest. */
  unshared: Target[]
  /** The viewer's tags of all other tenants. */
  guestTagIds: string[]
}

/** Few, so that each is changed several times and back. */
const MAX_SHARED = 200
/** Many, so that none gets many guests. */
const MAX_UNSHARED = 4_000

export async function findTargets(
  { address }: Pick<Seeded, 'address'>,
  { tenantId, ownTagId }: Viewer,
): Promise<Targets> {
  const client = new pg.Client(address)
  await client.connect()
  const find = async (condition: string, size: number) => {
    const text = `${SELECT_TARGETS} where ${condition} order by b.block_id limit ${size}`
    return (await client.query<Target>(text, [tenantId, ownTagId])).rows
  }
  const targets = {
    notes: await find(`b.block_type = 'note' and g.sharing_level = 1`, MAX_SHARED),
    shared: await find('g.sharing_level = 1', MAX_SHARED),
    unshared: await find('g.tag_id is null', MAX_UNSHARED),
  }
  const { rows } = await client.query<{ tag_id: string }>(SELECT_GUEST_TAGS, [tenantId, ownTagId])
  await client.end()
  return { ...targets, guestTagIds: rows.map(({ tag_id }) => tag_id) }
}

const SELECT_TARGETS = `
  select b.block_id as id, b.block_type as type, g.tag_id as "guestTagId"
  from (select * from blocks where tenant_id = $1 and not archived and block_type not in ('calendar', 'table')) b
  left join lateral (
    select tag_id, sharing_level from sharing where tenant_id = $1 and block_id = b.block_id and shared and tag_id <> $2 limit 1
  ) g on true`

const SELECT_GUEST_TAGS = `
  select t.tag_id from tags t join tenants r on r.email = t.email
  where t.tenant_id = $1 and t.tag_id <> $2 and t.tag_type = 'person' order by t.tag_id`
