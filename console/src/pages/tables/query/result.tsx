import { Anchor, Text } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import type { ExecuteQueryQuery } from '../../../../../platform/client/index.ts'
import { countOf } from '../../../text/numbers.ts'
import { toSafeUrl } from '../../../text/urls.ts'
import { Empty } from '../../../ui/states.tsx'
import { CellValue } from '../grid/cell-value.tsx'
import { DataGrid } from '../grid/data-grid.tsx'
import type { Column } from '../values/column.ts'
import { storedValue } from '../values/row-values.ts'
import { filledFields, visibleColumns } from '../view/columns.ts'

type QueryResult = NonNullable<ExecuteQueryQuery['executeQuery']>
type Row = QueryResult['records'][number]

interface QueryResultProps {
  result: QueryResult
  columns: readonly Column[]
  limit: number
  /** Of the application. */
  name: string
}

/** The records that a query has found, which are not stored here. */
export function QueryResultGrid({ result, columns, limit, name }: QueryResultProps) {
  const { records, hasMore } = result
  const shown = useMemo(() => visibleColumns(columns, undefined, filledFields(records)), [columns, records])
  const rowAt = useCallback((index: number) => records[index], [records])
  if (records.length === 0) {
    return (
      <Empty icon={IconDatabaseOff} title={`Nothing in ${name} matches`}>
        Change or remove a condition, then run the query again.
      </Empty>
    )
  }
  return (
    <div>
      <Text size="sm" mb={6} role="status">
        {hasMore
          ? `The first ${countOf(records.length, 'record')}. There are more: raise the limit of ${limit}, or add a condition.`
          : `${countOf(records.length, 'record')}.`}
      </Text>
      <DataGrid<Row>
        label={`Records in ${name}`}
        titleLabel="Record"
        columns={shown}
        rowCount={records.length}
        isCountExact={!hasMore}
        rowAt={rowAt}
        keyOf={keyOfRow}
        renderTitle={renderTitle}
        renderCell={renderCell}
        stateOf={stateOf}
        textOf={textOf}
        onOpen={open}
      />
    </div>
  )
}

function keyOfRow({ externalId }: Row): string {
  return externalId
}

function renderTitle({ title, uri }: Row) {
  const safe = toSafeUrl(uri)
  const name = title || 'Untitled'
  if (safe === undefined) return name
  return (
    <Anchor
      href={safe}
      target="_blank"
      rel="noopener noreferrer nofollow"
      tabIndex={-1}
      inherit
      truncate="end"
      c="inherit"
    >
      {name}
    </Anchor>
  )
}

function textOf(row: Row, { name }: Column): string {
  return storedValue(row, name)
}

function renderCell(row: Row, column: Column) {
  return <CellValue column={column} value={textOf(row, column)} />
}

const READ_ONLY = { readOnly: 'Records that a query finds are changed in their table.' }

function stateOf() {
  return READ_ONLY
}

/** Enter on a title opens the record at the vendor. */
function open({ uri }: Row, column?: Column): void {
  const safe = toSafeUrl(uri)
  if (!column && safe) window.open(safe, '_blank', 'noopener,noreferrer')
}
