import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ReferencedRecordsDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { useTypedSearch } from '../editing/use-typed-search.ts'
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
  const { searchValue, onSearchChange } = useTypedSearch(typed || undefined)
  const [text] = useDebouncedValue(searchValue, DEBOUNCE_MS)
  const topics = ['blocks:record'] as const
  const chosen = useGraphQuery(
    ReferencedRecordsDocument,
    { input: { tableId: target._id, externalIds: [value], size: 1 } },
    { topics, enabled: value !== '' },
  )
  // The text of what is chosen is not what one looks for.
  const [{ title: chosenTitle } = { title: undefined }] = chosen.data?.records ?? []
  const searchString = text === chosenTitle || text === value ? '' : text
  const input = { tableId: target._id, searchString, size: SIZE }
  const found = useGraphQuery(ReferencedRecordsDocument, { input }, { topics, showPrevious: true })
  const records = [...(chosen.data?.records ?? []), ...(found.data?.records ?? [])]
  const titles = new Map(records.map(({ externalId, title }) => [externalId ?? '', title || 'Untitled']))
  titles.delete('')
  if (value !== '' && !titles.has(value)) titles.set(value, value)
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      data={[...titles].map(([externalId, title]) => ({ value: externalId, label: title }))}
      value={value || null}
      placeholder={`Find in ${target.title ?? 'the table'}`}
      searchable
      clearable
      {...(searchString === '' ? {} : { filter: ({ options }) => options })}
      autoFocus={autoFocus}
      defaultDropdownOpened={autoFocus}
      selectFirstOptionOnChange
      withAsterisk={withAsterisk}
      error={error}
      w="100%"
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No record matches'}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      {...{ searchValue, onSearchChange }}
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
