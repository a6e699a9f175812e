import { setImmediate } from 'node:timers/promises'
import { expect, jest, test } from '@jest/globals'
import { buildSchema, type GraphQLResolveInfo, getOperationAST, getVariableValues, parse } from 'graphql'
import { executeOperation } from '../../../../platform/graph/execution/execute.ts'
import { OperationPlans } from '../../../../platform/graph/execution/plans.ts'

const schema = buildSchema(`
  type Query { item: Item, items: [Item!], required: Item!, numbers: [Int!] }
  type Item { name(prefix: String): String, required: String!, late: String!, item: Item }
  type Mutation { first: Item, second: Item!, third: Item }
`)

function plan(text: string, variables: Record<string, unknown> = {}) {
  const document = parse(text)
  const operation = getOperationAST(document)
  if (!operation) throw new TypeError('no operation')
  const { variableValues: values } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  if (!values) throw new TypeError('invalid variables')
  return { document, operation, values }
}

/** Resolvers are methods of the values, as the default resolver of graphql-js calls them. */
function run(text: string, rootValue: unknown, variables: Record<string, unknown> = {}) {
  const planned = plan(text, variables)
  const values = {
    plan: new OperationPlans(schema).find(planned),
    rootValue,
    context: undefined,
    variables: planned.values,
  }
  return executeOperation(values)
}

test('a field of a result can be named like the prototype of an object', async () => {
  const result = await run('{ __proto__: item { name } item { constructor: name } }', { item: { name: 'a' } })
  expect(JSON.stringify(result)).toBe('{"data":{"__proto__":{"name":"a"},"item":{"constructor":"a"}}}')
})

test('what fails after a value became null does not end the process, and is not reported', async () => {
  const unhandled = jest.fn()
  process.on('unhandledRejection', unhandled)
  const late = async () => {
    await setImmediate()
    throw new Error('late')
  }
  const required = () => {
    throw new Error('early')
  }
  const rejected = Promise.reject(new Error('in a list'))
  const result = await run('{ item { late required } items { late } numbers }', {
    item: { late, required },
    items: [{ late }, null, { late }],
    numbers: [1, 'many', rejected],
  })
  await setImmediate()
  await setImmediate()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  expect(result.data).toEqual({ item: null, items: null, numbers: null })
  expect(result.errors?.map(({ path }) => path?.join('.'))).toEqual(['item.required', 'items.1', 'numbers.1'])
})

test('errors have the place of their field in the document and in the result', async () => {
  const failing = () => {
    throw new Error('no name')
  }
  const result = await run('{ items { alias: name } required { item { required } } }', {
    items: [{ name: 'a' }, { name: failing }],
    required: { item: {} },
  })
  expect(result.data).toEqual({ items: [{ alias: 'a' }, { alias: null }], required: { item: null } })
  expect(result.errors?.map((error) => error.toJSON())).toEqual([
    { message: 'no name', path: ['items', 1, 'alias'], locations: [{ line: 1, column: 11 }] },
    {
      message: 'Cannot return null for non-nullable field Item.required.',
      path: ['required', 'item', 'required'],
      locations: [{ line: 1, column: 43 }],
    },
  ])
})

test('the fields of a mutation are executed one after the other, until a required one fails', async () => {
  const order: string[] = []
  const change =
    (name: string, fails = false) =>
    async () => {
      order.push(`${name} starts`)
      await setImmediate()
      order.push(`${name} ends`)
      if (fails) throw new Error(`${name} failed`)
      return { name }
    }
  const root = { first: change('first', true), second: change('second'), third: change('third') }
  const result = await run('mutation { first { name } second { name } }', root)
  expect(result.data).toEqual({ first: null, second: { name: 'second' } })
  expect(order).toEqual(['first starts', 'first ends', 'second starts', 'second ends'])
  const failed = await run('mutation { second { name } third { name } }', { ...root, second: change('second', true) })
  expect(failed.data).toBeNull()
  expect(order.slice(4)).toEqual(['second starts', 'second ends'])
})

test('arguments are those of the request', async () => {
  const name = jest.fn(({ prefix }: { prefix?: string }) => `${prefix}!`)
  const text = 'query ($p: String) { items { name(prefix: $p) } }'
  const root = { items: [{ name }, { name }] }
  expect((await run(text, root, { p: 'x' })).data).toEqual({ items: [{ name: 'x!' }, { name: 'x!' }] })
  expect((await run(text, root, { p: 'y' })).data).toEqual({ items: [{ name: 'y!' }, { name: 'y!' }] })
})

test('a resolver is told its path, with the type that each field is selected from', async () => {
  const name = jest.fn((_args: unknown, _context: unknown, _info: GraphQLResolveInfo) => 'x')
  await run('{ items { own: item { name } } }', { items: [{ item: { name } }] })
  expect(name.mock.calls[0]?.[2].path).toEqual({
    key: 'name',
    typename: 'Item',
    prev: { key: 'own', typename: 'Item', prev: { key: 0, prev: { key: 'items', typename: 'Query' } } },
  })
})
