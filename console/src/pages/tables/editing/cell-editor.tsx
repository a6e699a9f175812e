import { MultiSelect, Select } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import classes from '../grid/grid.module.css'
import type { Direction } from '../grid/props.ts'
import { ReferencePicker } from '../records/reference-picker.tsx'
import type { TargetTable } from '../records/references.ts'
import { type Column, joinChoices, splitChoices } from '../values/column.ts'
import { useTypedSearch } from './use-typed-search.ts'

interface CellEditorProps {
  column: Column
  /** The text with which it begins. */
  initial: string
  /** The character that began the editing, in place of the text. */
  typed?: string | undefined
  /** The table whose records can be chosen, of a reference. */
  target: TargetTable | undefined
  onDone: (text: string | undefined, direction: Direction) => void
  /** Called with what was entered if the editor goes without having ended, because its row has gone. */
  onLost: (text: string) => void
}

const INPUT_TYPES: Readonly<Partial<Record<Column['kind'], string>>> = {
  date: 'date',
  datetime: 'datetime-local',
  email: 'email',
  url: 'url',
  phone: 'tel',
}

/** Edits a cell in place: Enter and Tab enter, Escape leaves everything as it was. */
export function CellEditor(props: CellEditorProps) {
  const { column, target } = props
  const { kind, options } = column
  if (kind === 'reference' && target) return <ReferenceEditor {...props} target={target} />
  if (kind === 'picklist' && options.length > 0) return <ChoiceEditor {...props} />
  if (kind === 'multipicklist' && options.length > 0) return <ChoicesEditor {...props} />
  if (kind === 'boolean') return <ChoiceEditor {...props} column={{ ...column, options: YES_NO }} />
  return <TextEditor {...props} />
}

/** Kinds that are picked rather than typed, so that a first character says nothing. */
const PICKED: readonly Column['kind'][] = ['date', 'datetime']

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** Ends an editor once, and reports what was entered if the editor is removed before. */
function useEnding({ initial, onDone, onLost }: CellEditorProps, text: string) {
  const current = useRef({ text, isDone: false, onLost })
  current.current.text = text
  current.current.onLost = onLost
  useEffect(() => {
    const state = current.current
    state.isDone = false
    return () => {
      if (!state.isDone && state.text !== initial) state.onLost(state.text)
    }
  }, [initial])
  return (result: string | undefined, direction: Direction) => {
    if (current.current.isDone) return
    current.current.isDone = true
    onDone(result, direction)
  }
}

/** Where the focus goes by the key that ends an edit; undefined for other keys. */
function directionOf(event: KeyboardEvent, isLong = false): Direction | undefined {
  if (event.nativeEvent.isComposing) return undefined
  if (event.key === 'Enter' && !(isLong && event.shiftKey)) return 'down'
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right'
  return undefined
}

function TextEditor(props: CellEditorProps) {
  const { column, initial, typed } = props
  const [text, setText] = useState(PICKED.includes(column.kind) ? initial : (typed ?? initial))
  const end = useEnding(props, text)
  const isLong = column.kind === 'longText'
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directionOf(event, isLong)
    if (direction === undefined && event.key !== 'Escape') return
    event.preventDefault()
    end(direction === undefined ? undefined : text, direction ?? 'stay')
  }
  const input = {
    'aria-label': column.label,
    value: text,
    autoFocus: true,
    onKeyDown,
    onBlur: () => end(text === initial ? undefined : text, 'none'),
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  }
  if (isLong) return <textarea className={`${classes.editor} ${classes.longEditor}`} {...input} />
  return <input className={classes.editor} type={INPUT_TYPES[column.kind] ?? 'text'} {...input} />
}

function ChoiceEditor(props: CellEditorProps) {
  const { column, initial } = props
  const end = useEnding(props, initial)
  const [existing] = column.options.filter(({ value }) => value === initial)
  return (
    <Select
      aria-label={column.label}
      data={existing || initial === '' ? [...column.options] : [{ value: initial, label: initial }, ...column.options]}
      defaultValue={initial || null}
      {...useTypedSearch(props.typed)}
      size="xs"
      classNames={{ input: classes.editor ?? '' }}
      w="100%"
      autoFocus
      searchable
      clearable={!column.required && column.kind !== 'boolean'}
      defaultDropdownOpened
      selectFirstOptionOnChange
      nothingFoundMessage="No such option"
      maxDropdownHeight={280}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onChange={(value) => end(value ?? '', 'stay')}
      onOptionSubmit={(value) => value === initial && end(undefined, 'stay')}
      onBlur={() => end(undefined, 'none')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') end(undefined, 'stay')
        if (event.key !== 'Tab') return
        event.preventDefault()
        end(undefined, event.shiftKey ? 'left' : 'right')
      }}
    />
  )
}

function ChoicesEditor(props: CellEditorProps) {
  const { column, initial } = props
  const [choices, setChoices] = useState(splitChoices(initial))
  const text = joinChoices(choices)
  const end = useEnding(props, text)
  return (
    <MultiSelect
      aria-label={column.label}
      data={[...column.options]}
      value={choices}
      size="xs"
      onChange={setChoices}
      classNames={{ input: classes.editor ?? '' }}
      w="100%"
      autoFocus
      searchable
      defaultDropdownOpened
      onBlur={() => end(text === initial ? undefined : text, 'none')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') end(undefined, 'stay')
        if (event.key !== 'Tab') return
        event.preventDefault()
        end(text, event.shiftKey ? 'left' : 'right')
      }}
    />
  )
}

function ReferenceEditor(props: CellEditorProps & { target: TargetTable }) {
  const { column, initial, target } = props
  const end = useEnding(props, initial)
  return (
    <ReferencePicker
      label={column.label}
      isLabelHidden
      target={target}
      value={initial}
      typed={props.typed}
      autoFocus
      onPick={(value) => end(value, 'stay')}
      onLeave={(direction) => end(undefined, direction)}
    />
  )
}
