import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNullableType,
  isAbstractType,
  isLeafType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableValues,
} from 'graphql'
import { createCompleter } from './complete.ts'
import type { FieldPlan, SelectionPlan, Selections } from './field-plan.ts'

/** An operation, and the values that its variables have in @skip and @include. */
export interface PlannedOperation {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  /** The fragments of its document by their name. */
  fragments: Readonly<Record<string, FragmentDefinitionNode>>
  conditions: VariableValues
  /** Called when the plan has grown. */
  onGrowth: () => void
}

/**
 * What an operation selects from objects of each type. Selections are collected when the first object of their type is
 * executed, and kept: the objects that follow and the requests that follow only resolve their fields.
 */
export class OperationPlan implements Selections {
  readonly schema: GraphQLSchema
  readonly operation: OperationDefinitionNode
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>
  /** How many fields of the document it has collected, counted for each type of object: the measure of its memory. */
  size = 0
  readonly #conditions: VariableValues
  readonly #onGrowth: () => void
  readonly #selections = new Map<string, SelectionPlan>()
  readonly #nodeNumbers = new Map<FieldNode, number>()

  constructor({ schema, operation, fragments, conditions, onGrowth }: PlannedOperation) {
    this.schema = schema
    this.operation = operation
    this.fragments = fragments
    this.#conditions = conditions
    this.#onGrowth = onGrowth
  }

  get root(): { type: GraphQLObjectType; selection: SelectionPlan } {
    const { operation, selectionSet } = this.operation
    const type = this.schema.getRootType(operation)
    if (!type) throw new GraphQLError(`The schema has no ${operation}.`, { nodes: this.operation })
    return { type, selection: this.#selection(`${type.name} root`, type, [selectionSet]) }
  }

  selectionOf(type: GraphQLObjectType, nodes: readonly FieldNode[]): SelectionPlan {
    const key = `${type.name} ${nodes.map((node) => this.#numberOf(node)).join()}`
    return this.#selection(
      key,
      type,
      nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    )
  }

  #selection(key: string, type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): SelectionPlan {
    const existing = this.#selections.get(key)
    if (existing) return existing
    const nodes = new Map<string, [FieldNode, ...FieldNode[]]>()
    const visited = new Set<string>()
    for (const { selections } of selectionSets) this.#collect(selections, type, nodes, visited)
    const fields = [...nodes].flatMap(([responseName, ofField]) => this.#toField(responseName, type, ofField))
    const selection = { fields, hasProto: nodes.has('__proto__') }
    this.#selections.set(key, selection)
    for (const field of fields) this.size += field.nodes.length
    this.#onGrowth()
    return selection
  }

  #collect(
    selections: readonly SelectionNode[],
    type: GraphQLObjectType,
    fields: Map<string, [FieldNode, ...FieldNode[]]>,
    visited: Set<string>,
  ): void {
    for (const selection of selections) {
      if (!this.#isIncluded(selection)) continue
      if (selection.kind === Kind.FIELD) {
        const responseName = (selection.alias ?? selection.name).value
        const others = fields.get(responseName)
        if (others) others.push(selection)
        else fields.set(responseName, [selection])
        continue
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? this.fragments[selection.name.value] : selection
      if (!fragment || !this.#applies(fragment.typeCondition?.name.value, type)) continue
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (visited.has(selection.name.value)) continue
        visited.add(selection.name.value)
      }
      this.#collect(fragment.selectionSet.selections, type, fields, visited)
    }
  }

  #isIncluded(selection: SelectionNode): boolean {
    if (!selection.directives?.length) return true
    if (getDirectiveValues(GraphQLSkipDirective, selection, this.#conditions)?.if === true) return false
    return getDirectiveValues(GraphQLIncludeDirective, selection, this.#conditions)?.if !== false
  }

  #applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true
    const conditionType: GraphQLNamedType | undefined = this.schema.getType(condition)
    return isAbstractType(conditionType) && this.schema.isSubType(conditionType, type)
  }

  #toField(responseName: string, parentType: GraphQLObjectType, nodes: FieldPlan['nodes']): FieldPlan[] {
    const field = this.schema.getField(parentType, nodes[0].name.value)
    if (!field) return []
    const complete = createCompleter(this, { parentType, field, nodes })
    return [{ responseName, parentType, field, nodes, complete, property: exposedProperty(field) }]
  }

  #numberOf(node: FieldNode): number {
    const number = this.#nodeNumbers.get(node) ?? this.#nodeNumbers.size
    this.#nodeNumbers.set(node, number)
    return number
  }
}

/** The member that a scalar or enum field exposes; undefined if it is resolved in any other way. Pothos names it. */
function exposedProperty({ type, extensions }: GraphQLField<unknown, unknown>): string | undefined {
  const { pothosExposedField: property } = extensions
  return typeof property === 'string' && isLeafType(getNullableType(type)) ? property : undefined
}
