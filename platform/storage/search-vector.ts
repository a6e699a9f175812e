import { type RawBuilder, sql } from 'kysely'
import { toSearchText, toSearchTitle } from './text-normalization.ts'

/**
 * What stands in `blocks.tsv` for a tenant who sees the block. A search asks for its own mark beside the words, so it
 * meets only what its viewer sees in an index that all tenants share. No word begins with the sign.
 */
export function tenantMarker(tenantId: string): string {
  return `=${tenantId}`
}

/** The words of a new block, and the mark of the tenant it belongs to. */
export function searchVector(
  tenantId: string,
  { title, texts }: { title: string | null | undefined; texts: readonly (string | null | undefined)[] },
): RawBuilder<string> {
  const body = toSearchText(texts.map((text) => text ?? undefined))
  return sql<string>`setweight(to_tsvector('simple', ${toSearchTitle(title ?? '')}), 'A')
    || setweight(to_tsvector('simple', ${body}), 'B') || array_to_tsvector(array[${tenantMarker(tenantId)}::text])`
}

/**
 * The marks of a row that is being rewritten, to be kept: words have places in a text, marks have none. Read from the row
 * itself and not from the links, so that whoever is given the block at the same time stays marked.
 */
export const existingMarkers = sql<string>`array_to_tsvector(array(
  select word.lexeme from unnest(blocks.tsv) as word where word.positions is null
))`
