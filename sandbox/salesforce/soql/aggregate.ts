import type { FunctionExp } from '@jetstreamapp/soql-parser-js'
import { type Field, isNumber, type Row, type Value } from '../schema/field.ts'
import { double, int } from '../schema/fields.ts'
import type { ObjectView } from '../schema/view.ts'
import { isLess } from './compare.ts'
import { notEvaluated, queryFailure } from './failures.ts'
import type { Source } from './filter.ts'
import { comparable } from './operand.ts'
import { pathOf } from './path.ts'
import type { Reading } from './select.ts'

export type Group = readonly Row[]

const COUNTED = int('count')
const COMPUTED = double('number')

/** An aggregate function over a group of rows ("Aggregate Functions", SOQL and SOSL Reference). */
export function aggregateOf(reading: Reading, object: ObjectView, call: FunctionExp, alias?: string): Source<Group> {
  const name = (call.functionName ?? '').toUpperCase()
  const [parameter] = call.parameters ?? []
  if (parameter !== undefined && typeof parameter !== 'string') throw notEvaluated(`a function within ${name}()`)
  if (name === 'COUNT' && parameter === undefined) return { field: COUNTED, read: (group) => group.length }
  const { field, read } = pathOf(reading.scope, object, parameter ?? '', reading.soql, alias)
  const values = (group: Group) => group.map(read).filter((value) => value !== null)
  switch (name) {
    case 'COUNT':
      return { field: COUNTED, read: (group) => values(group).length }
    case 'COUNT_DISTINCT':
      return {
        field: COUNTED,
        read: (group) => new Set(values(group).map((value) => comparable(field, value))).size,
      }
    case 'SUM':
    case 'AVG':
      checkNumber(field, name)
      return { field: COMPUTED, read: (group) => sumOf(values(group), name === 'AVG') }
    case 'MIN':
      return { field, read: (group) => outermost(field, values(group), (a, b) => isLess(a, b)) }
    case 'MAX':
      return { field, read: (group) => outermost(field, values(group), (a, b) => isLess(b, a)) }
    default:
      throw notEvaluated(`${call.functionName}()`)
  }
}

function checkNumber({ name, type }: Field, operator: string): void {
  if (isNumber(type)) return
  throw queryFailure('MALFORMED_QUERY', `field ${name} does not support aggregate operator ${operator}`)
}

function sumOf(values: readonly Value[], averaged: boolean): Value {
  if (values.length === 0) return null
  const sum = values.reduce((total: number, value) => total + Number(value), 0)
  return averaged ? sum / values.length : sum
}

function outermost(field: Field, values: readonly Value[], isFurther: (a: Value, b: Value) => boolean): Value {
  return values.reduce((furthest: Value, value) => {
    const further = furthest === null || isFurther(comparable(field, value), comparable(field, furthest))
    return further ? value : furthest
  }, null)
}
