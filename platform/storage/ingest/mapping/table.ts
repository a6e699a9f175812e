import type { Table, TableRecord } from '../../../../src/contract/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { canonicalHash } from '../canonical-form.ts'
import type { NewBlock } from './new-block.ts'

/** The column of an insight record that holds the vendor's id of its tag. */
export const TAG_COLUMN = 'tagExternalId'

/** The sync that delivered a table. Only `metadata` describes tables in full; the others just identify them. */
export type TableSource = 'metadata' | 'table' | 'insight'

/**
 * Maps a table and its records, which become its children. The id of a record is unique only within its table. Insight
 * tables get keys of their own: they have the same vendor objects with other columns, and would overwrite those of the
 * `table` sync back and forth.
 */
export function fromTable(table: Table, source: TableSource): NewBlock[] {
  const { externalId, metadata, uri } = table
  const key = source === 'insight' ? `insight.${externalId}` : externalId
  const block: NewBlock = {
    key,
    kind: 'table',
    hash: canonicalHash({ metadata, uri }),
    ...omitUndefined({ insertOnly: source === 'metadata' ? undefined : (true as const) }),
    externalId,
    title: metadata.label,
    uri,
    detail: omitUndefined({ metadata, insight: source === 'insight' ? true : undefined }),
    search: [metadata.metadataType],
    people: [],
  }
  return [block, ...(table.records ?? []).filter(hasId).map((record) => fromRecord(record, table, key))]
}

export function hasId(record: TableRecord): record is TableRecord & { externalId: string } {
  return Boolean(record.externalId)
}

/** Maps a record of the table with key `tableKey`. */
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
    ...omitUndefined({ tagExternalId: tag || undefined }),
  }
}

const TITLE_FIELDS = ['name', 'title', 'subject', 'label']

/** The value of the first title field, else the first value that is not empty. */
function titleOf({ values }: TableRecord): string {
  const titles = TITLE_FIELDS.map((title) => values.find(({ name, value }) => name.toLowerCase() === title && value))
  return (titles.find((value) => value) ?? values.find(({ value }) => value))?.value ?? ''
}
