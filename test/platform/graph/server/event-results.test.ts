import { expect, jest, test } from '@jest/globals'
import {
  buildSchema,
  type GraphQLError,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  parse,
  type VariableValues,
} from 'graphql'
import type { GraphDeps } from '../../../../platform/graph/context.ts'
import { GraphError } from '../../../../platform/graph/errors.ts'
import { OperationPlans } from '../../../../platform/graph/execution/plans.ts'
import { EventResults, toSelectionKey, toSenderKey } from '../../../../platform/graph/server/event-results.ts'
import type { ExecuteDeps, Sender } from '../../../../platform/graph/server/execute.ts'
import type { Operation } from '../../../../platform/graph/server/operations.ts'
import { createLog } from '../../../../src/runtime/log.ts'

const schema = buildSchema(`
  type Query { unused: String }
  type Subscription { changed(input: String): Event }
  type Event { text(words: String): String }
`)
const plans = new OperationPlans(schema)
const graph = { depsOf: () => ({}) as GraphDeps, now: Date.now }
const deps: ExecuteDeps = { schema, graph, log: createLog('silent') }
const DOCUMENT = parse(
  'subscription S($input: String, $words: String) { changed(input: $input) { text(words: $words) } }',
)

function subscriptionOf(variables: Record<string, unknown>, changes: Partial<Sender> = {}, document = DOCUMENT) {
  const viewer = { tenantId: 'tenant', tagId: 'tag', email: 'ada@acme.example' }
  const sender: Sender = { viewer, timeZone: 'UTC', locale: undefined, requestId: 'r', warnings: [], ...changes }
  const definition = getOperationAST(document) as OperationDefinitionNode
  const { variableValues } = getVariableValues(schema, definition.variableDefinitions ?? [], variables)
  const values = variableValues as VariableValues
  const plan = plans.find({ document, operation: definition, values })
  const cost = { points: 1, heavy: 0, timeoutMs: 5_000 }
  const operation: Operation = { document, operation: definition, variables, values, plan, ...cost }
  return { operation, sender, senderKey: toSenderKey(sender), selectionKey: toSelectionKey(operation) }
}

function createEvent() {
  const text = jest.fn(({ words }: { words?: string }) => `about ${words}`)
  return { text, event: { changed: { text } } }
}

test('subscriptions that select the same share a result, whatever they filter by', async () => {
  const { text, event } = createEvent()
  const results = new EventResults(deps)
  const [first, second] = [subscriptionOf({ input: 'a', words: 'x' }), subscriptionOf({ input: 'b', words: 'x' })]
  const found = await Promise.all([results.find(first, event), results.find(second, event)])
  expect(found).toEqual(Array(2).fill('{"data":{"changed":{"text":"about x"}}}'))
  expect(text).toHaveBeenCalledTimes(1)
})

test.each<[string, ReturnType<typeof subscriptionOf>]>([
  ['other variables below the field', subscriptionOf({ words: 'y' })],
  [
    'another viewer',
    subscriptionOf({ words: 'x' }, { viewer: { tenantId: 'b', tagId: 'c', email: 'b@acme.example' } }),
  ],
  ['another time zone', subscriptionOf({ words: 'x' }, { timeZone: 'Europe/Berlin' })],
  ['another language', subscriptionOf({ words: 'x' }, { locale: 'de' })],
  ['other warnings', subscriptionOf({ words: 'x' }, { warnings: [{ code: 'A', message: 'a' }] })],
  ['another document', subscriptionOf({}, {}, parse('subscription { changed { text(words: "x") } }'))],
])('subscriptions with %s do not share results', async (_, other) => {
  const { text, event } = createEvent()
  const results = new EventResults(deps)
  await Promise.all([results.find(subscriptionOf({ words: 'x' }), event), results.find(other, event)])
  expect(text).toHaveBeenCalledTimes(2)
})

test('a variable that is absent has its default value, one that is null has not', async () => {
  const { event } = createEvent()
  const document = parse('subscription ($words: String = "x") { changed { text(words: $words) } }')
  const results = new EventResults(deps)
  const found = await Promise.all(
    [{}, { words: null }].map((variables) => results.find(subscriptionOf(variables, {}, document), event)),
  )
  expect(found).toEqual(['{"data":{"changed":{"text":"about x"}}}', '{"data":{"changed":{"text":"about null"}}}'])
})

test('a result is not used for later requests', async () => {
  const { text, event } = createEvent()
  const results = new EventResults(deps)
  await results.find(subscriptionOf({ words: 'x' }), event)
  const later = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 101)
  await results.find(subscriptionOf({ words: 'x' }), event)
  later.mockRestore()
  expect(text).toHaveBeenCalledTimes(2)
})

test('a result with errors is not shared, because they name the request', async () => {
  const { text, event } = createEvent()
  text.mockImplementation(() => {
    throw new GraphError('NOT_FOUND', 'It was not found.')
  })
  const results = new EventResults(deps)
  const found = await Promise.all(
    ['one', 'two'].map((requestId) => results.find(subscriptionOf({ words: 'x' }, { requestId }), event)),
  )
  const requestIds = found.map((json) => (JSON.parse(json).errors as GraphQLError[])[0]?.extensions.requestId)
  expect(requestIds).toEqual(['one', 'two'])
})
