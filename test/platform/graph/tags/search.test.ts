import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addTag, type Content, tenantOf } from '../block-content.ts'

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
})
afterAll(() => api.stop())

const SEARCH = 'query Q($input: SearchTagsInput) { searchTags(input: $input) { _id alias } }'
const ask = (as: Tenant, input?: object) => api.execute(as.email, SEARCH, { input })
const found = async (as: Tenant, input?: object) => {
  const { data, errors } = await ask(as, input)
  expect(errors).toBeUndefined()
  return (data.searchTags as { _id: string; alias: string }[]).map(({ alias }) => alias)
}

describe('filters', () => {
  let me: Tenant
  beforeAll(async () => {
    me = await tenantOf(api, newEmail())
    const names = ['Zoë Ann', 'ann', 'Annabel Lee', 'Joanna', 'Lee Ann', 'Lee, Joanne']
    for (const [index, alias] of names.entries())
      await addTag(content, me, { alias, date_updated: content.now - index })
  })

  test('an exact name comes first, then prefixes, word prefixes, substrings, and separate words', async () => {
    expect(await found(me, { searchString: ' ANN ' })).toEqual([
      'ann',
      'Annabel Lee',
      'Zoë Ann',
      'Lee Ann',
      'Joanna',
      'Lee, Joanne',
    ])
    expect(await found(me, { searchString: 'ann  lee' })).toEqual(['Annabel Lee', 'Lee Ann', 'Lee, Joanne'])
    expect(await found(me, { searchString: 'lee ann' })).toEqual(['Lee Ann', 'Annabel Lee', 'Lee, Joanne'])
    expect(await found(me, { searchString: 'zoe' })).toEqual(['Zoë Ann'])
  })

  test('search is an alias of searchString, which takes precedence; blank strings are ignored', async () => {
    expect(await found(me, { search: 'zoë' })).toEqual(['Zoë Ann'])
    expect(await found(me, { search: 'zoë', searchString: 'annabel' })).toEqual(['Annabel Lee'])
    expect(await found(me, { searchString: '  ' })).toHaveLength(7)
  })

  test('pattern characters are matched literally', async () => {
    const texts = ['%', '_', '\\', '100%', "'", '\0q', '\ud800', '(a|b)*', 'x'.repeat(1_000), 'q '.repeat(500)]
    for (const searchString of texts) expect(await found(me, { searchString })).toEqual([])
  })

  test('equal matches are in the requested order', async () => {
    expect((await found(me, { searchString: 'ann', orderByAlias: 'desc' })).slice(2, 4)).toEqual(['Zoë Ann', 'Lee Ann'])
  })

  test('only one order may be given', async () => {
    const { errors } = await ask(me, { orderByAlias: 'asc', orderByTaskCount: 'DESC' })
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
    expect(errors?.[0]?.message).toMatch(/orderByAlias.*orderByTaskCount/)
  })

  test.each([{ orderByAlias: 'up' }, { tagType: 'animal' }, { tagTypes: ['person', ''] }, { size: -1 }])(
    'an invalid value is reported: %j',
    async (input) => {
      expect(codeOf(await ask(me, input))).toBe('BAD_USER_INPUT')
    },
  )

  test.each([
    ['enum literals', '{ searchTags(input: { tagTypes: [person, TOPIC] }) { _id } }', {}],
    ['an enum literal', '{ searchTags(input: { tagType: person }) { _id } }', {}],
    ['texts', '{ searchTags(input: { tagTypes: ["person", "TOPIC"] }) { _id } }', {}],
    ['a text', '{ searchTags(input: { tagType: "PERSON" }) { _id } }', {}],
    ['a text variable', 'query ($t: String) { searchTags(input: { tagType: $t }) { _id } }', { t: 'person' }],
    [
      'text variables',
      'query ($t: [String!]) { searchTags(input: { tagTypes: $t }) { _id } }',
      { t: ['person', 'TOPIC'] },
    ],
    ['an item', 'query ($t: String!) { searchTags(input: { tagTypes: [$t, "topic"] }) { _id } }', { t: 'PERSON' }],
    ['enum variables', 'query ($t: [TagType!]!) { searchTags(input: { tagTypes: $t }) { _id } }', { t: ['PERSON'] }],
    [
      'an input',
      'query ($i: SearchTagsInput) { searchTags(input: $i) { _id } }',
      { i: { tagTypes: ['person', 'TOPIC'] } },
    ],
    [
      'a fragment',
      'query ($t: String) { ...F } fragment F on Query { searchTags(input: { tagType: $t }) { _id } }',
      { t: 'person' },
    ],
  ])('tag types can be given as %s, in both cases', async (_, query, variables) => {
    const { data, errors } = await api.execute(me.email, query, variables)
    expect(errors).toBeUndefined()
    expect((data.searchTags as object[]).length).toBeGreaterThan(0)
  })

  test('a variable that is a text elsewhere is not taken for an enum', async () => {
    const query = 'query ($t: String) { searchTags(input: { tagType: $t, searchString: $t }) { _id } }'
    expect(codeOf(await api.execute(me.email, query, { t: 'person' }))).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  test('malformed ids match nothing', async () => {
    expect(await found(me, { _ids: ['no-id', randomUUID()] })).toEqual([])
    expect(await found(me, { folderIds: ['no-id'] })).toEqual([])
  })
})
