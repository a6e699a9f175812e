import { Box, VisuallyHidden } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Column } from '../values/column.ts'
import classes from './grid.module.css'
import { HeadRow } from './head-row.tsx'
import { HEAD_HEIGHT, ROW_HEIGHT, titleWidth, widthOf } from './layout.ts'
import type { DataGridProps } from './props.ts'
import { GridRow } from './row.tsx'
import { useGridEditing } from './use-grid-editing.ts'
import { useGridPosition } from './use-grid-position.ts'

const OVERSCAN = 6
/** The last rows of a long grid have their messages above them. */
const ROWS_WITHOUT_ROOM = 3

/**
 * A grid of any number of rows and columns, of which only the visible cells exist; the head and the first column stay in
 * sight. One cell is active and keeps the focus wherever one scrolls: arrow keys, Home, End and Page keys move, Enter or
 * typing edits, Shift selects, and the clipboard works as in a spreadsheet.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, titleLabel, columns, rowCount, isCountExact, rowAt, keyOf, renderTitle, renderCell, stateOf } = props
  const { sort, onSort, onVisible, renderEditor, renderStatus, resetKey } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measure, width: gridWidth, height } = useElementSize<HTMLDivElement>()
  const firstWidth = titleWidth(gridWidth)
  const position = useGridPosition({ rows: rowCount + 1, columns: columns.length + 1 })
  const { active, selection, hasSelection, takeFocus } = position

  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    // The active cell exists wherever one scrolls, so the focus is never lost.
    rangeExtractor: useRangeWith(active.row - 1, rowCount),
  })
  const cells = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widthAt(columns, index),
    getItemKey: (index) => columns[index]?.name ?? index,
    overscan: 2,
    paddingStart: firstWidth,
    scrollPaddingStart: firstWidth,
    rangeExtractor: useRangeWith(active.column - 1, columns.length),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other widths
  useEffect(() => cells.measure(), [columns, firstWidth, cells])

  const rowItems = rows.getVirtualItems()
  const first = rows.range?.startIndex ?? 0
  const last = rows.range?.endIndex ?? 0
  useEffect(() => onVisible?.(first, last), [onVisible, first, last])
  const isNew = useRef(resetKey)
  useEffect(() => {
    if (isNew.current === resetKey) return
    isNew.current = resetKey
    scroller.current?.scrollTo({ top: 0 })
  }, [resetKey])

  const focusCell = useCallback(() => {
    scroller.current
      ?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`)
      ?.focus({ preventScroll: true })
  }, [active.row, active.column])
  useLayoutEffect(() => {
    if (!takeFocus()) return
    if (active.row > 0) rows.scrollToIndex(active.row - 1)
    if (active.column > 0) cells.scrollToIndex(active.column - 1)
    focusCell()
  })

  const editing = useGridEditing(props, {
    position,
    pageRows: Math.max(1, Math.floor((height - HEAD_HEIGHT) / ROW_HEIGHT) - 1),
    focusCell,
  })
  const width = cells.getTotalSize()
  const items = cells.getVirtualItems()
  const activeRow = active.row > 0 ? rowAt(active.row - 1) : undefined

  return (
    <div>
      <Box
        ref={useMergedRef(scroller, measure)}
        role="grid"
        aria-label={label}
        aria-rowcount={isCountExact ? rowCount + 1 : -1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        className={classes.grid}
        {...editing.handlers}
      >
        <div role="presentation" style={{ position: 'relative', height: rows.getTotalSize(), width }}>
          <HeadRow
            {...{ titleLabel, columns, items, width, sort }}
            titleWidth={firstWidth}
            activeColumn={active.row === 0 ? active.column : undefined}
            isSortable={onSort !== undefined}
          />
          {rowItems.map(({ index, start }) => {
            const row = rowAt(index)
            const isEdited = row !== undefined && editing.edited?.key === keyOf(row)
            return (
              <GridRow
                key={index}
                {...{ row, columns, items, width, renderTitle, renderCell, stateOf }}
                index={index + 1}
                top={start}
                titleWidth={firstWidth}
                activeColumn={active.row === index + 1 ? active.column : undefined}
                selection={
                  hasSelection && index + 1 >= selection.top && index + 1 <= selection.bottom ? selection : undefined
                }
                edited={isEdited ? editing.edited?.column : undefined}
                isLast={rowCount > ROWS_WITHOUT_ROOM && index >= rowCount - ROWS_WITHOUT_ROOM}
                editor={isEdited && renderEditor ? editing.renderEditor : undefined}
              />
            )
          })}
        </div>
      </Box>
      <VisuallyHidden aria-live="polite">{editing.notice}</VisuallyHidden>
      {renderStatus && activeRow !== undefined && renderStatus(activeRow, columns[active.column - 1])}
    </div>
  )
}

function widthAt(columns: readonly Column[], index: number): number {
  const column = columns[index]
  return column ? widthOf(column) : 0
}

/** The visible indexes and the active one; the same function while that is the same, or else all cells are rendered again. */
function useRangeWith(index: number, count: number) {
  return useCallback((range: Range) => withIndex(defaultRangeExtractor(range), index, count), [index, count])
}

/** Indexes in their order, with one more if it is within the list. */
function withIndex(indexes: number[], index: number, count: number): number[] {
  if (index < 0 || index >= count || indexes.includes(index)) return indexes
  return [...indexes, index].sort((left, right) => left - right)
}
