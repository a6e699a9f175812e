import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GraphQLObjectType } from 'graphql'
import { schema } from '../../../../platform/graph/schema.ts'
import { BLOCK_TYPES, type BlockType } from '../../../../platform/storage/postgres/tables/index.ts'
import { importedTypes, type TypeExpectation } from './imported-types.ts'
import { nativeTypes } from './native-types.ts'
import { queryBlock, startWithSyncedItems, type TypeFixture, typeNameOf } from './typed-block.ts'

let fixture: TypeFixture
beforeAll(async () => {
  fixture = await startWithSyncedItems()
})
afterAll(() => fixture.api.stop())

/** The expectations use the fixture, which exists only once the tests run. */
const expectationOf = (type: BlockType): TypeExpectation =>
  ({ ...importedTypes(fixture), ...nativeTypes(fixture) })[type]

describe.each(BLOCK_TYPES)('a block of type %s', (type) => {
  test('resolves all fields of its type', async () => {
    const { api, ada } = fixture
    const { id, fields } = expectationOf(type)
    const selection = Object.entries(fields).map(([name, [subselection]]) => `${name} ${subselection}`)
    const { data, errors } = await queryBlock(api, await id(), type, selection.join(' '), ada.email)
    expect(errors).toBeUndefined()
    const values = Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value]))
    expect(data.block).toEqual({ __typename: typeNameOf(type), ...values })
  })

  test('has no other fields', () => {
    const { fields } = expectationOf(type)
    const common = Object.keys((schema.getType('Block') as GraphQLObjectType).getFields())
    const all = Object.keys((schema.getType(typeNameOf(type)) as GraphQLObjectType).getFields())
    expect(all.filter((name) => !common.includes(name) && !(name in fields))).toEqual([])
  })
})
