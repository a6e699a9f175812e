import { Button, Group, NativeSelect, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Column, isNumeric } from '../values/column.ts'
import { enterValue } from '../values/enter-value.ts'
import { FILTER_OPERATORS, type Filter, type FilterOperator, isComplete, needsValue, operatorsOf } from './filters.ts'

interface FilterFormProps {
  columns: readonly Column[]
  initial?: Filter | undefined
  onSubmit: (filter: Filter) => void
}

/** A condition on a field: which field, how it is compared, and with what. */
export function FilterForm({ columns, initial, onSubmit }: FilterFormProps) {
  const [field, setField] = useState(initial?.field ?? '')
  const [operator, setOperator] = useState<FilterOperator | undefined>(initial?.operator)
  const [value, setValue] = useState(initial?.value ?? '')
  const column = columns.find(({ name }) => name === field)
  const operators = column ? operatorsOf(column.kind) : []
  const chosen = operator !== undefined && operators.includes(operator) ? operator : operators[0]
  const entered = column && isNumeric(column) ? enterValue({ ...column, required: false }, value) : { value }
  const filter = chosen && 'value' in entered ? { field, operator: chosen, value: entered.value } : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (filter && isComplete(filter, column))
      onSubmit({ ...filter, value: needsValue(filter.operator) ? filter.value : '' })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" w={{ base: 250, xs: 300 }}>
        <Select
          label="Field"
          data={columns.map(({ name, label }) => ({ value: name, label }))}
          value={field || null}
          onChange={(name) => {
            setField(name ?? '')
            setValue('')
          }}
          searchable
          comboboxProps={{ withinPortal: false }}
          data-autofocus
          selectFirstOptionOnChange
        />
        {column && (
          <NativeSelect
            label="Condition"
            data={operators.map((name) => ({ value: name, label: FILTER_OPERATORS[name] }))}
            value={chosen}
            onChange={(event) => setOperator(event.currentTarget.value as FilterOperator)}
          />
        )}
        {column && chosen && needsValue(chosen) && <ValueInput {...{ column, value, setValue }} />}
        <Group justify="flex-end">
          <Button type="submit" size="xs" disabled={!filter || !isComplete(filter, column)}>
            {initial ? 'Change filter' : 'Add filter'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ValueInputProps {
  column: Column
  value: string
  setValue: (value: string) => void
}

function ValueInput({ column, value, setValue }: ValueInputProps) {
  const { kind, options } = column
  if ((kind === 'picklist' || kind === 'multipicklist') && options.length > 0) {
    return (
      <NativeSelect
        label="Value"
        data={[{ value: '', label: 'Choose' }, ...options]}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    )
  }
  const isDate = kind === 'date' || kind === 'datetime'
  return (
    <TextInput
      label="Value"
      type={isDate ? 'date' : 'text'}
      inputMode={isNumeric(column) ? 'decimal' : undefined}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
    />
  )
}
