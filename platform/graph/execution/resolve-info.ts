import type { GraphQLResolveInfo } from 'graphql'
import type { Executing, FieldPlan } from './field-plan.ts'
import type { Path } from './paths.ts'

/**
 * What a resolver is told about its field, without graphql-js's helpers for cancellation: the context has the signal. One
 * is created for each call, so its members are read from where they are.
 */
export class ResolveInfo implements Omit<GraphQLResolveInfo, 'getAbortSignal' | 'getAsyncHelpers'> {
  readonly #execution: Executing
  readonly #field: FieldPlan
  readonly #parent: Path | undefined

  constructor(execution: Executing, field: FieldPlan, parent: Path | undefined) {
    this.#execution = execution
    this.#field = field
    this.#parent = parent
  }

  get fieldName() {
    return this.#field.field.name
  }

  get fieldNodes() {
    return this.#field.nodes
  }

  get returnType() {
    return this.#field.field.type
  }

  get parentType() {
    return this.#field.parentType
  }

  get path(): Path {
    const { parentType, responseName } = this.#field
    return { prev: this.#parent, key: responseName, typename: parentType.name }
  }

  get schema() {
    return this.#execution.plan.schema
  }

  get fragments() {
    return this.#execution.plan.fragments
  }

  get rootValue() {
    return this.#execution.rootValue
  }

  get operation() {
    return this.#execution.plan.operation
  }

  get variableValues() {
    return this.#execution.variables
  }
}
