import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ReferencedRecordsDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import type { TargetTable } from './references.ts'

interface ReferencePickerProps {
  label: string
  isLabelHidden?: boolean
  target: TargetTable
  /** The vendor's id of the record that is chosen; empty for none. */
  value: string
  /** The text to look for first. */
  typed?: string | undefined
  onPick: (externalId: string) => void
  onLeave?: (direction: 'stay' | 'left' | 'right' | 'none') => void
  autoFocus?: boolean
  withAsterisk?: boolean
  error?: string | undefined
}

const DEBOUNCE_MS = 120
const SIZE = 20

/** Finds a record of another table as one types. */
export function ReferencePicker(props: ReferencePickerProps) {
  const {
    label,
    isLabelHidden = false,
    target,
    value,
    typed = '',
    onPick,
    onLeave,
    autoFocus = false,
    withAsterisk,
    error,
  } = props
  const [text, setText] = useState(typed)
  const [searchString] = useDebouncedValue(text, DEBOUNCE_MS)
  const topics = ['blocks:record'] as const
  const input = { tableId: target._id, searchString, size: SIZE }
  const found = useGraphQuery(ReferencedRecordsDocument, { input }, { topics, showPrevious: true })
  const chosen = useGraphQuery(
    ReferencedRecordsDocument,
    { input: { tableId: target._id, externalIds: [value], size: 1 } },
    { topics, enabled: value !== '' },
  )
  const records = [...(chosen.data?.records ?? []), ...(found.data?.records ?? [])]
  const titles = new Map(records.map(({ externalId, title }) => [externalId ?? '', title || 'Untitled']))
  titles.delete('')
  if (value !== '' && !titles.has(value)) titles.set(value, value)
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      data={[...titles].map(([externalId, title]) => ({ value: externalId, label: title }))}
      value={value || null}
      {...(typed === '' ? {} : { defaultSearchValue: typed })}
      placeholder={`Find in ${target.title ?? 'the table'}`}
      searchable
      clearable
      {...(text === '' ? {} : { filter: ({ options }) => options })}
      autoFocus={autoFocus}
      defaultDropdownOpened={autoFocus}
      selectFirstOptionOnChange
      withAsterisk={withAsterisk}
      error={error}
      w="100%"
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No record matches'}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onSearchChange={(next) => setText(next === titles.get(value) ? '' : next)}
      onChange={(next) => onPick(next ?? '')}
      onBlur={() => onLeave?.('none')}
      onKeyDown={(event) => {
        if (!onLeave) return
        if (event.key === 'Escape') onLeave('stay')
        if (event.key !== 'Tab') return
        event.preventDefault()
        onLeave(event.shiftKey ? 'left' : 'right')
      }}
    />
  )
}
