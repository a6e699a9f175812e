import { MultiSelect, NativeSelect, Select, Textarea, TextInput } from '@mantine/core'
import { ReferencePicker } from '../records/reference-picker.tsx'
import type { TargetTable } from '../records/references.ts'
import { type Column, isNumeric, joinChoices, splitChoices } from '../values/column.ts'

interface FieldInputProps {
  column: Column
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  target: TargetTable | undefined
  autoFocus?: boolean
}

const INPUT_TYPES: Readonly<Partial<Record<Column['kind'], string>>> = {
  date: 'date',
  datetime: 'datetime-local',
  email: 'email',
  url: 'url',
  phone: 'tel',
}

/** The input of a field in a form, by its type. */
export function FieldInput({ column, value, onChange, error, target, autoFocus = false }: FieldInputProps) {
  const { kind, label, options, required } = column
  const common = {
    label,
    error,
    withAsterisk: required,
    ...(autoFocus ? { 'data-autofocus': true } : {}),
  }
  if (kind === 'reference' && target) {
    return <ReferencePicker {...{ label, target, value, error }} withAsterisk={required} onPick={onChange} />
  }
  if (kind === 'picklist' && options.length > 0) {
    return (
      <Select
        {...common}
        data={[...options]}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
        searchable
        clearable
        selectFirstOptionOnChange
      />
    )
  }
  if (kind === 'multipicklist' && options.length > 0) {
    return (
      <MultiSelect
        {...common}
        data={[...options]}
        value={splitChoices(value)}
        onChange={(next) => onChange(joinChoices(next))}
        searchable
      />
    )
  }
  const onText = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)
  if (kind === 'boolean') {
    const data = [
      { value: '', label: 'Not set' },
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ]
    return <NativeSelect {...common} data={data} value={value} onChange={onText} />
  }
  if (kind === 'longText')
    return <Textarea {...common} value={value} onChange={onText} autosize minRows={2} maxRows={8} />
  return (
    <TextInput
      {...common}
      type={INPUT_TYPES[kind] ?? 'text'}
      inputMode={isNumeric(column) ? 'decimal' : undefined}
      value={value}
      onChange={onText}
    />
  )
}
