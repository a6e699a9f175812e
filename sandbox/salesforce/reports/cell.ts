import { toDatetimeJson } from '../records/json.ts'
import type { Row, Value } from '../schema/field.ts'
import { getNameField } from '../schema/object-type.ts'
import type { Scope } from '../soql/scope.ts'
import type { Path } from '../soql/select/path.ts'

export interface Cell {
  readonly label: string
  readonly value: unknown
}

const EMPTY = '-'

/** A value with its label: `$1,200.00` for an amount, the name for a reference, a dash for null. */
export function toCell({ database }: Scope, { field, read }: Path, row: Row): Cell {
  const value = read(row)
  if (value === null) return { label: EMPTY, value: null }
  switch (field.type) {
    case 'currency':
      return { label: formatUsd(value), value: { amount: value, currency: null } }
    case 'percent':
      return { label: `${value}%`, value }
    case 'date':
      return { label: formatUsDate(String(value)), value }
    case 'datetime':
      return { label: formatUsDate(new Date(Number(value)).toISOString()), value: toDatetimeJson(value) }
    case 'reference': {
      const target = database.find(String(value))
      const name = target && getNameField(target.type)?.name
      return { label: String((name && target?.row[name]) ?? value), value }
    }
    default:
      return { label: String(value), value }
  }
}

function formatUsd(value: Value): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(Number(value))
}

/** Formats a date like the locale en_US: `3/16/2026`. */
function formatUsDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number)
  return `${month}/${day}/${year}`
}
