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

/** An object costs one point and a value a tenth of one; a list costs that for each of its rows. */
const OBJECT_POINTS = 1
const VALUE_POINTS = 0.1
/** Rows of a list that takes no size and names no number. */
const DEFAULT_ROWS = 5

/** What an operation will cost, and what its fields ask for beside that. */
export interface Cost {
  points: number
  heavy: number
  timeoutMs: number
}

export interface CostContext {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  variables: VariableValues
}

/** Counts before anything is executed. Throws the GraphQLError of an argument that does not fit. */
export function estimateCost(selections: SelectionSetNode, rootType: string, question: CostContext): Cost {
  return new Estimate(question).of(selections, rootType)
}

class Estimate {
  readonly #question: CostContext
  /** A fragment costs the same wherever it is spread under one type, so each is counted once. */
  readonly #fragments = new Map<string, number>()
  readonly #cost: Cost = { points: 0, heavy: 0, timeoutMs: 0 }

  constructor(question: CostContext) {
    this.#question = question
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
    const known = this.#fragments.get(key)
    if (known !== undefined) return known
    const fragment = this.#question.fragments.get(name)
    if (!fragment) return 0
    const points = this.#pointsOf(fragment.selectionSet, fragment.typeCondition.name.value, rows)
    this.#fragments.set(key, points)
    return points
  }

  #pointsOfField(node: FieldNode, typeName: string, rowsAbove?: number): number {
    const type = this.#question.schema.getType(typeName)
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined
    if (!field) return 0
    const weight = fieldCostOf(field)
    this.#note(weight)
    const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type)
    const size = this.#sizeOf(field, node)
    const rows = isList ? (size ?? weight.rows ?? rowsAbove ?? DEFAULT_ROWS) : 1
    const named = getNamedType(field.type)
    const isObject = isCompositeType(named)
    const inside = node.selectionSet ? this.#pointsOf(node.selectionSet, named.name, isList ? undefined : size) : 0
    return (weight.points ?? 0) + rows * ((isObject ? OBJECT_POINTS : VALUE_POINTS) + inside)
  }

  #note({ heavy = false, timeoutMs: timeMs = 0 }: FieldCost): void {
    if (heavy) this.#cost.heavy += 1
    this.#cost.timeoutMs = Math.max(this.#cost.timeoutMs, timeMs)
  }

  /** The size that the field is asked for, or would take by itself. Undefined: it takes none. */
  #sizeOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number | undefined {
    const takesSize = field.args.some(({ name, type }) => {
      const input = getNamedType(type)
      return name === 'size' || ('getFields' in input && 'size' in input.getFields())
    })
    const values = getArgumentValues(field, node, this.#question.variables, undefined, true)
    if (!takesSize) return undefined
    const { size, _ids: ids } = (values.input ?? values) as { size?: unknown; _ids?: unknown }
    // Of those that are named there are no more than that.
    const most = Array.isArray(ids) ? Math.min(ids.length, LIST_SIZE.maxSize) : LIST_SIZE.maxSize
    if (typeof size === 'number') return Math.min(Math.max(size, 0), most)
    return Array.isArray(ids) ? most : (fieldCostOf(field).rows ?? LIST_SIZE.defaultSize)
  }
}
