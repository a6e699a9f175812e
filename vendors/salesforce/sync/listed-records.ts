import { toChunks } from '../api/chunks.ts'
import type { ObjectField, ObjectType } from '../api/describe.ts'
import { prefixOf, toId } from '../api/ids.ts'
import { isUnknownField, type Org } from '../api/org.ts'
import type { Row } from '../api/pages.ts'
import { readParts } from '../api/partial-results.ts'
import { MOST_IDS, readRecords } from '../api/records.ts'

/** Rows by their id of 18 characters, and a warning for each listed id that brought none. */
export interface ListedRows {
  rows: Map<string, Row>
  warnings: string[]
}

/** Reads the records with the listed ids, in few calls however many they are. */
export async function readListed(
  org: Org,
  type: ObjectType,
  fields: readonly ObjectField[],
  externalIds: readonly string[],
): Promise<ListedRows> {
  const { ids, strange } = readIds(type, externalIds)
  const { results, warnings } = await readParts(
    toChunks(ids, MOST_IDS),
    (chunk) => `${type.label} ${chunk.join(', ')}`,
    async (chunk) => {
      const rows = await readRecords(org.client, type, fields, chunk)
      return { rows, missing: chunk.filter((id) => !rows.has(id)) }
    },
    isUnknownField,
  )
  const missing = results.flatMap((result) => result.missing)
  return {
    rows: new Map(results.flatMap(({ rows }) => [...rows])),
    warnings: [
      ...naming(`${type.label}: these are no ids of this kind of record:`, strange),
      ...naming(`${type.label}: deleted, or hidden from this user:`, missing),
      ...warnings,
    ],
  }
}

/** Ids in one spelling and once each, and the texts that can be no id of this object. */
function readIds({ keyPrefix }: ObjectType, texts: readonly string[]): { ids: string[]; strange: string[] } {
  const ids = new Set<string>()
  const strange: string[] = []
  for (const text of texts) {
    const id = toId(text)
    if (id && (keyPrefix === '' || prefixOf(id) === keyPrefix)) ids.add(id)
    else strange.push(text)
  }
  return { ids: [...ids], strange }
}

function naming(words: string, named: readonly string[]): string[] {
  return named.length > 0 ? [`${words} ${named.join(', ')}.`] : []
}
