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
  const other = plans.find(withValues({ a: 'x', if: false }))
  expect(other).not.toBe(first)
  expect(other.fragments).toBe(first.fragments)
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

/** How many of these plans of operations are cached. Those that are not are derived again, so the last ones come first. */
function countCached(
  plans: OperationPlans,
  operations: Parameters<OperationPlans['find']>[0][],
  found: OperationPlan[],
) {
  const pairs = operations.map((operation, index) => ({ operation, plan: found[index] }))
  return pairs.toReversed().filter(({ operation, plan }) => plans.find(operation) === plan).length
}

const repeat = (count: number, create: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => create(i)).join(' ')

test('plans of many fields do not fill the memory', async () => {
  const plans = new OperationPlans(schema)
  const fields = repeat(50, (index) => `f${index}: name`)
  const text = `{ ${repeat(80, (index) => `i${index}: item { ...Fields }`)} } fragment Fields on Item { ${fields} }`
  const operations = Array.from({ length: 40 }, () => parsed(text)({}))
  const found: OperationPlan[] = []
  for (const operation of operations) {
    const plan = plans.find(operation)
    await executeOperation({ plan, rootValue: { item: {} }, context: undefined, variables: operation.values })
    found.push(plan)
  }
  // Each has 4,080 fields.
  const cached = countCached(plans, operations, found)
  expect(cached).toBeGreaterThan(0)
  expect(cached).toBeLessThan(25)
})

test('plans do not keep many large documents in memory, however few of their fields were executed', () => {
  const plans = new OperationPlans(schema)
  const operations = Array.from({ length: 40 }, () => parsed(`{ item { ${'name '.repeat(4_000)} } }`)({}))
  const found = operations.map((operation) => plans.find(operation))
  const cached = countCached(plans, operations, found)
  expect(cached).toBeGreaterThan(0)
  expect(cached).toBeLessThan(25)
})
