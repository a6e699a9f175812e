import { type RawBuilder, sql } from 'kysely'
import { toSearchText, toSearchTitle } from './text-normalization.ts'

/**
 * The lexeme in `blocks.tsv` that marks a tenant who may see the block. A search requires the viewer's marker in addition
 * to its words, so that it reads only the viewer's entries of an index that all tenants share. No word starts with `=`.
 */
export function tenantMarker(tenantId: string): string {
  return `=${tenantId}`
}

/** The search vector of a new block: its words and the marker of the tenant who owns it. */
export function searchVector(
  tenantId: string,
  { title, texts }: { title: string | null | undefined; texts: readonly (string | null | undefined)[] },
): RawBuilder<string> {
  const body = toSearchText(texts.map((text) => text ?? undefined))
  return sql<string>`setweight(to_tsvector('simple', ${toSearchTitle(title ?? '')}), 'A')
    || setweight(to_tsvector('simple', ${body}), 'B') || array_to_tsvector(array[${tenantMarker(tenantId)}::text])`
}

/**
 * The tenant markers of a row that is being rewritten: words have positions, markers have none. They are read from the
 * row and not from the sharing rows, so that a recipient added by a concurrent transaction keeps its marker.
 */
export const existingMarkers = sql<string>`array_to_tsvector(array(
  select word.lexeme from unnest(blocks.tsv) as word where word.positions is null
))`

/**
 * The search vector of an upserted row: that of the new row, and the markers of the recipients. Few rows have any, and only
 * theirs are taken apart. Without parameters, because Citus cannot pass those of a conflict clause on (decision 068).
 */
export const upsertedVector = sql<string>`
  case when ts_delete(blocks.tsv, '=' || excluded.tenant_id::text) @@ '''='':*'::tsquery
    then excluded.tsv || ${existingMarkers} else excluded.tsv end`
