import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { randomRuns } from '../../../kit/random-runs.ts'
import type { GraphUser } from './fixtures.ts'
import type { Input } from './oracle.ts'
import { api, links, oracle, personOf, related, scopes, tags, useRelatedGraph, viewers } from './related-graph.ts'

useRelatedGraph()

describe('generateKnowledgeGraph', () => {
  const QUERY = `query Q($input: GraphSearchTagsInput) {
    generateKnowledgeGraph(input: $input) { nodes { id name tagType notes tasks emails } links { source target weight } }
  }`
  interface Graph {
    nodes: { id: string; notes: number }[]
    links: { source: string; target: string; weight: number }[]
  }

  test('returns the tags of the scope and related ones, with the number of blocks that they share', async () => {
    const arbitraryQuery = viewers.chain((index) => scopes(personOf(index)).map((input) => ({ index, input })))
    await fc.assert(
      fc.asyncProperty(arbitraryQuery, async ({ index, input }) => {
        const viewer = personOf(index)
        const { data, errors } = await api.execute(viewer.email, QUERY, { input })
        expect(errors).toBeUndefined()
        const { nodes, links: met } = data.generateKnowledgeGraph as Graph
        const own = [...(input.tagIds ?? []), ...(input.tags ?? []).flatMap(({ _ids = [] }) => _ids)]
        const shown = own.filter((id) => tags.some(({ tag_id, archived }) => tag_id === id && !archived))
        const relatedTags = await related(viewer, input, own)
        expect(nodes.map(({ id }) => id).sort()).toEqual([...shown, ...relatedTags.map(({ _id }) => _id)].sort())
        expect(met.map(meetingKey).sort()).toEqual((await meetings(viewer, input, nodes)).map(meetingKey).sort())
      }),
      { numRuns: randomRuns(60) },
    )
  })

  const meetingKey = ({ source, target, weight }: Graph['links'][number]) => `${source} ${target} ${weight}`

  async function meetings(viewer: GraphUser, input: Input, nodes: Graph['nodes']): Promise<Graph['links']> {
    const scope = await oracle.search(viewer, input)
    const ids = nodes.map(({ id }) => id).sort()
    const own = links.filter(({ tenant_id }) => tenant_id === viewer.tenantId)
    const on = (id: string) => new Set(own.filter(({ tag_id }) => tag_id === id).map(({ block_id }) => block_id))
    return ids.flatMap((source, index) =>
      ids.slice(index + 1).flatMap((target) => {
        const [sourceBlocks, targetBlocks] = [on(source), on(target)]
        const weight = scope.filter((id) => sourceBlocks.has(id) && targetBlocks.has(id)).length
        return weight > 0 ? [{ source, target, weight }] : []
      }),
    )
  }
})
