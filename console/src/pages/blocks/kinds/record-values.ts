import type { ValueField } from './format-value.ts'

interface LabelledField extends ValueField {
  name: string
  label: string
}

interface RecordValue {
  name: string
  value: string | null
  reasoning: string | null
}

export interface ShownValue {
  label: string
  value: string
  field: LabelledField | undefined
  reasoning: string | null
}

/**
 * The values of a record that are not empty, in the order of the table's fields, with their labels. Ids of other records,
 * which mean nothing to people, come last, as do fields that the table does not name.
 */
export function toShownValues(values: readonly RecordValue[], fields: readonly LabelledField[]): ShownValue[] {
  const positions = new Map(fields.map(({ name }, position) => [name, position]))
  const rankOf = (name: string) => {
    const position = positions.get(name)
    if (position === undefined) return fields.length * 2
    return /^(?:id|reference)$/.test(fields[position]?.fieldType ?? '') ? fields.length + position : position
  }
  return values
    .toSorted((left, right) => rankOf(left.name) - rankOf(right.name))
    .flatMap(({ name, value, reasoning }) => {
      if (value === null || value.trim() === '') return []
      const field = fields[positions.get(name) ?? -1]
      return [{ label: field?.label || name, value, field, reasoning }]
    })
}
