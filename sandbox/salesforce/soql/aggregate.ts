import type { FunctionExp } from '@jetstreamapp/soql-parser-js'
import { type Field, isNumber, type Row, type Value } from '../schema/field.ts'
import { double, int } from '../schema/field-builders.ts'
import type { ObjectView } from '../schema/view.ts'
import { isLess } from './conditions/comparison.ts'
import type { Source } from './conditions/filter.ts'
import { toComparable } from './conditions/operand.ts'
import { queryError, unsupported } from './errors.ts'
import type { QueryContext } from './select/compile.ts'
import { resolvePath } from './select/path.ts'

export type Group = readonly Row[]

const COUNTED = int('count')
const COMPUTED = double('number')

/** An aggregate function over a group of rows ("Aggregate Functions", SOQL and SOSL Reference). */
export function compileAggregate(
  context: QueryContext,
  object: ObjectView,
  expression: FunctionExp,
  alias?: string,
): Source<Group> {
  const name = (expression.functionName ?? '').toUpperCase()
  const [parameter] = expression.parameters ?? []
  if (parameter !== undefined && typeof parameter !== 'string') throw unsupported(`a function within ${name}()`)
  if (name === 'COUNT' && parameter === undefined) return { field: COUNTED, read: (group) => group.length }
  const { field, read } = resolvePath(context.scope, object, parameter ?? '', context.soql, alias)
  const values = (group: Group) => group.map(read).filter((value) => value !== null)
  switch (name) {
    case 'COUNT':
      return { field: COUNTED, read: (group) => values(group).length }
    case 'COUNT_DISTINCT':
      return {
        field: COUNTED,
        read: (group) => new Set(values(group).map((value) => toComparable(field, value))).size,
      }
    case 'SUM':
    case 'AVG':
      requireNumber(field, name)
      return { field: COMPUTED, read: (group) => sumOrAverage(values(group), name === 'AVG') }
    case 'MIN':
      return { field, read: (group) => extreme(field, values(group), (a, b) => isLess(a, b)) }
    case 'MAX':
      return { field, read: (group) => extreme(field, values(group), (a, b) => isLess(b, a)) }
    default:
      throw unsupported(`${expression.functionName}()`)
  }
}

function requireNumber({ name, type }: Field, operator: string): void {
  if (isNumber(type)) return
  throw queryError('MALFORMED_QUERY', `field ${name} does not support aggregate operator ${operator}`)
}

function sumOrAverage(values: readonly Value[], averaged: boolean): Value {
  if (values.length === 0) return null
  const sum = values.reduce((total: number, value) => total + Number(value), 0)
  return averaged ? sum / values.length : sum
}

function extreme(field: Field, values: readonly Value[], isBetter: (a: Value, b: Value) => boolean): Value {
  return values.reduce((best: Value, value) => {
    const replaces = best === null || isBetter(toComparable(field, value), toComparable(field, best))
    return replaces ? value : best
  }, null)
}
