import { type RawBuilder, type Selectable, sql } from 'kysely'
import { aggregateColumns, type Columns, toRows } from '../../postgres/columns.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import type { SharingTable } from '../../postgres/tables/index.ts'
import { selectLinksOfVisible, type Viewer, visibleAmong } from '../access/visibility.ts'
import { type TagRow, withTagId } from '../tags/rows.ts'
import type { LoadByBlock } from './related-rows.ts'

export type SharingRow = Selectable<SharingTable>

/** Those that tell which link a row is. */
const IDENTITY = ['block_id', 'tag_id'] as const
const OTHERS = ['shared', 'sharing_level', 'sharing_approach', 'pinned', 'assigned'] as const
/** Those that a statement needs itself. */
const INTERNAL = ['block_tenant_id', 'date_created'] as const

/** A link as a viewer sees it. */
export type LinkRow = Pick<SharingRow, (typeof IDENTITY)[number] | (typeof OTHERS)[number]>
export type LinkColumn = keyof LinkRow

/** What is read of links. */
export interface LinkSelection {
  /** The members of other columns are undefined: only for callers who know that nobody reads them. Default: all. */
  columns?: readonly LinkColumn[] | undefined
  /** Columns of the tags of links, which the same statement then finds. Default: it finds no tags. */
  tagColumns?: readonly (keyof TagRow)[] | undefined
}

interface LinksWithTags {
  /** By block id. */
  links: Map<string, LinkRow[]>
  /** By tag id. Those of `loadShares` are missing. */
  tags: Map<string, TagRow>
}

/**
 * Loads the links of blocks to the viewer's own tags, the oldest first. Of a block of another tenant, also the people whom
 * it is shared with and whom the viewer has tags of. Tags of other tenants are never visible.
 */
export async function loadLinks(
  db: Database | Tx,
  viewer: Viewer,
  blockIds: readonly string[],
  { columns = OTHERS, tagColumns }: LinkSelection = {},
): Promise<LinksWithTags> {
  const names = [...IDENTITY, ...OTHERS.filter((name) => columns.includes(name))]
  const { rows } = await sql<SelectedLinks>`
    with s as materialized (${selectLinksOfVisible(viewer, blockIds, [...names, ...INTERNAL])})
    select ${aggregateColumns<LinkRow>('s', names, 's.date_created, s.tag_id')} as links,
      json_agg(s.block_id) filter (where s.block_tenant_id <> ${viewer.tenantId}) as guest_block_ids,
      ${tagColumns ? tagsOfLinks(viewer, tagColumns) : sql.lit(null)} as tags
    from s`.execute(db)
  const { links, guest_block_ids, tags } = rows[0] as SelectedLinks
  const own = toRows(links)
  const all = guest_block_ids ? addShares(own, await loadShares(db, viewer, [...new Set(guest_block_ids)])) : own
  return {
    links: Map.groupBy(all, ({ block_id }) => block_id),
    tags: new Map(tags ? toRows(tags).map((tag) => [tag.tag_id, tag]) : []),
  }
}

interface SelectedLinks {
  links: Columns<LinkRow>
  guest_block_ids: string[] | null
  tags: Columns<TagRow> | null
}

/** Finds the tags of the links `s`, each once, however many links it has. */
function tagsOfLinks({ tenantId }: Viewer, columns: readonly (keyof TagRow)[]): RawBuilder<unknown> {
  return sql`(
    select ${aggregateColumns<TagRow>('t', withTagId(columns))} from tags t
    where t.tenant_id = ${tenantId} and t.tag_id = any(array(select tag_id from s))
  )`
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

/** Counts the people with whom blocks are shared and whom the viewer has no tag of. Blocks without such have no entry. */
export const countOtherShares: LoadByBlock<number> = async (db, viewer, blockIds) => {
  const { rows } = await sql<{ block_id: string; count: number }>`
    select v.block_id, count(*)::int as count ${sharesOfOwners(viewer, blockIds)} and own.tag_id is null
    group by v.block_id`.execute(db)
  return new Map(rows.map(({ block_id, count }) => [block_id, count]))
}

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
