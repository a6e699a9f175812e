import { describe, expect, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { type TSchema, Type as TypeBox } from 'typebox'
import { Type } from '../../../../src/contract/builders/type.ts'
import * as contract from '../../../../src/contract/index.ts'

const options = { description: 'a description', minLength: 1, aliases: { b: 'a' } }

/** Every builder, as the code uses it, of either implementation. */
function buildAll(t: typeof Type): TSchema[] {
  const parent = t.Object({ a: t.String(), b: t.Optional(t.Number()) }, options)
  return [
    ...[t.Boolean, t.Integer, t.Null, t.Number, t.String, t.Unknown].flatMap((build) => [build(), build(options)]),
    t.Array(t.String(options), options),
    ...['text', 1, true].map((value) => t.Literal(value, options)),
    t.Object({}),
    t.Object({ a: t.String(), b: t.Optional(t.Array(t.Boolean())) }, { additionalProperties: false, ...options }),
    t.Object({ a: t.Optional(t.String()) }),
    t.Optional(t.String(options)),
    t.Optional(t.Unsafe({ type: 'string', enum: ['x'] })),
    t.Unsafe({ ...t.Object({ a: t.String() }), ...options }),
    t.Unsafe(t.String(options)),
    t.Record(t.String(), t.Unknown()),
    t.Union([t.String(), t.Null()], options),
    t.Interface([parent], { c: t.Boolean(), d: t.Optional(t.String()) }),
  ]
}

/** A schema with the members that TypeBox hides. */
function reveal(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reveal)
  return Object.getOwnPropertyNames(value).map((name) => {
    const { enumerable, value: member } = Object.getOwnPropertyDescriptor(value, name) ?? {}
    return [name, enumerable, reveal(member)]
  })
}

describe('the builders of schemas', () => {
  const own = buildAll(Type)
  const theirs = buildAll(TypeBox as typeof Type)
  test.each(own.map((schema, index) => [JSON.stringify(schema), index] as const))(
    'make %s as TypeBox does, with its hidden members',
    (_, index) => {
      expect(JSON.stringify(own[index])).toBe(JSON.stringify(theirs[index]))
      expect(sorted(reveal(own[index]))).toEqual(sorted(reveal(theirs[index])))
    },
  )
})

/** The order of members has no meaning. */
function sorted(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const items = value.map(sorted)
  const isMembers = items.every((item) => Array.isArray(item) && typeof item[0] === 'string')
  return isMembers ? items.sort((a, b) => nameOf(a).localeCompare(nameOf(b))) : items
}

function nameOf(member: unknown): string {
  return String((member as unknown[])[0])
}

test('every schema of the contract is a valid schema', () => {
  const ajv = new Ajv({ strict: false, $data: true, discriminator: true })
  const schemas = Object.entries(contract).filter(([, value]) => typeof value === 'object' && 'type' in value)
  expect(schemas.length).toBeGreaterThan(30)
  const invalid = schemas.filter(([, schema]) => !ajv.validateSchema(schema as object)).map(([name]) => name)
  expect(invalid).toEqual([])
})
