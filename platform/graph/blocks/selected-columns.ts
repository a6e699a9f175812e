import type { RawBuilder } from 'kysely'
import {
  type BlockColumn,
  type BlockRow,
  blockColumns,
  selectBlockColumns,
} from '../../storage/graph/access/visibility.ts'
import { type FieldNeeds, withNeeds } from '../field-needs.ts'
import { cacheBySelection, selectedColumnNames } from '../selection.ts'

/** Annotates a field of a block: see `withNeeds`. */
export function needs<Child = unknown>(
  fieldNeeds: Omit<FieldNeeds<BlockRow, Child>, 'columns'> & { columns: readonly BlockColumn[] },
) {
  return withNeeds<BlockRow, Child>(fieldNeeds)
}

/**
 * The columns that the resolvers of the selected fields read from the blocks that a field returns: all, if one of them does
 * not say what it reads. The other members of the rows are undefined, but for `archived`.
 */
export const selectedColumns = cacheBySelection((info): RawBuilder<BlockRow> => {
  const names = selectedColumnNames(info)
  return names ? selectBlockColumns([...(names as BlockColumn[]), 'archived']) : blockColumns
})
