// biome-ignore-all lint/a11y/useSemanticElements: the cells of a table element cannot be placed freely
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a row have the focus
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPencil,
  IconQuestionMark,
  type TablerIcon,
} from '@tabler/icons-react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode } from 'react'
import type { Column } from '../values/column.ts'
import { isNumeric } from '../values/column.ts'
import classes from './grid.module.css'
import { isWithin, type Range } from './keys.ts'
import { ROW_HEIGHT } from './layout.ts'
import type { CellState } from './props.ts'

interface GridRowProps<Row> {
  row: Row | undefined
  /** In the grid, where 0 is the head. */
  index: number
  top: number
  width: number
  titleWidth: number
  columns: readonly Column[]
  items: readonly VirtualItem[]
  /** Of the active cell, if it is in this row. */
  activeColumn: number | undefined
  selection: Range | undefined
  /** The name of the column that is edited in this row. */
  edited: string | undefined
  /** Messages are above the cell, because there is no room below. */
  isLast: boolean
  renderTitle: (row: Row) => ReactNode
  renderCell: (row: Row, column: Column) => ReactNode
  stateOf: (row: Row, column: Column) => CellState
  editor: ((row: Row, column: Column) => ReactNode) | undefined
}

const MARKS: Readonly<Record<NonNullable<CellState['status']>, { icon: TablerIcon; label: string; color: string }>> = {
  draft: { icon: IconPencil, label: 'Not written yet', color: 'yellow' },
  writing: { icon: IconClock, label: 'Being written', color: 'blue' },
  saved: { icon: IconCheck, label: 'Saved', color: 'green' },
  refused: { icon: IconAlertTriangle, label: 'Refused', color: 'red' },
  unknown: { icon: IconQuestionMark, label: 'Not known whether it was saved', color: 'red' },
}

function GridRowContent<Row>(props: GridRowProps<Row>) {
  const { row, index, top, width, titleWidth, columns, items, activeColumn, selection } = props
  const { edited, isLast, renderTitle, renderCell, stateOf, editor } = props
  const isSelected = (column: number) => selection !== undefined && isWithin(selection, { row: index, column })
  return (
    <div role="row" aria-rowindex={index + 1} className={classes.row} style={{ top, width, height: ROW_HEIGHT }}>
      <div
        role="rowheader"
        aria-colindex={1}
        aria-busy={row === undefined || undefined}
        data-cell={`${index}:0`}
        tabIndex={activeColumn === 0 ? 0 : -1}
        className={`${classes.title} ${isSelected(0) ? classes.selected : ''}`}
        style={{ width: titleWidth }}
      >
        {row === undefined ? <span className={classes.placeholder} /> : renderTitle(row)}
      </div>
      {items.map(({ index: at, start, size }) => {
        const column = columns[at]
        if (!column) return null
        const position = { left: start, width: size }
        const { status, message, readOnly } = row === undefined ? {} : stateOf(row, column)
        const isActive = activeColumn === at + 1
        const isEdited = row !== undefined && edited === column.name && editor !== undefined
        const showsMessage = isActive && message !== undefined && !isEdited
        const mark = status && MARKS[status]
        const classNames = [
          classes.cell,
          isNumeric(column) && classes.numeric,
          readOnly !== undefined && classes.readOnly,
          isSelected(at + 1) && classes.selected,
          isEdited && classes.editing,
          showsMessage && classes.showsMessage,
        ]
        return (
          <div
            key={column.name}
            role="gridcell"
            aria-colindex={at + 2}
            aria-selected={isSelected(at + 1) || undefined}
            aria-readonly={readOnly !== undefined || undefined}
            aria-invalid={status === 'refused' || undefined}
            aria-busy={status === 'writing' || undefined}
            data-cell={`${index}:${at + 1}`}
            data-status={status}
            tabIndex={isActive ? 0 : -1}
            className={classNames.filter(Boolean).join(' ')}
            style={position}
          >
            {row === undefined ? (
              <span className={classes.placeholder} />
            ) : isEdited ? (
              editor(row, column)
            ) : (
              <span className={classes.text}>{renderCell(row, column)}</span>
            )}
            {mark && !isEdited && (
              <mark.icon
                size={14}
                role="img"
                aria-label={message === undefined ? mark.label : `${mark.label}: ${message}`}
                color={`var(--mantine-color-${mark.color}-6)`}
                className={classes.mark}
              />
            )}
            {showsMessage && (
              <span aria-hidden className={`${classes.message} ${isLast ? classes.above : classes.below}`}>
                {message}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** A row of a grid; it is only rendered again if something of it has changed. */
export const GridRow = memo(GridRowContent) as typeof GridRowContent
