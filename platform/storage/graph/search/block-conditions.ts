import { type RawBuilder, sql } from 'kysely'
import { tenantMarker } from '../../search-vector.ts'
import type { Viewer } from '../access/visibility.ts'
import { anyOf, stringCondition } from './conditions.ts'
import { inRange } from './date-conditions.ts'
import type { BlockFilters, StringFilter } from './filters.ts'
import { statusExpression } from './order.ts'

/** What only the block's row `b` tells and no index finds. */
export function blockConditions(viewer: Viewer, filters: BlockFilters): RawBuilder<boolean>[] {
  const { emails, statuses, parent, origin, isDefault } = filters
  return [
    ...(parent?.blockType ? [sql<boolean>`b.parent_type = ${parent.blockType}`] : []),
    ...(origin?.blockType ? [sql<boolean>`b.origin_type = ${origin.blockType}`] : []),
    ...(emails ? [hasPerson(emails)] : []),
    ...(statuses ? [sql<boolean>`${statusExpression} = any(${statuses}::text[])`] : []),
    ...flagConditions(filters),
    ...blockDateConditions(filters),
    ...(isDefault ? [belongsToViewer(viewer)] : []),
  ]
}

/** What blocks `b` point at; there is an index of each. */
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
 * All the words stand in `b`; with a viewer also their mark, which keeps an index that all tenants share from reading what
 * the viewer cannot see.
 */
export function matchesText(words: string, viewer?: Viewer): RawBuilder<boolean> {
  if (words === '') return sql`false`
  const marked = viewer ? sql` && ${`'${tenantMarker(viewer.tenantId)}'`}::tsquery` : sql``
  return sql<boolean>`b.tsv @@ (${words}::tsquery${marked})`
}

/** The index holds the digest of an address. */
function hasUri(uris: readonly string[]): RawBuilder<boolean> {
  const digests = sql.join([sql`null::text`, ...uris.map((uri) => sql`md5(${uri})`)])
  return sql`(b.uri = any(${uris}::text[]) and md5(b.uri) in (${digests}))`
}

function hasPerson(emails: readonly StringFilter[]): RawBuilder<boolean> {
  const isMeant = anyOf(emails.map((filter) => stringCondition(sql`p.email`, filter)))
  return sql`exists (select from unnest(b.people) as p (email) where ${isMeant})`
}

const FLAGS = ['snoozed', 'template', 'proposed', 'generated'] as const

function flagConditions(filters: BlockFilters): RawBuilder<boolean>[] {
  return FLAGS.flatMap((flag) => {
    const wanted = filters[flag]
    return wanted === undefined ? [] : [sql<boolean>`b.${sql.raw(flag)} = ${wanted}`]
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

function belongsToViewer({ tenantId }: Viewer): RawBuilder<boolean> {
  return sql`(b.creator_id = ${tenantId} or exists (select from sharing l
    join tags t on t.tenant_id = l.tenant_id and t.tag_id = l.tag_id and t.favorite and not t.archived
    where l.tenant_id = ${tenantId} and l.block_id = v.block_id offset 0))`
}
