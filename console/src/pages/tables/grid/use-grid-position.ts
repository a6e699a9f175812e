import { useCallback, useRef, useState } from 'react'
import { type Position, type Range, rangeOf } from './keys.ts'

export interface GridPosition {
  active: Position
  selection: Range
  hasSelection: boolean
  /** Moves there; with `extend`, the cells between are selected. The cell takes the focus unless `focus` is false. */
  goTo: (position: Position, options?: { extend?: boolean; focus?: boolean }) => void
  /** True once after a move that takes the focus. */
  takeFocus: () => boolean
}

/** The active cell of a grid, and the selection that began at another one. */
export function useGridPosition(size: { rows: number; columns: number }): GridPosition {
  const [state, setState] = useState({ active: { row: 1, column: 0 }, anchor: { row: 1, column: 0 } })
  const focusRequest = useRef(false)
  const goTo = useCallback((active: Position, { extend = false, focus = true } = {}) => {
    focusRequest.current = focus
    setState((previous) => ({ active, anchor: extend ? previous.anchor : active }))
  }, [])
  const takeFocus = useCallback(() => {
    const isRequested = focusRequest.current
    focusRequest.current = false
    return isRequested
  }, [])
  // Rows and columns may have gone since.
  const within = ({ row, column }: Position): Position => ({
    row: Math.max(0, Math.min(row, size.rows - 1)),
    column: Math.max(0, Math.min(column, size.columns - 1)),
  })
  const active = within(state.active)
  const selection = rangeOf(within(state.anchor), active)
  const hasSelection = selection.top !== selection.bottom || selection.left !== selection.right
  return { active, selection, hasSelection, goTo, takeFocus }
}
