import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from './postgres/database.ts'

/** A change to append to a tenant's feed. */
export interface Change {
  event_type: 'CREATED' | 'UPDATED' | 'ARCHIVED' | 'RESTORED' | 'SHARED' | 'UNSHARED'
  subject: 'block' | 'tag' | 'recommendation' | 'connection' | 'sync'
  subject_id: string
  subject_type?: string
  /** The tenant who made the change. Absent: a sync. */
  actor_id?: string
  detail?: Record<string, unknown>
}

/**
 * Appends to a tenant's change feed. Must be the last statement of a transaction: it locks the tenant's row until the
 * commit, so sequence numbers become visible in order and without gaps, and the lock is held only briefly.
 */
export async function appendChanges(tx: Tx, tenantId: string, changes: readonly Change[], now: number): Promise<void> {
  await insertIntoFeeds([[tenantId, changes]], now)?.execute(tx)
}

/** The statement that appends at least one change to one tenant's feed. */
function insertChanges(tenantId: string, changes: readonly Change[], now: number): RawBuilder<unknown> {
  return sql`
    with numbered as (
      update feeds set sequence = sequence + ${changes.length} where tenant_id = ${tenantId}
      returning sequence - ${changes.length} as before
    )
    insert into change_events
      (tenant_id, sequence, event_type, subject, subject_id, subject_type, actor_id, detail, date)
    select ${tenantId}, before + ordinality, c.event_type, c.subject, c.subject_id, c.subject_type, c.actor_id, c.detail, ${now}
    from numbered, rows from (
      jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as (event_type text, subject text, subject_id uuid, subject_type text, actor_id uuid, detail jsonb)
    ) with ordinality as c (event_type, subject, subject_id, subject_type, actor_id, detail, ordinality)`
}

/** The feed of a tenant, and what to append to it. */
export type Feed = readonly [tenantId: string, changes: readonly Change[]]

/**
 * The statement that appends to the feeds of different tenants; undefined if there is nothing to append. Their rows are
 * locked in the order of their ids, so that transactions of tenants who share with each other do not deadlock: a
 * transaction appends to all feeds by one such statement.
 */
export function insertIntoFeeds(feeds: readonly Feed[], now: number): RawBuilder<unknown> | undefined {
  const changed = feeds.filter(([, changes]) => changes.length > 0)
  const [[tenantId, changes] = ['', []]] = changed
  if (changed.length > 1) return insertChangesOfTenants(changed, now)
  return changes.length > 0 ? insertChanges(tenantId, changes, now) : undefined
}

function insertChangesOfTenants(feeds: readonly Feed[], now: number): RawBuilder<unknown> {
  const events = feeds.flatMap(([tenant_id, changes]) =>
    changes.map((change, index) => ({ ...change, tenant_id, place: index + 1 })),
  )
  return sql`
    with event as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (tenant_id uuid, place bigint,
        event_type text, subject text, subject_id uuid, subject_type text, actor_id uuid, detail jsonb)
    ), ${numbered}
    insert into change_events
      (tenant_id, sequence, event_type, subject, subject_id, subject_type, actor_id, detail, date)
    select e.tenant_id, n.before + e.place, e.event_type, e.subject, e.subject_id, e.subject_type, e.actor_id, e.detail, ${now}
    from event e join numbered n on n.tenant_id = e.tenant_id`
}

/**
 * Common table expressions that give out the sequence numbers after `before` for the rows of a table `event`, to whose
 * tenants they belong. A tenant's row is read again after it was locked, so concurrent transactions get different numbers.
 */
export const numbered = sql.raw(`
    counted as materialized (
      select tenant_id, count(*) as count from event group by tenant_id
    ), locked as materialized (
      select t.tenant_id from feeds t where t.tenant_id = any(array(select tenant_id from counted))
      order by t.tenant_id for no key update
    ), numbered as (
      update feeds t set sequence = t.sequence + c.count from locked l join counted c on c.tenant_id = l.tenant_id
      where t.tenant_id = l.tenant_id returning t.tenant_id, t.sequence - c.count as before
    )`)

/** A change in a tenant's feed. */
export interface ChangeEvent {
  tenant_id: string
  sequence: number
  event_type: Change['event_type']
  subject: Change['subject']
  subject_id: string
  subject_type: string | null
  actor_id: string | null
  detail: Record<string, unknown> | null
  /** Epoch ms. */
  date: number
}

/** The sequence number of a tenant's newest change; 0 if there is none. */
export async function findLastSequence(db: Database, tenantId: string): Promise<number> {
  const feed = await db.selectFrom('feeds').select('sequence').where('tenant_id', '=', tenantId).executeTakeFirst()
  return feed?.sequence ?? 0
}

/** A reader's position in a tenant's feed. */
export interface FeedCursor {
  tenantId: string
  /** The last sequence number that was read. */
  since: number
}

/** The changes after each cursor, oldest first, at most `size` of each tenant. */
export async function findChangesAfter(
  db: Database,
  cursors: readonly FeedCursor[],
  size: number,
): Promise<ChangeEvent[]> {
  const { rows } = await sql<ChangeEvent>`
    select c.* from jsonb_to_recordset(${JSON.stringify(cursors)}::jsonb) as k ("tenantId" uuid, since bigint)
    cross join lateral (
      select * from change_events where tenant_id = k."tenantId" and sequence > k.since order by sequence limit ${size}
    ) c
    order by c.tenant_id, c.sequence`.execute(db)
  return rows
}
