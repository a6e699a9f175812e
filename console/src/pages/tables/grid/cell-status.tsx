import { Text } from '@mantine/core'
import type { Column } from '../values/column.ts'
import type { CellState } from './props.ts'

interface CellStatusProps {
  column: Column | undefined
  state: CellState
  /** As it is read, in full. */
  value: string
  reasoning?: string | null | undefined
}

/** One line about the active cell: its whole value, why it cannot be changed, why it was refused. */
export function CellStatus({ column, state, value, reasoning }: CellStatusProps) {
  if (!column) return <Hint>Enter opens the record.</Hint>
  return (
    <Text size="xs" c="dimmed" mt={4} lineClamp={4} style={{ overflowWrap: 'anywhere' }} aria-live="polite">
      <b>{column.label}</b>
      {value !== '' && `: ${value}`}
      {reasoning && ` · Why: ${reasoning}`}
      {state.message !== undefined && (
        <Text span inherit c="red">
          {' '}
          · {state.message}
        </Text>
      )}
      {state.readOnly !== undefined ? ` · Read-only. ${state.readOnly}` : ' · Enter edits, Escape leaves.'}
    </Text>
  )
}

function Hint({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {children}
    </Text>
  )
}
