import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import type { RecommendationTable } from '../../postgres/tables/conversation.ts'
import type { Mutation } from '../access/mutation.ts'
import type { Viewer } from '../access/visibility.ts'

export type RecommendationRow = Selectable<RecommendationTable> & { tag_ids: string[] }

export const RECOMMENDATION_TYPES = [
  'upsert_note',
  'upsert_task',
  'upsert_tag',
  'share_block',
  'link_business_object',
  'merge_tags',
  'meeting_prep',
  'follow_up',
  'sync_paused',
  'reconnect_required',
  'scope_required',
  'insight',
] as const
export type RecommendationType = (typeof RECOMMENDATION_TYPES)[number]

export interface RecommendationFilter extends PageRequest {
  types?: readonly RecommendationType[]
  tagIds?: readonly string[]
  folderIds?: readonly string[]
  referenceBlockId?: string
}

const columns = sql`r.*, coalesce((
  select array_agg(t.tag_id order by t.tag_id) from recommendation_tags t
  where t.tenant_id = r.tenant_id and t.recommendation_id = r.recommendation_id
), '{}') as tag_ids`

/** Lists open recommendations that are neither snoozed nor expired, the newest first. */
export async function listRecommendations(
  db: Database,
  { tenantId }: Viewer,
  { types, tagIds, folderIds, referenceBlockId, size, page }: RecommendationFilter,
  now: number,
): Promise<RecommendationRow[]> {
  const { rows } = await sql<RecommendationRow>`
    select ${columns} from recommendations r
    where r.tenant_id = ${tenantId} and ${isOpen(now)}
      and ${types ? sql`r.recommendation_type = any(${types})` : ALWAYS}
      and ${referenceBlockId ? sql`r.reference_block_id = ${referenceBlockId}` : ALWAYS}
      and ${tagIds ? hasTag(sql`t.tag_id = any(${tagIds}::uuid[])`) : ALWAYS}
      and ${folderIds ? hasTag(inFolders(folderIds)) : ALWAYS}
    order by r.date_created desc, r.recommendation_id
    limit ${size} offset ${page * size}`.execute(db)
  return rows
}

const ALWAYS = sql`true`

/** Whether recommendation `r` is open, not snoozed and not expired at the time `now` (epoch ms). */
export function isOpen(now: number) {
  return sql<boolean>`r.state = 'open' and coalesce(r.date_snoozed_until, 0) <= ${now}
    and coalesce(r.date_expires, ${Number.MAX_SAFE_INTEGER}) > ${now}`
}

function hasTag(condition: ReturnType<typeof sql>) {
  return sql`exists (select from recommendation_tags t
    where t.tenant_id = r.tenant_id and t.recommendation_id = r.recommendation_id and ${condition})`
}

function inFolders(folderIds: readonly string[]) {
  return sql`t.tag_id in (select f.tag_id from folder_tags f
    where f.tenant_id = t.tenant_id and f.folder_id = any(${folderIds}::uuid[]))`
}

export async function findRecommendation(
  db: Database | Tx,
  { tenantId }: Viewer,
  id: string,
): Promise<RecommendationRow | undefined> {
  const { rows } = await sql<RecommendationRow>`
    select ${columns} from recommendations r
    where r.tenant_id = ${tenantId} and r.recommendation_id = ${id}`.execute(db)
  return rows[0]
}

/** Locks a recommendation of the viewer until the transaction ends. */
export async function lockRecommendation({ tx, viewer }: Mutation, id: string): Promise<RecommendationRow | undefined> {
  await sql`
    select from recommendations where tenant_id = ${viewer.tenantId} and recommendation_id = ${id} for update`.execute(
    tx,
  )
  return findRecommendation(tx, viewer, id)
}

export interface RecommendationInsert {
  type: RecommendationType
  title: string
  description: string | undefined
  label: string | undefined
  navigation: Record<string, unknown>
  detail: Record<string, unknown>
  referenceBlockId: string | undefined
  tagIds: readonly string[]
  dateExpires: number | undefined
  /** Identifies what the recommendation is about. An open recommendation with the same subject is replaced. */
  subject: string | undefined
  /** Made by the platform itself, which resolves it when its reason is gone. */
  automatic?: boolean
}

/** Saves a recommendation and returns its id. */
export async function saveRecommendation(mutation: Mutation, input: RecommendationInsert): Promise<string> {
  const { tx, viewer, now } = mutation
  const { rows } = await sql<{ recommendation_id: string; date_created: number }>`
    insert into recommendations (tenant_id, recommendation_id, recommendation_type, state, subject, display_title,
      display_description, display_label, navigation, detail, reference_block_id, date_expires, automatic, date_created,
      date_updated)
    values (${viewer.tenantId}, ${randomUUID()}, ${input.type}, 'open', ${input.subject ?? null}, ${input.title},
      ${input.description ?? null}, ${input.label ?? null}, ${JSON.stringify(input.navigation)}::jsonb,
      ${JSON.stringify(input.detail)}::jsonb, ${input.referenceBlockId ?? null}, ${input.dateExpires ?? null}, ${input.automatic ?? false},
      ${now}, ${now})
    on conflict (tenant_id, subject) where state = 'open' and subject is not null
    do update set recommendation_type = excluded.recommendation_type, display_title = excluded.display_title,
      display_description = excluded.display_description, display_label = excluded.display_label,
      navigation = excluded.navigation, detail = excluded.detail, reference_block_id = excluded.reference_block_id,
      date_expires = excluded.date_expires, date_updated = excluded.date_updated
    returning recommendation_id, date_created`.execute(tx)
  const { recommendation_id: id, date_created } = rows[0] as (typeof rows)[number]
  await sql`delete from recommendation_tags where tenant_id = ${viewer.tenantId} and recommendation_id = ${id}`.execute(
    tx,
  )
  await sql`
    insert into recommendation_tags (tenant_id, recommendation_id, tag_id)
    select distinct ${viewer.tenantId}::uuid, ${id}::uuid, tag_id from unnest(${input.tagIds}::uuid[]) as i (tag_id)`.execute(
    tx,
  )
  recordRecommendationChange(mutation, id, input.type, date_created === now ? 'CREATED' : 'UPDATED')
  return id
}

/** A change of a recommendation's state; absent members do not change. */
export interface RecommendationUpdate {
  state?: 'accepted' | 'dismissed'
  dismissReason?: string
  /** Epoch ms. */
  dateSnoozedUntil?: number
}

export async function updateRecommendation(
  mutation: Mutation,
  {
    recommendation_id: id,
    recommendation_type: type,
  }: Pick<RecommendationRow, 'recommendation_id' | 'recommendation_type'>,
  { state, dismissReason, dateSnoozedUntil }: RecommendationUpdate,
): Promise<void> {
  await mutation.tx
    .updateTable('recommendations')
    .set({
      ...omitUndefined({ state, dismiss_reason: dismissReason, date_snoozed_until: dateSnoozedUntil }),
      date_updated: mutation.now,
    })
    .where('tenant_id', '=', mutation.viewer.tenantId)
    .where('recommendation_id', '=', id)
    .execute()
  recordRecommendationChange(mutation, id, type, state ? 'ARCHIVED' : 'UPDATED')
}

/** Accepts a recommendation that the viewer has followed. Does nothing if it does not exist or is not open. */
export async function acceptIfOpen(mutation: Mutation, id: string): Promise<void> {
  const recommendation = await lockRecommendation(mutation, id)
  if (recommendation?.state === 'open') await updateRecommendation(mutation, recommendation, { state: 'accepted' })
}

function recordRecommendationChange(
  mutation: Mutation,
  id: string,
  type: string,
  event_type: 'CREATED' | 'UPDATED' | 'ARCHIVED',
): void {
  mutation.recordTenantChange({ event_type, subject: 'recommendation', subject_id: id, subject_type: type })
}
