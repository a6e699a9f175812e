import { type RawBuilder, sql } from 'kysely'
import { anyOf, isWhole, stringCondition } from '../../postgres/conditions.ts'
import { tenantMarker } from '../../search-vector.ts'
import type { Viewer } from '../access/visibility.ts'
import { inRange } from './date-conditions.ts'
import type { BlockFilters, StringFilter, TaskScope } from './filters.ts'
import { statusExpression } from './order.ts'
import type { TextQuery } from './text-query.ts'

/** The conditions that need the row of block `b` and that no index serves. */
export function blockConditions(viewer: Viewer, filters: BlockFilters): RawBuilder<boolean>[] {
  const { applications, emails, statuses, parent, origin, isDefault } = filters
  return [
    ...(parent?.blockType ? [sql<boolean>`b.parent_type = ${parent.blockType}`] : []),
    ...(origin?.blockType ? [sql<boolean>`b.origin_type = ${origin.blockType}`] : []),
    ...(applications ? [sql<boolean>`b.application = any(${applications}::text[])`] : []),
    ...(emails ? [hasPerson(emails)] : []),
    ...(statuses ? [sql<boolean>`${statusExpression} = any(${statuses}::text[])`] : []),
    ...flagConditions(filters),
    ...blockDateConditions(filters),
    ...(isDefault ? [belongsToViewer(viewer)] : []),
  ]
}

/** The conditions on what blocks `b` refer to. Each has an index. */
export function pointerConditions({
  threadIds,
  uris,
  parent,
  origin,
  originTagId,
}: BlockFilters): RawBuilder<boolean>[] {
  return [
    ...(threadIds ? [sql<boolean>`b.thread_id = any(${threadIds}::text[])`] : []),
    ...(uris ? [hasUri(uris)] : []),
    ...(parent?.id ? [sql<boolean>`b.parent_id = ${parent.id}`] : []),
    ...(origin?.id ? [sql<boolean>`b.origin_id = ${origin.id}`] : []),
    ...(originTagId === undefined ? [] : [sql<boolean>`b.origin_tag_id = ${originTagId}`]),
  ]
}

/**
 * Whether block `b` contains the words of a search; without words, none does. With a viewer, the tenant marker in the search
 * vector must match as well, so that the index, which all tenants share, returns only what the viewer may see.
 */
export function matchesText({ words, query }: TextQuery, viewer?: Viewer): RawBuilder<boolean> {
  if (words.length === 0) return sql`false`
  if (!viewer) return sql<boolean>`b.tsv @@ ${query}`
  const marker = `'${tenantMarker(viewer.tenantId)}'`
  // The parser may find no word; the marker alone would match everything.
  return sql<boolean>`b.tsv @@ (select case when numnode(query) > 0 then query && ${marker}::tsquery end
    from ${query} as words (query))`
}

/** The index is on the MD5 digest of the URI. */
function hasUri(uris: readonly string[]): RawBuilder<boolean> {
  const digests = sql.join([sql`null::text`, ...uris.map((uri) => sql`md5(${uri})`)])
  return sql`(b.uri = any(${uris}::text[]) and md5(b.uri) in (${digests}))`
}

function hasPerson(emails: readonly StringFilter[]): RawBuilder<boolean> {
  const patterns = emails.filter((filter) => !isWhole(filter)).map((filter) => stringCondition(sql`p.email`, filter))
  const whole = emails.filter(isWhole).map(({ eq }) => eq.toLowerCase())
  const matches = anyOf([
    ...(whole.length > 0 ? [sql<boolean>`lower(p.email) = any(${whole}::text[])`] : []),
    ...patterns,
  ])
  return sql`exists (select from unnest(b.people) as p (email) where ${matches})`
}

const FLAGS = ['snoozed', 'template', 'proposed', 'generated'] as const

function flagConditions(filters: BlockFilters): RawBuilder<boolean>[] {
  return FLAGS.flatMap((flag) => {
    const value = filters[flag]
    return value === undefined ? [] : [sql<boolean>`b.${sql.raw(flag)} = ${value}`]
  })
}

const ANY_DATE = ['date_associated', 'date_start', 'date_due', 'date_created'].map((name) => sql.raw(`b.${name}`))

function blockDateConditions({ dates = {} }: BlockFilters): RawBuilder<boolean>[] {
  const { created, due, any } = dates
  return [
    ...(created ? [inRange(sql`b.date_created`, created)] : []),
    ...(due ? [inRange(sql`b.date_due`, due)] : []),
    ...(any ? [anyOf(ANY_DATE.map((column) => inRange(column, any)))] : []),
  ]
}

/** Whether the viewer created block `b`, or it is linked to one of their favorite tags. */
function belongsToViewer({ tenantId }: Viewer): RawBuilder<boolean> {
  const address = sql`(select email from tenants where tenant_id = ${tenantId})`
  return sql`(b.creator_id = ${tenantId} or b.creator_email = ${address} or exists (select from sharing l
    join tags t on t.tenant_id = l.tenant_id and t.tag_id = l.tag_id and t.favorite and not t.archived
    where l.tenant_id = ${tenantId} and l.block_id = v.block_id offset 0))`
}

/** The conditions of a task scope on tasks `b` with visible links `v`. */
export function taskConditions({ tenantId }: Viewer, tasks: TaskScope | undefined): RawBuilder<boolean>[] {
  if (!tasks) return []
  const { pressing, untidy } = tasks
  const isDueBefore = (time: number) => sql<boolean>`b.date_due < ${time}`
  return [
    // A task that a sync brought without its author belongs to the person whose connection it came through.
    sql`(v.assigned or (b.creator_id = ${tenantId} or b.creator_id is null and b.tenant_id = ${tenantId})
      and not exists (select from sharing l where l.tenant_id = ${tenantId} and l.block_id = v.block_id and l.assigned))`,
    ...(pressing ? [anyOf([isDueBefore(pressing.dueBefore), sql`b.priority`])] : []),
    ...(untidy ? [anyOf([isDueBefore(untidy.dueBefore), sql`b.date_due is null`, sql`b.proposed`])] : []),
  ]
}
