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

/** Of the interface, each with a selection of its own fields. */
const COMMON_FIELDS = [
  ...['_id', 'blockType', 'title', 'summary', 'text', 'document', 'dateCreated', 'dateUpdated', 'dateAssociated'],
  ...[
    'access',
    'otherSharingCount',
    'favorite',
    'archived',
    'snoozed',
    'template',
    'proposed',
    'generated',
    'provider',
  ],
  ...['application', 'externalId', 'uri', 'connectionId', 'creator { name self }', 'tags { _id alias taskCount }'],
  ...['sharingTags { tagId pinned tag { email externalIdLinks { externalId } } }', 'businessObjects { _id title }'],
  ...['reactions { shortcodes count }', 'parentReferenceBlock { id }', 'originReferenceBlock { id }'],
  'snippet(search: "the")',
]

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

  test('resolves each field alone as with all others', async () => {
    const { api, ada } = fixture
    const { id, fields } = expectationOf(type)
    const _id = await id()
    const selections = Object.entries(fields).map(([name, [subselection]]) => `${name} ${subselection}`)
    const all = [...selections, ...COMMON_FIELDS]
    const withAll = await queryBlock(api, _id, type, all.join(' '), ada.email)
    expect(withAll.errors).toBeUndefined()
    const alone: object[] = []
    for (const selection of all)
      alone.push((await queryBlock(api, _id, type, selection, ada.email)).data.block as object)
    expect(Object.assign({}, ...alone)).toEqual(withAll.data.block)
  })

  test('resolves each field that is selected on the interface alone as with all others', async () => {
    const { api, ada } = fixture
    const _id = await expectationOf(type).id()
    const resolve = async (selection: string) => {
      const query = `query Q($input: FindBlockInput!) { block(input: $input) { ${selection} } }`
      const { data, errors } = await api.execute(ada.email, query, { input: { _id } })
      expect(errors).toBeUndefined()
      return data.block as object
    }
    const alone: object[] = []
    for (const selection of COMMON_FIELDS) alone.push(await resolve(selection))
    expect(Object.assign({}, ...alone)).toEqual(await resolve(COMMON_FIELDS.join(' ')))
  })

  test('has no other fields', () => {
    const { fields } = expectationOf(type)
    const common = Object.keys((schema.getType('Block') as GraphQLObjectType).getFields())
    const all = Object.keys((schema.getType(typeNameOf(type)) as GraphQLObjectType).getFields())
    expect(all.filter((name) => !common.includes(name) && !(name in fields))).toEqual([])
  })
})
