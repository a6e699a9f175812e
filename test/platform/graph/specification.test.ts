import { describe, expect, test } from '@jest/globals'
import { type GraphQLObjectType, getNamedType, isInputObjectType } from 'graphql'
import { schema } from '../../../platform/graph/schema.ts'
import { MUTATIONS, QUERIES, SUBSCRIPTIONS } from './specified-operations.ts'
import { TYPES } from './specified-types.ts'

type Root = GraphQLObjectType | null | undefined

/** The fields of an operation's input; undefined if there is no such operation. */
function inputOf(root: Root, operation: string): string[] | undefined {
  const field = root?.getFields()[operation]
  if (!field) return undefined
  const input = field.args.find(({ name }) => name === 'input')
  const type = input && getNamedType(input.type)
  return type && isInputObjectType(type) ? Object.keys(type.getFields()) : []
}

function fieldsOf(name: string): string[] | undefined {
  const type = schema.getType(name)
  return type && 'getFields' in type ? Object.keys(type.getFields()) : undefined
}

describe.each([
  ['queries', schema.getQueryType(), QUERIES],
  ['mutations', schema.getMutationType(), MUTATIONS],
  ['subscriptions', schema.getSubscriptionType(), SUBSCRIPTIONS],
] as const)('%s', (_, root, operations) => {
  test.each(Object.entries(operations))('%s takes what it is specified to take', (operation, fields) => {
    expect(inputOf(root, operation)).toEqual(expect.arrayContaining([...fields]))
  })
})

test.each(Object.entries(TYPES))('%s has the fields that it is specified to have', (name, fields) => {
  expect(fieldsOf(name)).toEqual(expect.arrayContaining([...fields]))
})

test.each([
  ['TagType', ['person', 'topic', 'date', 'location']],
  ['TaskStatus', ['not_started', 'in_progress', 'completed']],
  ['ThreadReadStatus', ['READ', 'UNREAD']],
  ['BlockAccess', ['RW', 'READ_ONLY', 'NO_ACCESS']],
  [
    'BlockActivityType',
    [
      'CREATED',
      'RENAMED',
      'STATUS_CHANGED',
      'COMMENTED',
      'SHARED',
      'UNSHARED',
      'ASSIGNED',
      'UNASSIGNED',
      'ARCHIVED',
      'RESTORED',
      'UPDATED',
    ],
  ],
])('%s has the values that are specified', (name, values) => {
  const type = schema.getType(name)
  const names = type && 'getValues' in type ? type.getValues().map((value) => value.name) : []
  expect(names).toEqual(expect.arrayContaining(values))
})
