import { toChunks } from '../api/chunks.ts'
import type { ObjectField, ObjectType } from '../api/describe.ts'
import { toId, toKeyPrefix } from '../api/ids.ts'
import { isUnknownField, type Org } from '../api/org.ts'
import type { Row } from '../api/pages.ts'
import { collectResults } from '../api/partial-results.ts'
import { fetchRecords, MAX_IDS } from '../api/records.ts'

/** Rows by their id of 18 characters, and a warning for each listed id that brought none. */
export interface ListedRecords {
  rows: Map<string, Row>
  warnings: string[]
}

/** Reads the records with the listed ids, in few calls however many they are. */
export async function fetchListed(
  org: Org,
  type: ObjectType,
  fields: readonly ObjectField[],
  externalIds: readonly string[],
): Promise<ListedRecords> {
  const { ids, strange } = toIds(type, externalIds)
  const { results, warnings } = await collectResults(
    toChunks(ids, MAX_IDS),
    (chunk) => `${type.label} ${chunk.join(', ')}`,
    async (chunk) => {
      const rows = await fetchRecords(org.client, type, fields, chunk)
      return { rows, missing: chunk.filter((id) => !rows.has(id)) }
    },
    isUnknownField,
  )
  const missing = results.flatMap((result) => result.missing)
  return {
    rows: new Map(results.flatMap(({ rows }) => [...rows])),
    warnings: [
      ...toIdWarnings(`${type.label}: these are no ids of this kind of record:`, strange),
      ...toIdWarnings(`${type.label}: deleted, or hidden from this user:`, missing),
      ...warnings,
    ],
  }
}

/** Ids in one spelling and once each, and the texts that can be no id of this object. */
function toIds({ keyPrefix }: ObjectType, texts: readonly string[]): { ids: string[]; strange: string[] } {
  const ids = new Set<string>()
  const strange: string[] = []
  for (const text of texts) {
    const id = toId(text)
    if (id && (keyPrefix === '' || toKeyPrefix(id) === keyPrefix)) ids.add(id)
    else strange.push(text)
  }
  return { ids: [...ids], strange }
}

function toIdWarnings(words: string, named: readonly string[]): string[] {
  return named.length > 0 ? [`${words} ${named.join(', ')}.`] : []
}
