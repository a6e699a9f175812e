import { describe, expect, test } from '@jest/globals'
import {
  type GraphAddress,
  isWhole,
  NO_SCOPE,
  narrow,
  readAddress,
  toCommonInput,
  toFilters,
  toLayoutKey,
  toScopeInput,
  toSearchPath,
  writeAddress,
} from '../../../../console/src/pages/graph/scope.ts'

const [A, B] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

const ADDRESS: GraphAddress = {
  words: 'offer',
  kinds: ['email', 'event'],
  tagIds: [A],
  folderIds: [B],
  from: '2026-01-05',
  to: '2026-02-01',
  view: 'list',
  hidden: ['topic'],
  selected: { type: 'link', source: A, target: B },
}

describe('the address of the graph', () => {
  test('is read as it was written', () => {
    expect(readAddress(writeAddress(ADDRESS))).toEqual(ADDRESS)
    const node: GraphAddress = { ...ADDRESS, selected: { type: 'node', id: B } }
    expect(readAddress(writeAddress(node))).toEqual(node)
  })

  test('is empty for everything', () => {
    expect(writeAddress({ ...NO_SCOPE, view: 'picture', hidden: [] }).size).toBe(0)
    expect(isWhole(NO_SCOPE)).toBe(true)
    expect(isWhole({ ...NO_SCOPE, from: '2026-01-05' })).toBe(false)
  })

  test('ignores what is not valid', () => {
    const read = readAddress(
      new URLSearchParams('kind=letter,email&tag=x&folder=y&from=tomorrow&view=film&hide=cat&select=1,2'),
    )
    expect(read).toEqual({ ...NO_SCOPE, kinds: ['email'], from: undefined, to: undefined, view: 'picture', hidden: [] })
  })
})

describe('what the platform is asked for', () => {
  test('is everything without a restriction', () => {
    expect(toScopeInput(NO_SCOPE)).toEqual({ orFilters: [{ tags: [] }] })
    expect(toScopeInput({ ...NO_SCOPE, kinds: ['email'] })).toEqual({
      blockTypes: ['email'],
      orFilters: [{ tags: [] }],
    })
  })

  test('is all of the restrictions, each tag on its own', () => {
    expect(toFilters({ ...ADDRESS, tagIds: [A, B] })).toEqual({
      searchString: 'offer',
      blockTypes: ['email', 'event'],
      tags: [{ _ids: [A] }, { _ids: [B] }],
      folderIds: [B],
    })
  })

  test('is from the beginning of the first day to the end of the last one', () => {
    const { dateAssociated } = toScopeInput({ ...NO_SCOPE, from: '2026-01-05', to: '2026-01-05' })
    expect((dateAssociated?.lt ?? 0) - (dateAssociated?.gte ?? 0)).toBe(86_400_000)
  })

  test('is what both tags are linked to, besides the scope, for what they have in common', () => {
    expect(toCommonInput({ ...NO_SCOPE, tagIds: [A] }, [A, B])).toEqual({
      tags: [{ _ids: [A] }, { _ids: [B] }],
      sort: [{ field: 'dateAssociated', order: 'DESC' }],
    })
  })
})

test('narrowing adds a tag once', () => {
  expect(narrow(narrow(NO_SCOPE, [A]), [A, B]).tagIds).toEqual([A, B])
})

test('days show a part of the same picture, anything else is another one', () => {
  expect(toLayoutKey({ ...ADDRESS, from: undefined })).toBe(toLayoutKey(ADDRESS))
  expect(toLayoutKey({ ...ADDRESS, tagIds: [B] })).not.toBe(toLayoutKey(ADDRESS))
})

test('the search page has the same scope', () => {
  expect(toSearchPath({ ...NO_SCOPE, words: 'offer', tagIds: [A] })).toBe(`/search?q=offer&tag=${A}`)
})
