import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  type VariableValues,
} from 'graphql'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { badVariable, GraphError, withCode } from '../errors.ts'
import type { OperationPlan } from '../execution/plan.ts'
import { OperationPlans } from '../execution/plans.ts'
import { tooComplex } from './complexity.ts'
import { type Cost, estimateCost } from './cost.ts'
import { Documents } from './documents.ts'
import { type GraphLimits, MAX_TIMER_MS } from './limits.ts'
import { stripUnsupportedCharacters } from './sanitize-text.ts'

/** A GraphQL request, with the member names of GraphQL over HTTP. */
export interface GraphRequest {
  query: string
  operationName?: string
  variables?: Readonly<Record<string, unknown>>
}

/** A valid operation and its estimated cost. */
export interface Operation extends Cost {
  document: DocumentNode
  operation: OperationDefinitionNode
  /** The variables as they were sent. */
  variables: Readonly<Record<string, unknown>>
  /** The variables with the values that the operation uses. */
  values: VariableValues
  plan: OperationPlan
}

/** A valid operation, or the errors for which it is refused. */
export type PreparedRequest = Operation | { errors: readonly GraphQLError[] }

/** Validates requests and estimates their cost before anything is executed. */
export class Operations {
  readonly #schema: GraphQLSchema
  readonly #limits: GraphLimits
  readonly #documents: Documents
  readonly #plans: OperationPlans

  constructor(schema: GraphQLSchema, limits: GraphLimits) {
    this.#schema = schema
    this.#limits = limits
    this.#documents = new Documents(schema, limits)
    this.#plans = new OperationPlans(schema)
  }

  prepare(body: unknown): PreparedRequest {
    try {
      const request = toRequest(body)
      const checked = this.#documents.check(request.query)
      return 'errors' in checked ? checked : this.#choose(checked.document, request)
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] }
      throw error
    }
  }

  #choose(document: DocumentNode, { operationName, variables = {} }: GraphRequest): PreparedRequest {
    const operation = getOperationAST(document, operationName)
    if (!operation)
      throw new GraphError(
        'OPERATION_RESOLUTION_FAILURE',
        'Give operationName: the document does not determine which operation to run.',
      )
    const coerced = getVariableValues(this.#schema, operation.variableDefinitions ?? [], variables, {
      maxErrors: 20,
      hideSuggestions: true,
    })
    if (coerced.errors) return { errors: coerced.errors.map(badVariable) }
    const values = coerced.variableValues
    const rootType = this.#schema.getRootType(operation.operation)?.name ?? ''
    const plan = this.#plans.find({ document, operation, values })
    const cost = withInputErrors(() =>
      estimateCost(operation.selectionSet, rootType, {
        schema: this.#schema,
        fragments: plan.fragments,
        variables: values,
      }),
    )
    const { cost: maxCost } = this.#limits
    if (maxCost > 0 && cost.points > maxCost)
      throw tooComplex(`it costs ${Math.ceil(cost.points)} points; at most ${maxCost} are allowed`)
    return {
      document,
      operation,
      variables,
      values,
      plan,
      ...cost,
      timeoutMs: Math.max(cost.timeoutMs, this.#limits.timeoutMs || MAX_TIMER_MS),
    }
  }
}

function withInputErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof GraphQLError ? withCode(error, 'BAD_USER_INPUT') : error
  }
}

function toRequest(body: unknown): GraphRequest {
  if (!isMap(body)) throw badRequest('The body must be a JSON object.')
  const { query, operationName, variables, extensions } = body
  if (typeof query !== 'string') throw badRequest('query must be a string.')
  if (operationName != null && typeof operationName !== 'string') throw badRequest('operationName must be a string.')
  if (variables != null && !isMap(variables)) throw badRequest('variables must be an object.')
  if (extensions != null && !isMap(extensions)) throw badRequest('extensions must be an object.')
  return omitUndefined({
    query,
    operationName: operationName || undefined,
    variables: variables ? (stripUnsupportedCharacters(variables) as Record<string, unknown>) : undefined,
  })
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const badRequest = (message: string) => new GraphError('BAD_REQUEST', message)
