import type { Table, TableRecord } from '../../../../src/contract/index.ts'
import { canonicalHash } from '../reconcile.ts'
import type { NewBlock } from './new-block.ts'

/** The column in which a row of insight names its tag. */
export const TAG_COLUMN = 'tagExternalId'

/** Where a table comes from. What a table is, only `metadata` says in full; the others just name it. */
export type TableSource = 'metadata' | 'table' | 'insight'

/**
 * A table, and its rows as parts of it. A row's id is its own within the table only. Insight has tables of its own:
 * the same vendor object stands there with other columns, and would change back and forth.
 */
export function fromTable(table: Table, source: TableSource): NewBlock[] {
  const { externalId, metadata, uri } = table
  const key = source === 'insight' ? `insight.${externalId}` : externalId
  const block: NewBlock = {
    key,
    kind: 'table',
    hash: canonicalHash({ metadata, uri }),
    ...(source === 'metadata' ? {} : { insertOnly: true as const }),
    externalId,
    title: metadata.label,
    uri,
    detail: { metadata, ...(source === 'insight' ? { insight: true } : {}) },
    search: [metadata.metadataType],
    people: [],
  }
  return [block, ...(table.records ?? []).filter(hasId).map((record) => fromRecord(record, table, key))]
}

export function hasId(record: TableRecord): record is TableRecord & { externalId: string } {
  return Boolean(record.externalId)
}

/** A row as part of the table of that key. */
export function fromRecord(
  record: TableRecord & { externalId: string },
  table: Pick<Table, 'metadata'>,
  tableKey: string,
): NewBlock {
  const { externalId, values } = record
  const tag = values.find(({ name }) => name === TAG_COLUMN)?.value
  const cells = values.filter(({ name }) => name !== TAG_COLUMN)
  return {
    key: `${tableKey}.${externalId}`,
    kind: 'record',
    hash: canonicalHash(values),
    externalId,
    parentKey: tableKey,
    title: titleOf(record),
    detail: { metadataType: table.metadata.metadataType, values: cells, tagExternalId: tag },
    search: cells.map(({ value }) => value),
    people: [],
    ...(tag ? { tagExternalId: tag } : {}),
  }
}

const TITLES = ['name', 'title', 'subject', 'label']

/** The value that names a row, else the first there is. */
function titleOf({ values }: TableRecord): string {
  const named = TITLES.map((title) => values.find(({ name, value }) => name.toLowerCase() === title && value))
  return (named.find((value) => value) ?? values.find(({ value }) => value))?.value ?? ''
}
