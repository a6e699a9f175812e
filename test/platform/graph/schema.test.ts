import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { GraphQLEnumType } from 'graphql'
import { printedSchema, schema } from '../../../platform/graph/schema.ts'

const SCHEMA_FILE = new URL('../../../platform/graph/schema.graphql', import.meta.url)

test('schema.graphql is up to date', () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(printedSchema())
})

test('the schema has all operations', () => {
  const fieldsOf = (type: typeof schema extends never ? never : ReturnType<typeof schema.getQueryType>) =>
    Object.keys(type?.getFields() ?? {})
  expect(fieldsOf(schema.getQueryType())).toEqual(
    expect.arrayContaining(['tenant', 'applications', 'connections', 'connection', 'syncRuns', 'changes']),
  )
  expect(fieldsOf(schema.getMutationType())).toEqual(
    expect.arrayContaining([
      'startConnection',
      'confirmConnection',
      'disconnect',
      'runSync',
      'pauseSync',
      'resumeSync',
    ]),
  )
})

const enums = Object.values(schema.getTypeMap()).filter(
  (type) => type instanceof GraphQLEnumType && !type.name.startsWith('__'),
) as GraphQLEnumType[]

test.each(enums.map((type) => [type.name, type] as const))(
  '%s is accepted in both cases and returned in one',
  (_, type) => {
    for (const { name } of type.getValues()) {
      const value = type.parseValue(name)
      expect(type.parseValue(name.toUpperCase())).toBe(value)
      expect(type.parseValue(name.toLowerCase())).toBe(value)
      expect(type.serialize(value)).toBe(value)
    }
  },
)

test('no field contains a token or a credential', () => {
  const names = Object.values(schema.getTypeMap()).flatMap((type) =>
    'getFields' in type ? Object.keys(type.getFields()) : [],
  )
  expect(names.filter((name) => /token|credential|secret/i.test(name))).toEqual([])
})
