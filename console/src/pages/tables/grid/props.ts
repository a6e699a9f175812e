import type { ReactNode } from 'react'
import type { Column } from '../values/column.ts'
import type { Sort } from '../view/table-view.ts'

/** How a cell stands, apart from its content. */
export interface CellState {
  /** Shown as a mark in the cell and read out. */
  status?: 'draft' | 'writing' | 'saved' | 'refused' | 'unknown'
  /** Shown at the cell while it is active. */
  message?: string
  /** Why it cannot be edited. Absent: it can. */
  readOnly?: string
}

export interface EditorProps<Row> {
  row: Row
  column: Column
  /** The first character, if typing it began the editing. */
  typed?: string
  /** Ends the editing: with a text it is entered, otherwise everything stays as it was. */
  onDone: (text: string | undefined, direction: Direction) => void
}

/** Where the focus goes after an edit; `none` leaves it where the person has put it. */
export type Direction = 'down' | 'right' | 'left' | 'stay' | 'none'

export interface Entry<Row> {
  row: Row
  column: Column
  text: string
}

export interface DataGridProps<Row> {
  /** What the grid contains, for screen readers. */
  label: string
  titleLabel: string
  columns: readonly Column[]
  rowCount: number
  isCountExact: boolean
  /** The row at an index from 0; undefined while it is being loaded. */
  rowAt: (index: number) => Row | undefined
  keyOf: (row: Row) => string
  renderTitle: (row: Row) => ReactNode
  renderCell: (row: Row, column: Column) => ReactNode
  stateOf: (row: Row, column: Column) => CellState
  /** The stored text of a cell, for the clipboard. */
  textOf: (row: Row, column: Column) => string
  /** Enter on a title, and on a cell that cannot be edited. */
  onOpen?: (row: Row, column?: Column) => void
  sort?: Sort | undefined
  onSort?: (field: string) => void
  /** Called with the first and last visible row, from 0. */
  onVisible?: (first: number, last: number) => void
  renderEditor?: (props: EditorProps<Row>) => ReactNode
  onEnter?: (entries: readonly Entry<Row>[]) => void
  /** A line below the grid about the active cell. */
  renderStatus?: (row: Row, column: Column | undefined) => ReactNode
  /** Changes when other rows are shown; the grid then begins at the top. */
  resetKey?: string
}
