import { Text } from '@mantine/core'
import { useCallback } from 'react'
import { Link } from 'react-router'
import type { RowFieldsFragment } from '../../../documents.ts'
import { CellEditor } from '../editing/cell-editor.tsx'
import { type CellEdit, keyOf } from '../editing/edits.ts'
import type { RecordEditing } from '../editing/use-edits.ts'
import type { TargetTable } from '../records/references.ts'
import type { LoadedRecords } from '../records/use-records.ts'
import { useReferences } from '../records/use-references.ts'
import type { Column } from '../values/column.ts'
import { enterValue, toEditable } from '../values/enter-value.ts'
import { reasoningOf, storedValue } from '../values/row-values.ts'
import { showValue } from '../values/show-value.ts'
import { nextSort, type TableView } from '../view/table-view.ts'
import type { ChangeView } from '../view/use-table-view.ts'
import { CellStatus } from './cell-status.tsx'
import { CellValue, linkOf } from './cell-value.tsx'
import { DataGrid } from './data-grid.tsx'
import type { CellState, EditorProps, Entry } from './props.ts'

interface RecordGridProps {
  label: string
  records: LoadedRecords
  visible: readonly Column[]
  view: TableView
  changeView: ChangeView
  editing: RecordEditing
  /** Changes are collected instead of being written at once. */
  collects: boolean
  /** The tables that reference columns refer to. */
  targets: ReadonlyMap<string, TargetTable>
  onOpen: (row: RowFieldsFragment) => void
}

type Row = RowFieldsFragment

/** The records of a table in a grid, in which they are edited. */
export function RecordGrid(props: RecordGridProps) {
  const { label, records, visible, view, changeView, editing, collects, targets, onOpen } = props
  const { edits, enter } = editing
  const references = useReferences(records.current, targets)

  const editOf = useCallback(
    (row: Row, column: Column): CellEdit | undefined => edits.get(keyOf({ recordId: row._id, field: column.name })),
    [edits],
  )
  const textOf = useCallback(
    (row: Row, column: Column): string => {
      const edit = editOf(row, column)
      return edit && edit.status !== 'saved' ? edit.value : storedValue(row, column.name)
    },
    [editOf],
  )
  const referencedBy = useCallback(
    (column: Column, value: string) => {
      const target = targets.get(column.name)
      return target && value !== '' ? references(target._id, value) : undefined
    },
    [targets, references],
  )
  const stateOf = useCallback(
    (row: Row, column: Column): CellState => {
      const edit = editOf(row, column)
      const readOnly = column.readOnly ?? (row.operations.update ? undefined : 'You may not change this record.')
      return {
        ...(edit ? { status: edit.status } : {}),
        ...(edit?.message === undefined ? {} : { message: edit.message }),
        ...(readOnly === undefined ? {} : { readOnly }),
      }
    },
    [editOf],
  )
  const renderCell = useCallback(
    (row: Row, column: Column) => {
      const value = textOf(row, column)
      const reasoning = reasoningOf(row, column.name)
      return <CellValue {...{ column, value, reasoning }} referenced={referencedBy(column, value)} />
    },
    [textOf, referencedBy],
  )
  const onEnter = useCallback(
    (entries: readonly Entry<Row>[]) => {
      const changes = entries.flatMap(({ row, column, text }) => {
        const entered = enterValue(column, text)
        const change = { recordId: row._id, field: column.name }
        if ('problem' in entered) return [{ ...change, value: text, problem: entered.problem }]
        const isSame = entered.value === storedValue(row, column.name) && !editOf(row, column)
        return isSame ? [] : [{ ...change, value: entered.value }]
      })
      if (changes.length > 0) enter(changes, !collects)
    },
    [editOf, enter, collects],
  )
  const renderEditor = ({ row, column, typed, onDone }: EditorProps<Row>) => (
    <CellEditor
      column={column}
      initial={toEditable(column, textOf(row, column))}
      typed={typed}
      target={targets.get(column.name)}
      onDone={(text, direction) => onDone(text, direction)}
      onLost={(value) => enter([{ recordId: row._id, field: column.name, value }], false)}
    />
  )
  const open = (row: Row, column?: Column) => {
    const value = column ? textOf(row, column) : ''
    const href = column && linkOf(column, value)
    const referenced = column && referencedBy(column, value)
    if (href) window.open(href, '_blank', 'noopener,noreferrer')
    else if (referenced) onOpen({ ...row, _id: referenced._id })
    else if (!column) onOpen(row)
  }

  return (
    <DataGrid<Row>
      label={label}
      titleLabel="Record"
      columns={visible}
      rowCount={records.rows}
      isCountExact={records.isExact}
      rowAt={records.rowAt}
      keyOf={keyOfRow}
      renderTitle={renderTitle}
      renderCell={renderCell}
      stateOf={stateOf}
      textOf={textOf}
      onOpen={open}
      sort={view.sort}
      onSort={(field) => changeView({ sort: nextSort(view.sort, field) })}
      onVisible={records.onVisible}
      renderEditor={renderEditor}
      onEnter={onEnter}
      renderStatus={(row, column) => (
        <CellStatus
          column={column}
          state={column ? stateOf(row, column) : {}}
          value={
            column ? (referencedBy(column, textOf(row, column))?.title ?? fullText(column, textOf(row, column))) : ''
          }
          reasoning={column && reasoningOf(row, column.name)}
        />
      )}
      resetKey={records.key}
    />
  )
}

function keyOfRow({ _id }: Row): string {
  return _id
}

function renderTitle({ _id, title }: Row) {
  return (
    <Link to={`/blocks/${_id}`} tabIndex={-1} style={{ color: 'inherit', textDecoration: 'none', overflow: 'hidden' }}>
      <Text span inherit truncate="end" display="block">
        {title || 'Untitled'}
      </Text>
    </Link>
  )
}

function fullText(column: Column, value: string): string {
  return column.kind === 'longText' ? value : showValue(column, value)
}
