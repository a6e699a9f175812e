import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { randomRuns } from '../../../kit/random-runs.ts'
import { codeOf, newEmail } from '../api.ts'
import { addBlock, addTag, tenantOf } from '../block-content.ts'
import type { GraphUser } from './fixtures.ts'
import { api, personOf, type Related, related, scopes, tags, useRelatedGraph, viewers, world } from './related-graph.ts'

useRelatedGraph()

const RELATED = '_id occurrenceCount coOccurrencePercentage relevanceScore blockTypes { note task email event website }'

const SEARCH = `query Q($input: GraphSearchTagsInput) { searchGraphTags(input: $input) { ${RELATED} } }`

async function searchTags(viewer: GraphUser, input: object): Promise<Related[]> {
  const { data, errors } = await api.execute(viewer.email, SEARCH, { input })
  expect(errors).toBeUndefined()
  return data.searchGraphTags as Related[]
}

const rounded = ({ _id, occurrenceCount, coOccurrencePercentage, relevanceScore, blockTypes }: Related) => ({
  _id,
  occurrenceCount,
  percentage: coOccurrencePercentage.toFixed(6),
  relevance: relevanceScore.toFixed(6),
  types: ['note', 'task', 'email', 'event', 'website'].map((type) => blockTypes[type] ?? 0),
})

const byId = (first: { _id: string }, second: { _id: string }) => (first._id < second._id ? -1 : 1)

describe('searchGraphTags', () => {
  test('returns the tags of a scope with the same counts as the oracle', async () => {
    const arbitraryQuery = viewers.chain((index) => scopes(personOf(index)).map((input) => ({ index, input })))
    await fc.assert(
      fc.asyncProperty(arbitraryQuery, async ({ index, input }) => {
        const viewer = personOf(index)
        const except = [...(input.tagIds ?? []), ...(input.tags ?? []).flatMap(({ _ids = [] }) => _ids)]
        const found = await searchTags(viewer, input)
        const expected = await related(viewer, input, except)
        expect(found.map(rounded).sort(byId)).toEqual(expected.map(rounded).sort(byId))
        const scores = found.map(({ relevanceScore }) => relevanceScore)
        expect(scores).toEqual(scores.toSorted((first, second) => second - first))
      }),
      { numRuns: randomRuns(120) },
    )
  })

  test('a page has the most relevant tags, not the most relevant of the most frequent ones', async () => {
    const me = await tenantOf(api, newEmail())
    const content = { db: api.db, now: 1 }
    const common = await Promise.all(Array.from({ length: 6 }, (_, i) => addTag(content, me, { alias: `Common ${i}` })))
    const [rare, scope] = [await addTag(content, me, { alias: 'Rare' }), await addTag(content, me, { alias: 'Scope' })]
    const everywhere = common.map((tag) => ({ tag }))
    for (let index = 0; index < 10; index += 1) {
      const links = [{ tag: scope }, ...(index < 8 ? everywhere : []), ...(index < 5 ? [{ tag: rare }] : [])]
      await addBlock(content, me, 'note', { links })
    }
    for (let index = 0; index < 60; index += 1) await addBlock(content, me, 'note', { links: everywhere })
    const input = { tagIds: [scope] }
    const { data } = await api.execute(me.email, SEARCH, { input: { ...input, size: 1 } })
    expect((data.searchGraphTags as Related[]).map(({ _id }) => _id)).toEqual([rare])
    const all = (await api.execute(me.email, SEARCH, { input })).data.searchGraphTags as Related[]
    for (const size of [2, 3, 7, 9]) {
      const found = await api.execute(me.email, SEARCH, { input: { ...input, size } })
      expect(found.data.searchGraphTags).toEqual(all.slice(0, size))
    }
  })

  test('finds the same tags whether the numbers by type are selected or not', async () => {
    const viewer = personOf(0)
    const counts = '_id alias occurrenceCount coOccurrencePercentage relevanceScore'
    const find = async (input: object, fields: string, fragment = '') => {
      const query = `query Q($input: GraphSearchTagsInput) { searchGraphTags(input: $input) { ${fields} } } ${fragment}`
      return (await api.execute(viewer.email, query, { input })).data.searchGraphTags as Related[]
    }
    for (const input of [...viewer.tags.map((tag) => ({ tags: [{ _ids: [tag] }] })), { tagIds: viewer.tags }]) {
      const withTypes = await find(input, `${counts} ...Types`, 'fragment Types on GraphTag { blockTypes { note } }')
      expect(withTypes.every(({ blockTypes }) => blockTypes)).toBe(true)
      expect(withTypes.map(({ blockTypes: _, ...tag }) => tag)).toEqual(await find(input, counts))
    }
  })

  test('applies the minimum count, the minimum percentage, the types and the size', async () => {
    const viewer = personOf(0)
    const scope = { _ids: world.blocks }
    const all = await searchTags(viewer, scope)
    expect(all.length).toBeGreaterThan(3)
    const middle = all
      .map(({ occurrenceCount }) => occurrenceCount)
      .toSorted((first, second) => first - second)[2] as number
    const frequent = await searchTags(viewer, { ...scope, minOccurrenceCount: middle })
    expect(frequent).toEqual(all.filter(({ occurrenceCount }) => occurrenceCount >= middle))
    const common = await searchTags(viewer, { ...scope, minCoOccurrencePercentage: 10 })
    expect(common).toEqual(all.filter(({ coOccurrencePercentage }) => coOccurrencePercentage >= 10))
    const people = tags.filter(({ tag_type }) => tag_type === 'person').map(({ tag_id }) => tag_id)
    const persons = await searchTags(viewer, { ...scope, tagTypes: ['PERSON'] })
    expect(persons).toEqual(all.filter(({ _id }) => people.includes(_id)))
    expect(await searchTags(viewer, { ...scope, size: 2 })).toEqual(all.slice(0, 2))
    expect(await searchTags(viewer, { ...scope, size: 0 })).toEqual([])
    expect(await searchTags(viewer, { ...scope, tagSubTypes: ['organization'] })).toEqual([])
  })

  test.each([
    ['input.minCoOccurrencePercentage', { minCoOccurrencePercentage: 101 }],
    ['input.size', { size: -1 }],
    ['input.tags[0].sharingApproaches', { tags: [{ sharingApproaches: [7] }] }],
  ])('reports an invalid value at %s', async (argument, input) => {
    const { errors } = await api.execute(personOf(0).email, SEARCH, { input })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }])
  })
})

describe('graphTags', () => {
  const QUERY = `query Q($input: GraphTagsInput!) { graphTags(input: $input) { ${RELATED} } }`

  test('equals searchGraphTags for one tag', async () => {
    const viewer = personOf(1)
    const [tagId] = viewer.tags
    const { data } = await api.execute(viewer.email, QUERY, { input: { tagId, tagTypes: ['person', 'topic'] } })
    expect(data.graphTags).toEqual(await searchTags(viewer, { tagIds: [tagId], tagTypes: ['person', 'topic'] }))
  })

  test('does not find a tag of another person', async () => {
    const tagIds = [personOf(0).tags[0], randomUUID()]
    const responses = await Promise.all(
      tagIds.map((tagId) => api.execute(personOf(1).email, QUERY, { input: { tagId, tagTypes: ['topic'] } })),
    )
    expect(responses.map(codeOf)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })
})
