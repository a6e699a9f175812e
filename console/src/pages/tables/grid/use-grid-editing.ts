import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import type { Column } from '../values/column.ts'
import { fromClipboardText, toClipboardText } from './clipboard.ts'
import { isTyped, move, type Position } from './keys.ts'
import type { DataGridProps, Direction, Entry } from './props.ts'
import type { GridPosition } from './use-grid-position.ts'

interface Edited {
  /** Of the row, which may be elsewhere when the list has changed. */
  key: string
  /** The name of the column. */
  column: string
  typed?: string
}

interface Around {
  position: GridPosition
  pageRows: number
  /** Gives the focus back to the active cell. */
  focusCell: () => void
}

const STEPS: Readonly<Record<Exclude<Direction, 'stay' | 'none'>, Position>> = {
  down: { row: 1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
}

/** What keys, clicks and the clipboard do in a grid. */
export function useGridEditing<Row>(props: DataGridProps<Row>, { position, pageRows, focusCell }: Around) {
  const { columns, rowCount, rowAt, keyOf, stateOf, textOf, onOpen, onSort, onEnter } = props
  const { active, selection, goTo } = position
  const [edited, setEdited] = useState<Edited>()
  const [notice, setNotice] = useState('')
  const rowOf = (index: number) => (index > 0 ? rowAt(index - 1) : undefined)
  const columnOf = (index: number): Column | undefined => columns[index - 1]

  /** The loaded cells of the selection that a column has, or all of it. */
  const selected = (): { row: Row; column: Column }[] => {
    const found: { row: Row; column: Column }[] = []
    for (let index = Math.max(1, selection.top); index <= selection.bottom; index++) {
      const row = rowOf(index)
      for (let at = selection.left; at <= selection.right && row; at++) {
        const column = columnOf(at)
        if (column) found.push({ row, column })
      }
    }
    return found
  }

  const enterAll = (entries: readonly Entry<Row>[]) => {
    const writable = entries.filter(({ row, column }) => stateOf(row, column).readOnly === undefined)
    const [refused] = entries.filter((entry) => !writable.includes(entry))
    if (refused) setNotice(stateOf(refused.row, refused.column).readOnly ?? '')
    if (writable.length > 0) onEnter?.(writable)
  }

  const begin = (typed?: string) => {
    const [row, column] = [rowOf(active.row), columnOf(active.column)]
    if (row === undefined) return
    if (!column) return onOpen?.(row)
    const { readOnly } = stateOf(row, column)
    if (readOnly !== undefined || !onEnter) {
      setNotice(readOnly ?? '')
      if (typed === undefined) onOpen?.(row, column)
      return
    }
    setEdited({ key: keyOf(row), column: column.name, ...(typed === undefined ? {} : { typed }) })
  }

  const finish = (row: Row, column: Column, text: string | undefined, direction: Direction) => {
    setEdited(undefined)
    if (text !== undefined) {
      const others = selection.top === selection.bottom ? [] : selected().filter((cell) => cell.column === column)
      const cells = others.some((cell) => keyOf(cell.row) === keyOf(row)) ? others : [{ row, column }]
      enterAll(cells.map((cell) => ({ ...cell, text })))
    }
    if (direction === 'none') return
    if (direction === 'stay') return focusCell()
    const step = STEPS[direction]
    goTo({
      row: Math.min(rowCount, active.row + step.row),
      column: Math.max(0, Math.min(columns.length, active.column + step.column)),
    })
  }

  const renderEditor = (row: Row, column: Column): ReactNode =>
    props.renderEditor?.({
      row,
      column,
      ...(edited?.typed === undefined ? {} : { typed: edited.typed }),
      onDone: (text, direction) => finish(row, column, text, direction),
    })

  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditor(event.target) || event.defaultPrevented) return
    const press = { key: event.key, ctrlKey: event.ctrlKey, metaKey: event.metaKey, altKey: event.altKey }
    const next = move(active, press, { rows: rowCount + 1, columns: columns.length + 1, pageRows })
    const act = next ? () => goTo(next, { extend: event.shiftKey && active.row > 0 }) : actionOf(event)
    if (!act) return
    event.preventDefault()
    setNotice('')
    // The first column is always in sight, so moving to it says nothing about where to scroll.
    if (next?.column === 0) event.currentTarget.scrollTo({ left: 0 })
    act()
  }

  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const [row, column] = [rowOf(active.row), columnOf(active.column)]
    if (event.key === 'Enter' && active.row === 0) return column && onSort ? () => onSort(column.name) : undefined
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return () => row && onOpen?.(row, column)
    if (event.key === 'Enter' || event.key === 'F2') return () => begin()
    if (event.key === 'Delete' || event.key === 'Backspace') {
      return onEnter && (() => enterAll(selected().map((cell) => ({ ...cell, text: '' }))))
    }
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      return () => {
        goTo({ row: 1, column: 0 }, { focus: false })
        goTo({ row: rowCount, column: columns.length }, { extend: true })
      }
    }
    if (event.key === 'Escape' && position.hasSelection) return () => goTo(active)
    if (isTyped(event) && column && onEnter) return () => begin(event.key)
    return undefined
  }

  const onMouseDown = (event: MouseEvent) => {
    const target = positionOf(event.target)
    if (!target || isEditor(event.target) || target.row === 0) return
    const isAgain = target.row === active.row && target.column === active.column
    // Neither selects text nor moves the focus to a link within the cell.
    if (event.shiftKey || (event.target as Element).closest('a')) event.preventDefault()
    goTo(target, { extend: event.shiftKey })
    if (!isAgain) setNotice('')
  }

  const onClick = (event: MouseEvent) => {
    const target = positionOf(event.target)
    if (target?.row !== 0) return
    goTo(target)
    const column = columnOf(target.column)
    if (column) onSort?.(column.name)
  }

  const onDoubleClick = (event: MouseEvent) => {
    const target = positionOf(event.target)
    if (target && target.row > 0 && target.column > 0 && !isEditor(event.target)) begin()
  }

  const onCopy = (event: ClipboardEvent) => {
    if (isEditor(event.target)) return
    const cells = selected()
    if (cells.length === 0) return
    const byRow = Map.groupBy(cells, ({ row }) => keyOf(row))
    const texts = [...byRow.values()].map((ofRow) => ofRow.map(({ row, column }) => textOf(row, column)))
    event.preventDefault()
    event.clipboardData.setData('text/plain', toClipboardText(texts))
  }

  const onPaste = (event: ClipboardEvent) => {
    if (isEditor(event.target) || !onEnter) return
    event.preventDefault()
    const texts = fromClipboardText(event.clipboardData.getData('text/plain'))
    const [[only] = []] = texts
    const isFill = texts.length === 1 && texts[0]?.length === 1 && position.hasSelection
    if (isFill) return enterAll(selected().map((cell) => ({ ...cell, text: only ?? '' })))
    enterAll(
      texts.flatMap((line, down) =>
        line.flatMap((text, right) => {
          const [row, column] = [rowOf(selection.top + down), columnOf(selection.left + right)]
          return row !== undefined && column ? [{ row, column, text }] : []
        }),
      ),
    )
  }

  return { edited, notice, renderEditor, handlers: { onKeyDown, onMouseDown, onClick, onDoubleClick, onCopy, onPaste } }
}

function isEditor(target: EventTarget): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/** The cell that an element is in. */
function positionOf(target: EventTarget): Position | undefined {
  const cell = (target as Element).closest<HTMLElement>('[data-cell]')?.dataset.cell
  const [row, column] = (cell ?? '').split(':').map(Number)
  return row === undefined || column === undefined || Number.isNaN(column) ? undefined : { row, column }
}
