import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { ActivityTable } from '../../postgres/tables/conversation.ts'
import type { ACTIVITY_TYPES } from './mutation.ts'
import { type BlockRow, type Viewer, visibleTo } from './visibility.ts'

export type ActivityType = (typeof ACTIVITY_TYPES)[number]

export interface ActivityRow {
  activity_type: ActivityType
  actor_type: ActivityTable['actor_type']
  /** The tenant who acted; null if it was not a tenant. */
  actor_id: string | null
  detail: Record<string, unknown>
  /** For activities about links: the viewer's own tag of the person concerned, or null. */
  tag_id: string | null
  date_created: number
}

export interface ActivityQuery {
  types: readonly ActivityType[] | undefined
  size: number
}

/** Lists the history of a block that the viewer may see, newest first. */
export async function listActivities(
  db: Database,
  viewer: Viewer,
  block: BlockRow,
  { types, size }: ActivityQuery,
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select a.activity_type, a.actor_type, a.actor_id, a.detail, a.date_created,
      coalesce(mine.tag_id, case when t.tenant_id = ${viewer.tenantId} then t.tag_id end) as tag_id
    from sharing v
    join activities a on a.tenant_id = v.block_tenant_id and a.block_id = v.block_id
    left join tags t on t.tenant_id = a.tenant_id and t.tag_id = (a.detail->>'tagId')::uuid
    left join tags mine on mine.tenant_id = ${viewer.tenantId} and mine.tag_type = 'person' and mine.email = t.email
      and t.tag_type = 'person'
    where ${visibleTo(viewer)} and v.block_id = ${block.block_id}
      and ${types ? sql`a.activity_type = any(${types}::text[])` : sql`true`}
    order by a.date_created desc, a.activity_type <> 'CREATED' desc, a.activity_id desc
    limit ${size}`.execute(db)
  const includesCreated = !types || types.includes('CREATED')
  const hasCreated = rows.some(({ activity_type }) => activity_type === 'CREATED')
  if (rows.length === size || !includesCreated || hasCreated) return rows
  return [...rows, toCreationActivity(block)]
}

/** Derives the CREATED entry of a block that has none stored: one written by a sync, or before histories were recorded. */
function toCreationActivity({ provider, creator_id, date_created }: BlockRow): ActivityRow {
  const actor = provider
    ? ({ actor_type: 'PROVIDER', actor_id: null } as const)
    : ({ actor_type: 'TENANT', actor_id: creator_id } as const)
  return { activity_type: 'CREATED', ...actor, detail: {}, tag_id: null, date_created }
}
