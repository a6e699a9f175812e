import { toChunks } from '../api/chunks.ts'
import { toId, toKeyPrefix } from '../api/ids.ts'
import type { ObjectField, ObjectType } from '../api/object-type.ts'
import { isUnknownField, type Org } from '../api/org.ts'
import type { Row } from '../api/pages.ts'
import { collectResults, concernsItem } from '../api/partial-results.ts'
import { fetchRecords, MAX_IDS } from '../api/records.ts'

/** Rows by their id (18 characters), and warnings that name the listed ids without a row. */
export interface ListedRecords {
  rows: Map<string, Row>
  warnings: string[]
}

/**
 * Fetches the records with the listed ids in as few API calls as possible. Throws errors that concern the whole object.
 */
export async function fetchListed(
  org: Org,
  type: ObjectType,
  fields: readonly ObjectField[],
  externalIds: readonly string[],
): Promise<ListedRecords> {
  const { ids, invalid } = toIds(type, externalIds)
  const { results, warnings } = await collectResults(
    toChunks(ids, MAX_IDS),
    (chunk) => `${type.label} ${chunk.join(', ')}`,
    async (chunk) => {
      const rows = await fetchRecords(org.client, type, fields, chunk)
      return { rows, missing: chunk.filter((id) => !rows.has(id)) }
    },
    (error) => isUnknownField(error) || concernsItem(error),
  )
  const missing = results.flatMap((result) => result.missing)
  return {
    rows: new Map(results.flatMap(({ rows }) => [...rows])),
    warnings: [
      ...toIdWarnings(`${type.label}: these are not ids of such records:`, invalid),
      ...toIdWarnings(`${type.label}: deleted, or hidden from this user:`, missing),
      ...warnings,
    ],
  }
}

/** Splits texts into the distinct ids of this object, with 18 characters, and texts that are not such ids. */
function toIds({ keyPrefix }: ObjectType, texts: readonly string[]): { ids: string[]; invalid: string[] } {
  const ids = new Set<string>()
  const invalid: string[] = []
  for (const text of texts) {
    const id = toId(text)
    if (id && (keyPrefix === '' || toKeyPrefix(id) === keyPrefix)) ids.add(id)
    else invalid.push(text)
  }
  return { ids: [...ids], invalid }
}

function toIdWarnings(message: string, ids: readonly string[]): string[] {
  return ids.length > 0 ? [`${message} ${ids.join(', ')}.`] : []
}
