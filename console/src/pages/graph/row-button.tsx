import { Text, UnstyledButton } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { KindSign } from '../../graph-picture/legend.tsx'
import type { NodeKind } from '../../graph-picture/model.ts'
import { formatNumber } from '../../text/numbers.ts'
import classes from './panel.module.css'

interface RowButtonProps {
  /** Of a node; links have none. */
  kind?: NodeKind
  label: string
  /** A second line. */
  detail?: ReactNode
  count?: number
  onClick: () => void
}

/** A node or a link in a list: its name, what it is, and a number. */
export function RowButton({ kind, label, detail, count, onClick }: RowButtonProps) {
  return (
    <UnstyledButton className={classes.row} onClick={onClick}>
      {kind && <KindSign kind={kind} />}
      <span className={classes.main}>
        <Text span size="sm" display="block" truncate>
          {label}
        </Text>
        {detail && (
          <Text span size="xs" c="dimmed" display="block" truncate>
            {detail}
          </Text>
        )}
      </span>
      {count !== undefined && (
        <Text span size="xs" c="dimmed" className={classes.count}>
          {formatNumber(count)}
        </Text>
      )}
    </UnstyledButton>
  )
}

/** Moves the focus to the next or previous button of a list with the arrow keys. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index = buttons.indexOf(event.target as HTMLButtonElement)
  const next = buttons[index + step]
  if (index < 0 || !next) return
  event.preventDefault()
  next.focus()
}
