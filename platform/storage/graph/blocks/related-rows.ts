import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../../postgres/database.ts'
import type { BlockMarkTable, BusinessObjectTable, ReactionTable } from '../../postgres/tables/index.ts'
import { type Viewer, visibleAmong } from '../access/visibility.ts'

export type ViewerStateRow = Selectable<BlockMarkTable>
export type BusinessObjectRow = Selectable<BusinessObjectTable>
export type ReactionRow = Pick<Selectable<ReactionTable>, 'block_id' | 'shortcode'> & {
  /** The viewer's tag of the person who reacted; null if the viewer has no tag of them. */
  tag_id: string | null
  is_own: boolean
}

/** Loads rows that belong to blocks, by block id. Blocks that the viewer may not see have no entry. */
export type LoadByBlock<Part> = (
  db: Database | Tx,
  viewer: Viewer,
  blockIds: readonly string[],
) => Promise<Map<string, Part>>

/** Loads the viewer's own state of blocks: favorite and read status. */
export const loadViewerStates: LoadByBlock<ViewerStateRow> = async (db, { tenantId }, blockIds) => {
  const rows = await db
    .selectFrom('block_marks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('block_id', 'in', blockIds)
    .execute()
  return new Map(rows.map((row) => [row.block_id, row]))
}

/** Loads the vendor objects that are attached to blocks. */
export const loadBusinessObjects: LoadByBlock<BusinessObjectRow[]> = async (db, viewer, blockIds) => {
  const { rows } = await sql<BusinessObjectRow & { block_id: string }>`
    select o.* from ${visibleAmong(viewer, blockIds)}
    join business_objects o on o.tenant_id = v.block_tenant_id and o.block_id = v.block_id
    order by o.date_created, o.link_id`.execute(db)
  return Map.groupBy(rows, ({ block_id }) => block_id)
}

export const loadReactions: LoadByBlock<ReactionRow[]> = async (db, viewer, blockIds) => {
  const { rows } = await selectReactions(viewer, blockIds).execute(db)
  return Map.groupBy(rows, ({ block_id }) => block_id)
}

/** Selects the reactions to those of the blocks that the viewer may see, the oldest first. */
export function selectReactions(viewer: Viewer, blockIds: readonly string[]): RawBuilder<ReactionRow> {
  return sql<ReactionRow>`
    select r.block_id, r.shortcode, t.tag_id, r.actor_id = ${viewer.tenantId} as is_own from ${visibleAmong(viewer, blockIds)}
    join reactions r on r.tenant_id = v.block_tenant_id and r.block_id = v.block_id
    join tenants actor on actor.tenant_id = r.actor_id
    left join tags t on t.tenant_id = ${viewer.tenantId} and t.tag_type = 'person' and t.email = actor.email
    order by r.date_created, r.actor_id`
}

/** Content that is too large to be loaded with every row: the editor's document, and bodies, transcripts and outlines. */
export interface LargeContent {
  document: string | null
  large: Readonly<Record<string, unknown>>
}

/** Content by block id. */
export interface LoadedContent<Content> {
  contents: Map<string, Content>
  /** The length of what was requested, about (bytes). If it is more than `maxBytes`, the last contents are left out. */
  bytes: number
}

/** Loads the content of blocks: all of it, or in the order of the ids until it would be longer than `maxBytes`. */
export async function loadLargeContent(
  db: Database | Tx,
  viewer: Viewer,
  blockIds: readonly string[],
  maxBytes?: number,
): Promise<LoadedContent<LargeContent>> {
  const { rows } = await selectContent<LargeContent>(['document', 'large'], viewer, blockIds, maxBytes).execute(db)
  const contents = rows.map(({ block_id, document, large }) => [block_id, { document, large: large ?? {} }] as const)
  return { contents: new Map(contents), bytes: bytesOf(rows) }
}

/** The same for the editor's documents only, which lists may request. */
export async function loadDocuments(
  db: Database | Tx,
  viewer: Viewer,
  blockIds: readonly string[],
  maxBytes?: number,
): Promise<LoadedContent<string | null>> {
  const { rows } = await selectContent<Pick<LargeContent, 'document'>>(
    ['document'],
    viewer,
    blockIds,
    maxBytes,
  ).execute(db)
  return { contents: new Map(rows.map(({ block_id, document }) => [block_id, document])), bytes: bytesOf(rows) }
}

type ContentRow<Content> = Content & { block_id: string; bytes: number | null }

function selectContent<Content>(
  columns: readonly (keyof LargeContent)[],
  viewer: Viewer,
  blockIds: readonly string[],
  maxBytes: number | undefined,
): RawBuilder<ContentRow<Content>> {
  const visible = sql`${visibleAmong(viewer, blockIds)} join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id`
  const names = columns.map((name) => sql`b.${sql.ref(name)}`)
  if (maxBytes === undefined) return sql`select b.block_id, null::float8 as bytes, ${sql.join(names)} from ${visible}`
  const sizes = names.map((name) => sql`coalesce(octet_length(${name}::text), 0)`)
  const fitting = names.map(
    (name, index) => sql`case when s.bytes <= ${maxBytes} then ${name} end as ${sql.ref(columns[index] as string)}`,
  )
  // The sizes are summed up first, so that nothing is read that does not fit.
  return sql`
    select s.block_id, s.bytes::float8 as bytes, ${sql.join(fitting)} from (
      select b.tenant_id, b.block_id, sum(${sql.join(sizes, sql` + `)}) over (order by array_position(${blockIds}::uuid[], b.block_id)) as bytes
      from ${visible}
    ) s join blocks b on b.tenant_id = s.tenant_id and b.block_id = s.block_id`
}

/** The sum that was selected with the rows, or else the length of their texts. */
function bytesOf(
  rows: readonly ContentRow<{ document: string | null; large?: LargeContent['large'] | null }>[],
): number {
  return rows.reduce((total, { bytes, document, large }) => {
    if (bytes !== null) return Math.max(total, bytes)
    const texts = [document, ...Object.values(large ?? {})].filter((value) => typeof value === 'string')
    return texts.reduce((sum, text) => sum + text.length, total)
  }, 0)
}

/** Loads display names of tenants, by tenant id: the given name, or else the email address. */
export async function loadCreatorNames(db: Database | Tx, tenantIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('tenants')
    .select(['tenant_id', 'given_name', 'email'])
    .where('tenant_id', 'in', tenantIds)
    .execute()
  return new Map(rows.map(({ tenant_id, given_name, email }) => [tenant_id, given_name ?? email]))
}
