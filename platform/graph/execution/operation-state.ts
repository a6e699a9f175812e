import { getArgumentValues, type VariableValues } from 'graphql'
import { FieldErrors } from './field-errors.ts'
import type { Executing, FieldPlan, Selections } from './field-plan.ts'

type Arguments = Readonly<Record<string, unknown>>

const NO_ARGUMENTS: Arguments = Object.freeze({})

/** What an operation is executed with. */
export interface ExecutionValues {
  plan: Selections
  rootValue: unknown
  context: unknown
  variables: VariableValues
}

/** The state of one execution: its errors so far, and the arguments of its fields, which are read once. */
export class Execution implements Executing {
  readonly plan: Selections
  readonly rootValue: unknown
  readonly context: unknown
  readonly variables: VariableValues
  readonly errors = new FieldErrors()
  readonly #arguments = new Map<FieldPlan, Arguments>()

  constructor({ plan, rootValue, context, variables }: ExecutionValues) {
    this.plan = plan
    this.rootValue = rootValue
    this.context = context
    this.variables = variables
  }

  argumentsOf(plan: FieldPlan): Arguments {
    if (plan.field.args.length === 0) return NO_ARGUMENTS
    const existing = this.#arguments.get(plan)
    if (existing) return existing
    const values = getArgumentValues(plan.field, plan.nodes[0], this.variables, undefined, true)
    this.#arguments.set(plan, values)
    return values
  }
}
