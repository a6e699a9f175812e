import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tenant } from '../../connections/tenants.ts'
import { idArray, unnestIds } from '../../postgres/arrays.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import type { BlockTable, SharingTable } from '../../postgres/tables/blocks.ts'

/** The tenant on whose behalf the graph is read, with the person tag through which blocks are shared with them. */
export type Viewer = Pick<Tenant, 'tenantId' | 'tagId'>

/** The columns of a statement that hold a viewer. */
export type ViewerColumns = Readonly<Record<keyof Viewer, RawBuilder<unknown>>>

/** A block as a viewer sees it: its row without the large and internal columns, and the viewer's role. */
export type BlockRow = Omit<
  Selectable<BlockTable>,
  'document' | 'large' | 'people' | 'external_key' | 'content_hash' | 'version' | 'tsv'
> & {
  /** 0 reads, 1 edits, 2 owns. */
  sharing_level: number
}

/** The length of an excerpt (characters). */
export const EXCERPT_LENGTH = 500

const COLUMNS = [
  'tenant_id',
  'block_id',
  'block_type',
  'title',
  'summary',
  'text',
  'detail',
  'creator_id',
  'creator_email',
  'creator_name',
  'parent_id',
  'parent_type',
  'origin_id',
  'origin_type',
  'origin_tag_id',
  'thread_id',
  'status',
  'priority',
  'snoozed',
  'template',
  'proposed',
  'generated',
  'archived',
  'date_start',
  'date_end',
  'date_due',
  'date_remind_me',
  'date_completed',
  'date_associated',
  'date_created',
  'date_updated',
  'provider',
  'application',
  'connection_id',
  'uri',
  'external_id',
  'sharing_level',
] as const satisfies (keyof BlockRow)[]

/** A column of a `BlockRow`. `excerpt` is the beginning of the text, in the member `text`, of a block without a summary. */
export type BlockColumn = (typeof COLUMNS)[number] | 'excerpt'

/** Those that tell what a row is. */
const IDENTITY: readonly BlockColumn[] = ['tenant_id', 'block_id', 'block_type']

/**
 * Selects some columns of a `BlockRow` from a block `b` and the link `v` that makes it visible, and in any case those that
 * tell what it is. The members of the other columns are undefined: only for callers who know that nobody reads them.
 */
export function selectBlockColumns(names: Iterable<BlockColumn>): RawBuilder<BlockRow> {
  const selected = new Set([...IDENTITY, ...names])
  const columns = COLUMNS.filter((name) => selected.has(name)).map((name) =>
    name === 'sharing_level' ? `v.${name}` : `b.${name}`,
  )
  // Counting characters takes longer than anything else about a row, and a text of few bytes need not be cut.
  const excerpt = `case when b.summary is null then
    case when octet_length(b.text) <= ${EXCERPT_LENGTH} then b.text else left(b.text, ${EXCERPT_LENGTH}) end end as text`
  // One text, because Kysely compiles each column of a list anew for each statement.
  return sql.raw([...columns, ...(selected.has('excerpt') && !selected.has('text') ? [excerpt] : [])].join(', '))
}

/** Selects the columns of a `BlockRow` from a block `b` and the link `v` that makes it visible. */
export const blockColumns = selectBlockColumns(COLUMNS)

/**
 * The one rule of visibility: a block is visible if a link `v` shares it with the viewer's own person tag. Blocks of other
 * tenants that are shared with the viewer have such a link among the viewer's rows.
 *
 * For statements that reach blocks by another way. `is true` makes the planner look up `v` by block id. Otherwise it may
 * choose the index of the viewer's own tag, which looks equally selective to a plan for any tenant, but holds every block
 * that the viewer may see. A statement for many viewers gives the columns that hold them.
 */
export function visibleTo({ tenantId, tagId }: Viewer | ViewerColumns): RawBuilder<boolean> {
  return sql<boolean>`v.tenant_id = ${tenantId} and (v.tag_id = ${tagId} and v.shared) is true`
}

/** The same rule for statements that start from everything the viewer may see: the index of the viewer's tag serves them. */
export function allVisibleTo({ tenantId, tagId }: Viewer): RawBuilder<boolean> {
  return sql<boolean>`v.tenant_id = ${tenantId} and v.tag_id = ${tagId} and v.shared`
}

/** Joins blocks `b` with links `v`. Must be followed by `where ${visibleTo(viewer)}`. */
export const visibleBlocks = sql.raw(
  'sharing v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id',
)

/**
 * Whether the block of link `s`, a link to any of the viewer's tags, is visible to the viewer. For statements that start
 * from tags. `offset 0` keeps this a lookup per link; the planner would turn it into a join that reads all links of the
 * tenant.
 */
export function isVisible(viewer: Viewer, link: 's' = 's'): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from sharing v where ${visibleTo(viewer)} and v.block_id = ${sql.raw(link)}.block_id offset 0
  )`
}

/**
 * A table `v` of the links that make the given blocks visible; blocks that the viewer may not see have none. Each link is
 * looked up on its own: with a list of ids, the planner might read all links of the viewer's own tag instead.
 */
export function visibleAmong(viewer: Viewer, blockIds: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select v.* from ${unnestIds(blockIds)} as k (block_id)
    cross join lateral (
      select * from sharing v where ${visibleTo(viewer)} and v.block_id = k.block_id limit 1
    ) v
  ) v`
}

/**
 * Selects columns of all links of the viewer's graph to those of the given blocks that the viewer may see. The link that
 * makes a block visible is one of them, so one scan of the index finds both.
 */
export function selectLinksOfVisible(
  viewer: Viewer,
  blockIds: readonly string[],
  columns: readonly (keyof SharingTable)[],
): RawBuilder<unknown> {
  return sql`
    select * from (
      select ${sql.raw(columns.map((name) => `v.${name}`).join(', '))},
        bool_or(${visibleTo(viewer)}) over (partition by v.block_id) as is_visible
      from sharing v where v.tenant_id = ${viewer.tenantId} and v.block_id = any(${idArray(blockIds)}::uuid[])
    ) s where is_visible`
}

/** Selects those of the blocks that the viewer may see, archived or not. */
export function selectBlocks(viewer: Viewer, blockIds: readonly string[]): RawBuilder<BlockRow> {
  return sql<BlockRow>`
    select ${blockColumns} from ${visibleAmong(viewer, blockIds)}
    join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id`
}

/** Finds a block by its id. Returns undefined if it does not exist or the viewer may not see it. */
export async function findBlock(
  db: Database | Tx,
  viewer: Viewer,
  blockId: string,
  columns: RawBuilder<BlockRow> = blockColumns,
): Promise<BlockRow | undefined> {
  const { rows } = await sql<BlockRow>`
    select ${columns} from ${visibleBlocks}
    where ${visibleTo(viewer)} and v.block_id = ${blockId} limit 1`.execute(db)
  return rows[0]
}

/** Finds blocks by their ids, archived or not. The result has only those that the viewer may see, by id. */
export async function findBlocks(
  db: Database | Tx,
  viewer: Viewer,
  blockIds: readonly string[],
): Promise<Map<string, BlockRow>> {
  const { rows } = await selectBlocks(viewer, blockIds).execute(db)
  return new Map(rows.map((row) => [row.block_id, row]))
}
