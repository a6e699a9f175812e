import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../../postgres/database.ts'
import type { BlockMarkTable, BusinessObjectTable, ReactionTable, SharingTable } from '../../postgres/tables/index.ts'
import { linksOfVisible, type Viewer, visibleAmong } from '../access/visibility.ts'

export type SharingRow = Selectable<SharingTable>
export type ViewerStateRow = Selectable<BlockMarkTable>
export type BusinessObjectRow = Selectable<BusinessObjectTable>
export type ReactionRow = Pick<Selectable<ReactionTable>, 'block_id' | 'shortcode'> & {
  /** The viewer's tag of the person who reacted; null if the viewer has no tag of them. */
  tag_id: string | null
  is_own: boolean
}

/** Loads rows that belong to blocks, by block id. Blocks that the viewer may not see have no entry. */
type LoadByBlock<Part> = (db: Database | Tx, viewer: Viewer, blockIds: readonly string[]) => Promise<Map<string, Part>>

/**
 * Selects the owners' links `h` that share blocks with people other than the viewer, with the viewer's tag `own` of the
 * person, if there is one. Only for blocks of other tenants.
 */
const sharesOfOwners = ({ tenantId, tagId }: Viewer, blockIds: readonly string[]) => sql`
  from ${visibleAmong({ tenantId, tagId }, blockIds)}
  join sharing h on h.tenant_id = v.block_tenant_id and h.block_id = v.block_id and h.shared
  join tags p on p.tenant_id = h.tenant_id and p.tag_id = h.tag_id and p.tag_type = 'person' and p.email is not null
  left join tags own on own.tenant_id = ${tenantId} and own.tag_type = 'person' and own.email = p.email
  where v.block_tenant_id <> ${tenantId} and own.tag_id is distinct from ${tagId}`

/** Counts the people with whom blocks are shared and whom the viewer has no tag of. Blocks without such have no entry. */
export const countOtherShares: LoadByBlock<number> = async (db, viewer, blockIds) => {
  const { rows } = await sql<{ block_id: string; count: number }>`
    select v.block_id, count(*)::int as count ${sharesOfOwners(viewer, blockIds)} and own.tag_id is null
    group by v.block_id`.execute(db)
  return new Map(rows.map(({ block_id, count }) => [block_id, count]))
}

/** A link as a viewer sees it. */
export type LinkRow = Pick<
  SharingRow,
  'block_id' | 'tag_id' | 'shared' | 'sharing_level' | 'sharing_approach' | 'pinned' | 'assigned'
>

/**
 * Loads the links of blocks to the viewer's own tags, the oldest first. Of a block of another tenant, also the people whom
 * it is shared with and whom the viewer has tags of. Tags of other tenants are never visible.
 */
export const loadLinks: LoadByBlock<LinkRow[]> = async (db, viewer, blockIds) => {
  const { rows: own } = await sql<LinkRow & { is_guest: boolean }>`
    select s.block_id, s.tag_id, s.shared, s.sharing_level, s.sharing_approach, s.pinned, s.assigned,
      s.block_tenant_id <> ${viewer.tenantId} as is_guest
    from ${linksOfVisible(viewer, blockIds)} order by s.date_created, s.tag_id`.execute(db)
  const guestBlockIds = new Set(own.flatMap(({ block_id, is_guest }) => (is_guest ? [block_id] : [])))
  const links = guestBlockIds.size === 0 ? own : addShares(own, await loadShares(db, viewer, [...guestBlockIds]))
  return Map.groupBy(links, ({ block_id }) => block_id)
}

/**
 * Loads the owners' links that share blocks of other tenants with people whom the viewer has tags of, the oldest first. A
 * statement of its own: most blocks need none, and preparing its joins would take half as long as reading the links.
 */
async function loadShares(db: Database | Tx, viewer: Viewer, blockIds: readonly string[]): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select v.block_id, own.tag_id, h.shared, h.sharing_level, h.sharing_approach, false as pinned, h.assigned
    ${sharesOfOwners(viewer, blockIds)} and own.tag_id is not null order by h.date_created, own.tag_id`.execute(db)
  return rows
}

/** A guest's own links, with the access that the owner gives to people, and the people to whom the guest has no link. */
function addShares(own: readonly LinkRow[], shares: readonly LinkRow[]): LinkRow[] {
  const sharesByKey = new Map(shares.map((share) => [toLinkKey(share), share]))
  const ownKeys = new Set(own.map(toLinkKey))
  const others = shares.filter((share) => !ownKeys.has(toLinkKey(share)))
  return [...own.map((link) => withAccess(link, sharesByKey.get(toLinkKey(link)))), ...others]
}

/** A guest's own link to a person, with the access that the owner's link gives to the person. */
function withAccess(link: LinkRow, share: LinkRow | undefined): LinkRow {
  if (!share) return link
  return { ...link, shared: true, sharing_level: share.sharing_level, assigned: share.assigned }
}

const toLinkKey = ({ block_id, tag_id }: LinkRow) => `${block_id} ${tag_id}`

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
