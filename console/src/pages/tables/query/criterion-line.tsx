import { ActionIcon, Group, NativeSelect, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type Column, isNumeric } from '../values/column.ts'
import { type Criterion, needsOperand, QUERY_OPERATORS, type QueryOperator, queryOperatorsOf } from './criteria.ts'

interface CriterionLineProps {
  columns: readonly Column[]
  criterion: Criterion
  problem: string | undefined
  onChange: (criterion: Criterion) => void
  onRemove: () => void
}

/** A condition of a query: field, operator and value. */
export function CriterionLine({ columns, criterion, problem, onChange, onRemove }: CriterionLineProps) {
  const { field, operator, value, other } = criterion
  const column = columns.find(({ name }) => name === field)
  const operators = column ? queryOperatorsOf(column) : []
  const chooseField = (name: string | null) => {
    const next = columns.find((candidate) => candidate.name === name)
    if (!next) return
    const [first = 'eq'] = queryOperatorsOf(next)
    onChange({ field: next.name, operator: queryOperatorsOf(next).includes(operator) ? operator : first, value: '' })
  }
  return (
    <Group gap="xs" align="flex-start">
      <Select
        size="xs"
        w={{ base: '100%', xs: 190 }}
        aria-label="Field"
        data={columns.map(({ name, label }) => ({ value: name, label }))}
        value={field}
        onChange={chooseField}
        allowDeselect={false}
        searchable
      />
      <NativeSelect
        size="xs"
        w={150}
        aria-label="Condition"
        data={operators.map((name) => ({ value: name, label: QUERY_OPERATORS[name] }))}
        value={operator}
        onChange={(event) => onChange({ ...criterion, operator: event.currentTarget.value as QueryOperator })}
      />
      {column && needsOperand(operator) && (
        <Operand
          label="Value"
          {...{ column, operator, value, problem }}
          onChange={(text) => onChange({ ...criterion, value: text })}
        />
      )}
      {column && operator === 'between' && (
        <Operand
          label="And"
          {...{ column, operator }}
          value={other ?? ''}
          onChange={(text) => onChange({ ...criterion, other: text })}
        />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label="Remove this condition" onClick={onRemove} mt={2}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

interface OperandProps {
  label: string
  column: Column
  operator: QueryOperator
  value: string
  problem?: string | undefined
  onChange: (value: string) => void
}

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

function Operand({ label, column, operator, value, problem, onChange }: OperandProps) {
  const { kind } = column
  const options = kind === 'boolean' ? YES_NO : column.options
  const isList = operator === 'in' || operator === 'notIn'
  const common = { size: 'xs', w: { base: 180, xs: 200 }, 'aria-label': label, error: problem } as const
  if (options.length > 0 && !isList) {
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: 'Choose' }, ...options]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const type = isList ? 'text' : kind === 'date' ? 'date' : kind === 'datetime' ? 'datetime-local' : 'text'
  return (
    <TextInput
      {...common}
      type={type}
      inputMode={isNumeric(column) ? 'decimal' : undefined}
      placeholder={isList ? 'One, another, …' : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
