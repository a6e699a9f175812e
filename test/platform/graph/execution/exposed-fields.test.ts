import { expect, test } from '@jest/globals'
import { defaultFieldResolver, type GraphQLResolveInfo, getNullableType, isLeafType, isObjectType } from 'graphql'
import { schema } from '../../../../platform/graph/schema.ts'

const EXPOSED = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
  .filter(({ field }) => field.extensions.pothosExposedField !== undefined && isLeafType(getNullableType(field.type)))

test('the members that plans read are what the resolvers of exposed fields return', () => {
  expect(EXPOSED.length).toBeGreaterThan(100)
  const others = EXPOSED.filter(({ type, field: { name, resolve = defaultFieldResolver, extensions } }) => {
    const value = { of: `${type.name}.${name}` }
    const source = { [String(extensions.pothosExposedField)]: value }
    return resolve(source, {}, {}, { fieldName: name } as GraphQLResolveInfo) !== value
  })
  expect(others.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([])
})
