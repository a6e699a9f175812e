import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type VariableValues,
} from 'graphql'
import { LIST_SIZE } from '../arguments/paging.ts'
import { type FieldCost, fieldCostOf } from '../with-cost.ts'

/** An object costs one point and a scalar a tenth; a list costs that for each of its rows. */
const OBJECT_POINTS = 1
const VALUE_POINTS = 0.1
/** Assumed rows of a list that takes no `size` and has no annotation. */
const DEFAULT_ROWS = 5

/** The estimated cost of an operation, its number of heavy fields, and the timeout that its fields require (ms). */
export interface Cost {
  points: number
  heavy: number
  timeoutMs: number
}

export interface CostContext {
  schema: GraphQLSchema
  fragments: Readonly<Record<string, FragmentDefinitionNode>>
  variables: VariableValues
}

/** Estimates the cost of an operation before it runs. Throws the GraphQLError of an invalid argument. */
export function estimateCost(selections: SelectionSetNode, rootType: string, context: CostContext): Cost {
  return new Estimate(context).of(selections, rootType)
}

class Estimate {
  readonly #context: CostContext
  /** Points of fragments: a fragment costs the same wherever it is spread with the same number of rows. */
  readonly #fragments = new Map<string, number>()
  readonly #cost: Cost = { points: 0, heavy: 0, timeoutMs: 0 }

  constructor(context: CostContext) {
    this.#context = context
  }

  of(selections: SelectionSetNode, rootType: string): Cost {
    this.#cost.points = this.#pointsOf(selections, rootType)
    return this.#cost
  }

  #pointsOf({ selections }: SelectionSetNode, type: string, rows?: number): number {
    let points = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) points += this.#pointsOfField(selection, type, rows)
      else if (selection.kind === Kind.FRAGMENT_SPREAD) points += this.#pointsOfFragment(selection.name.value, rows)
      else points += this.#pointsOf(selection.selectionSet, selection.typeCondition?.name.value ?? type, rows)
    }
    return points
  }

  #pointsOfFragment(name: string, rows?: number): number {
    const key = `${name} ${rows ?? ''}`
    const cached = this.#fragments.get(key)
    if (cached !== undefined) return cached
    const fragment = this.#context.fragments[name]
    if (!fragment) return 0
    const points = this.#pointsOf(fragment.selectionSet, fragment.typeCondition.name.value, rows)
    this.#fragments.set(key, points)
    return points
  }

  #pointsOfField(node: FieldNode, typeName: string, rowsAbove?: number): number {
    const type = this.#context.schema.getType(typeName)
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined
    if (!field) return 0
    const fieldCost = fieldCostOf(field)
    this.#addFieldCost(fieldCost)
    const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type)
    const size = this.#sizeOf(field, node)
    const rows = isList ? (size ?? fieldCost.rows ?? rowsAbove ?? DEFAULT_ROWS) : 1
    const named = getNamedType(field.type)
    const isObject = isCompositeType(named)
    const inside = node.selectionSet ? this.#pointsOf(node.selectionSet, named.name, isList ? undefined : size) : 0
    return (fieldCost.points ?? 0) + rows * ((isObject ? OBJECT_POINTS : VALUE_POINTS) + inside)
  }

  #addFieldCost({ heavy = false, timeoutMs = 0 }: FieldCost): void {
    if (heavy) this.#cost.heavy += 1
    this.#cost.timeoutMs = Math.max(this.#cost.timeoutMs, timeoutMs)
  }

  /** The list size that is requested or defaulted to. Undefined if the field takes no size. */
  #sizeOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number | undefined {
    const takesSize = field.args.some(({ name, type }) => {
      const input = getNamedType(type)
      return name === 'size' || ('getFields' in input && 'size' in input.getFields())
    })
    const values = getArgumentValues(field, node, this.#context.variables, undefined, true)
    if (!takesSize) return undefined
    const { size, _ids: ids } = (values.input ?? values) as { size?: unknown; _ids?: unknown }
    // A list by ids has at most as many rows as ids.
    const maxSize = Array.isArray(ids) ? Math.min(ids.length, LIST_SIZE.maxSize) : LIST_SIZE.maxSize
    if (typeof size === 'number') return Math.min(Math.max(size, 0), maxSize)
    return Array.isArray(ids) ? maxSize : (fieldCostOf(field).rows ?? LIST_SIZE.defaultSize)
  }
}
