import { expect, test } from '@jest/globals'
import { buildSchema, getVariableValues, type OperationDefinitionNode, parse } from 'graphql'
import { executeOperation } from '../../../../platform/graph/execution/execute.ts'
import type { OperationPlan } from '../../../../platform/graph/execution/plan.ts'
import { OperationPlans } from '../../../../platform/graph/execution/plans.ts'

const schema = buildSchema(`
  type Query { item: Item }
  type Item { name(prefix: String): String, item: Item }
`)

function parsed(text: string) {
  const document = parse(text)
  const operation = document.definitions[0] as OperationDefinitionNode
  const withValues = (variables: Record<string, unknown>) => {
    const { variableValues } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
    if (!variableValues) throw new TypeError('invalid variables')
    return { document, operation, values: variableValues }
  }
  return withValues
}

test('a plan is used again for the same values of conditions, whatever the other variables are', () => {
  const withValues = parsed(
    'query ($a: String, $if: Boolean = true) { item { name(prefix: $a) ...Part @include(if: $if) } }' +
      'fragment Part on Item { item { name @skip(if: $if) } }',
  )
  const plans = new OperationPlans(schema)
  const first = plans.find(withValues({ a: 'x' }))
  expect(plans.find(withValues({ a: 'y' }))).toBe(first)
  expect(plans.find(withValues({ a: 'y', if: true }))).toBe(first)
  expect(plans.find(withValues({ a: 'x', if: false }))).not.toBe(first)
})

test('a plan is planned as far as objects were executed', async () => {
  const operation = parsed('{ item { name item { name } } }')({})
  const plan = new OperationPlans(schema).find(operation)
  const run = (item: unknown) =>
    executeOperation({ plan, rootValue: { item }, context: undefined, variables: operation.values })
  await run(null)
  const withoutItems = plan.size
  await run({ name: 'a' })
  expect(plan.size).toBe(withoutItems + 2)
  await run({ name: 'a', item: { name: 'b' } })
  expect(plan.size).toBe(withoutItems + 3)
  await run({ name: 'a', item: { name: 'b' } })
  expect(plan.size).toBe(withoutItems + 3)
})

test('plans of many documents do not fill the memory', async () => {
  const plans = new OperationPlans(schema)
  const fields = Array.from({ length: 4_000 }, (_, index) => `f${index}: name`).join(' ')
  const operations = Array.from({ length: 40 }, () => parsed(`{ item { ${fields} } }`)({}))
  const found: OperationPlan[] = []
  for (const operation of operations) {
    const plan = plans.find(operation)
    await executeOperation({ plan, rootValue: { item: {} }, context: undefined, variables: operation.values })
    found.push(plan)
  }
  const cached = operations.filter((operation, index) => plans.find(operation) === found[index])
  // The last ones are cached; each has 4,002 fields.
  expect(cached.length).toBeGreaterThan(0)
  expect(cached.length).toBeLessThan(25)
})
