import { IconCheck, IconSparkles, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { toSafeUrl } from '../../../text/urls.ts'
import type { Referenced } from '../records/use-references.ts'
import type { Column } from '../values/column.ts'
import { showValue } from '../values/show-value.ts'

interface CellValueProps {
  column: Column
  value: string
  /** Why an AI chose the value. */
  reasoning?: string | null | undefined
  /** The record that the value refers to. */
  referenced?: Referenced | undefined
}

/** A value in a grid. Its links are for the mouse: the keyboard opens them from the cell. */
export function CellValue({ column, value, reasoning, referenced }: CellValueProps) {
  return (
    <>
      {reasoning && (
        <IconSparkles size={13} role="img" aria-label={`Chosen by an AI: ${reasoning}`} style={{ marginRight: 4 }} />
      )}
      <Content column={column} value={value} referenced={referenced} />
    </>
  )
}

function Content({ column, value, referenced }: Pick<CellValueProps, 'column' | 'value' | 'referenced'>) {
  const text = showValue(column, value)
  if (column.kind === 'boolean' && (value === 'true' || value === 'false')) {
    const Icon = value === 'true' ? IconCheck : IconX
    const color = value === 'true' ? 'var(--mantine-color-green-6)' : 'var(--mantine-color-dimmed)'
    return <Icon size={15} role="img" aria-label={text} color={color} />
  }
  if (referenced) {
    return (
      <Link to={`/blocks/${referenced._id}`} tabIndex={-1}>
        {referenced.title}
      </Link>
    )
  }
  const href = linkOf(column, value)
  if (href === undefined) return text
  return (
    <a
      href={href}
      tabIndex={-1}
      target={column.kind === 'url' ? '_blank' : undefined}
      rel="noopener noreferrer nofollow"
    >
      {text}
    </a>
  )
}

/** The address behind a value, if it is a safe one. */
export function linkOf({ kind }: Pick<Column, 'kind'>, value: string): string | undefined {
  if (value === '') return undefined
  if (kind === 'url')
    return toSafeUrl(value) ?? (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(value) ? toSafeUrl(`https://${value}`) : undefined)
  if (kind === 'email' && /^[^\s@?&]+@[^\s@?&]+$/.test(value)) return `mailto:${value}`
  if (kind === 'phone' && /^[+\d][\d\s()./-]+$/.test(value)) return `tel:${value.replace(/[^+\d]/g, '')}`
  return undefined
}
