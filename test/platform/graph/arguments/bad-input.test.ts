import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { type Api, startApi, toGraphResponse } from '../api.ts'
import { createFixture, type Fixture, operations } from '../matrix.ts'

let api: Api
let scene: Fixture
let note: string
beforeAll(async () => {
  api = await startApi()
  scene = await createFixture(api)
  note = await scene.block('note')
})
afterAll(() => api.stop())

/** Values that are valid for their GraphQL type but may be invalid for the argument. */
const ODD: Record<string, readonly unknown[]> = {
  String: [
    '',
    ' ',
    '\0',
    '\ud800',
    "'; drop table blocks; --",
    '%_\\',
    'x'.repeat(40_000),
    '{"a":',
    'ﬀ\u202e',
    '1e999',
  ],
  ID: ['', '\0', 'no id', '00000000-0000-0000-0000-000000000000'],
  Float: [1e300, -1e300, 9_007_199_254_740_992, 0.1, -0, 8.64e15 + 1],
  Int: [2_147_483_647, -2_147_483_648, 0, -1],
  Boolean: [true, false],
}
const LONG_LIST = 1_500
const MAX_DEPTH = 3

/** A valid value of a field, so that invalid values of other fields are reached. */
function validValue(name: string, type: GraphQLInputType, depth: number): unknown {
  if (isNonNullType(type)) return validValue(name, type.ofType, depth)
  if (isListType(type)) return [validValue(name, type.ofType, depth)]
  if (isInputObjectType(type)) return required(type, depth + 1)
  if (isEnumType(type)) return type.name === 'BlockType' ? 'note' : type.getValues()[0]?.name
  const named = { Float: 1, Int: 1, Boolean: true }[getNamedType(type).name]
  if (named !== undefined) return named
  return /^tagIds?$|keepTagId/.test(name) ? scene.topics.owner : note
}

function required(type: GraphQLInputType, depth: number): Record<string, unknown> {
  if (!isInputObjectType(type) || depth > MAX_DEPTH) return {}
  const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
  return Object.fromEntries(fields.map((field) => [field.name, validValue(field.name, field.type, depth)]))
}

/** Valid inputs with one odd value. */
function* oddities(type: GraphQLInputType, depth = 0): Generator<unknown> {
  if (isNonNullType(type)) return yield* oddities(type.ofType, depth)
  if (isListType(type)) {
    yield []
    for (const item of oddities(type.ofType, depth)) yield [item]
    return yield Array.from({ length: LONG_LIST }, () => validValue('', type.ofType, depth))
  }
  if (isInputObjectType(type)) {
    if (depth >= MAX_DEPTH) return
    const base = required(type, depth)
    for (const field of Object.values(type.getFields())) {
      if (!isNonNullType(field.type)) yield { ...base, [field.name]: null }
      for (const odd of oddities(field.type, depth + 1)) yield { ...base, [field.name]: odd }
    }
    return
  }
  yield* isEnumType(type)
    ? type
        .getValues()
        .map(({ name }) => name)
        .slice(0, 2)
    : (ODD[type.name] ?? [])
}

/** Executes all operations in batches and returns the internal errors. */
async function failuresOf(query: string, inputs: readonly unknown[]): Promise<unknown[]> {
  const headers = { Authorization: `Bearer ${await api.issuer.token(scene.people.owner.email)}` }
  const failures: unknown[] = []
  for (let offset = 0; offset < inputs.length; offset += 20) {
    const some = inputs.slice(offset, offset + 20)
    const response = await api.post(
      '/api/v1/graph',
      some.map((input) => ({ query, variables: { input } })),
      headers,
    )
    const responses = (await response.clone().json()) as { errors?: { extensions: { code: string } }[] }[]
    if (!Array.isArray(responses)) return [await toGraphResponse(response)]
    for (const [index, { errors = [] }] of responses.entries()) {
      const codes = errors.map(({ extensions }) => extensions.code)
      if (codes.some((code) => code === 'INTERNAL_SERVER_ERROR' || code === 'TIMEOUT')) {
        failures.push({ input: JSON.stringify(some[index]).slice(0, 300), codes })
      }
    }
  }
  return failures
}

const cases = (['query', 'mutation'] as const).flatMap((kind) =>
  Object.values(operations(kind)).flatMap((field) => {
    const type = field.args.find(({ name }) => name === 'input')?.type
    if (!type) return []
    const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : ''
    const query = `${kind} Ask($input: ${type}) { ${field.name}(input: $input) ${selection} }`
    return [[field.name, query, type] as const]
  }),
)

describe('every invalid input', () => {
  test.each(cases)('%s returns a result, or says what is wrong', async (_, query, type) => {
    const inputs = [...oddities(type)]
    expect(inputs.length).toBeGreaterThan(0)
    expect(await failuresOf(query, inputs)).toEqual([])
    expect(api.log()).not.toContain('graph operation failed')
  })
})
