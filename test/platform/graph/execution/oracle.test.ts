import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import {
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { executeOperation } from '../../../../platform/graph/execution/execute.ts'
import { OperationPlans } from '../../../../platform/graph/execution/plans.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { chooseFrom, createRandomOperation } from './random-operation.ts'
import { createRandomSchema } from './random-schema.ts'

const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule && rule !== NoUnusedVariablesRule)
const VARIABLES = { no: false, text: 'given' }

const drawn = fc.array(fc.nat(1_000), { minLength: 60, maxLength: 400 })

async function executeBoth(schema: GraphQLSchema, text: string, variableValues: Record<string, unknown> = VARIABLES) {
  const document = parse(text)
  const operation = getOperationAST(document)
  if (!operation) throw new TypeError('no operation')
  fc.pre(validate(schema, document, RULES).length === 0)
  const { variableValues: values } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues)
  if (!values) throw new TypeError('invalid variables')
  const plan = new OperationPlans(schema).find({ document, operation, values })
  return {
    reference: await execute({ schema, document, variableValues }),
    // Twice: the second one uses what the first one planned.
    results: [
      await executeOperation({ plan, rootValue: undefined, context: undefined, variables: values }),
      await executeOperation({ plan, rootValue: undefined, context: undefined, variables: values }),
    ],
  }
}

/** The texts of errors that resolvers did not throw may differ. */
const describe = ({ path, locations, message }: GraphQLError) => {
  const isThrown = /^(thrown|returned|rejected) at|^Cannot return null/.test(message)
  return { path, locations, message: isThrown ? message : 'of the executor' }
}

test('results and errors are those of graphql-js', async () => {
  const property = fc.asyncProperty(drawn, drawn, async (document, values) => {
    const schema = createRandomSchema({ choose: chooseFrom(values), isAsync: false })
    const { reference, results } = await executeBoth(schema, createRandomOperation(chooseFrom(document)))
    for (const result of results) {
      expect(JSON.stringify(result.data)).toBe(JSON.stringify(reference.data))
      expect(result.errors?.map(describe)).toEqual(reference.errors?.map(describe))
    }
  })
  await fc.assert(property, { numRuns: randomRuns(400) })
})

test('with promises, the same values are null for the same errors', async () => {
  const property = fc.asyncProperty(drawn, drawn, async (document, values) => {
    const schema = createRandomSchema({ choose: chooseFrom(values), isAsync: true })
    const { reference, results } = await executeBoth(schema, createRandomOperation(chooseFrom(document)))
    for (const result of results) {
      expect(JSON.stringify(result.data)).toBe(JSON.stringify(reference.data))
      // Which of several failures below a value that becomes null is reported depends on which comes first.
      expect(nulledBy(result)).toEqual(nulledBy(reference))
    }
  })
  await fc.assert(property, { numRuns: randomRuns(400) })
})

/** Where errors made values null: for each of them the longest part of its path that is in the data. */
function nulledBy({ data, errors = [] }: ExecutionResult): string[] {
  const places = errors.map(({ path = [] }) => {
    let value: unknown = data
    const length = path.findIndex((key) => {
      if (value === null || value === undefined) return true
      value = (value as Record<string | number, unknown>)[key]
      return false
    })
    return JSON.stringify(length < 0 ? path : path.slice(0, length))
  })
  return [...new Set(places)].sort()
}
