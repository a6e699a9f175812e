import type { ColumnFieldsFragment } from '../../../documents.ts'

/** How values of a field are shown, entered, filtered and sorted. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'integer'
  | 'currency'
  | 'percent'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'email'
  | 'phone'
  | 'url'
  | 'picklist'
  | 'multipicklist'
  | 'reference'
  | 'id'

export interface Option {
  value: string
  label: string
}

/** A column of a grid. */
export interface Column {
  name: string
  label: string
  kind: FieldKind
  required: boolean
  options: readonly Option[]
  /** Why the column cannot be written. Absent: it can. */
  readOnly?: string
}

const KINDS: Readonly<Record<string, FieldKind>> = {
  text: 'longText',
  html: 'longText',
  json: 'longText',
  number: 'number',
  integer: 'integer',
  currency: 'currency',
  percent: 'percent',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  email: 'email',
  phone: 'phone',
  url: 'url',
  picklist: 'picklist',
  multipicklist: 'multipicklist',
  reference: 'reference',
  id: 'id',
}

/** A column from a field as the API describes it. Unknown types are texts. */
export function toColumn(field: ColumnFieldsFragment, readOnly?: string): Column {
  const { name, label, fieldType, required, options } = field
  return {
    name,
    label: label || name,
    kind: KINDS[fieldType] ?? 'text',
    required: required ?? false,
    options: options.flatMap((option) =>
      option.value === null ? [] : [{ value: option.value, label: option.label || option.value }],
    ),
    ...(readOnly === undefined ? {} : { readOnly }),
  }
}

const NUMBERS: readonly FieldKind[] = ['number', 'integer', 'currency', 'percent']

export function isNumeric({ kind }: Pick<Column, 'kind'>): boolean {
  return NUMBERS.includes(kind)
}

/** The text between the values of a list of choices. */
const SEPARATOR = ';'

export function splitChoices(value: string): string[] {
  return value
    .split(SEPARATOR)
    .map((choice) => choice.trim())
    .filter(Boolean)
}

export function joinChoices(choices: readonly string[]): string {
  return choices.join(SEPARATOR)
}
