import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { randomRuns } from '../../../kit/random-runs.ts'
import type { GraphUser } from './fixtures.ts'
import type { Input } from './oracle.ts'
import {
  api,
  blocks,
  links,
  oracle,
  personOf,
  related,
  scopes,
  tags,
  useRelatedGraph,
  viewers,
  world,
} from './related-graph.ts'

useRelatedGraph()

describe('generateKnowledgeGraph', () => {
  const QUERY = `query Q($input: GraphSearchTagsInput, $linkSize: Int) {
    generateKnowledgeGraph(input: $input, linkSize: $linkSize) {
      tagCount linkCount
      nodes { id name tagType tagSubType notes tasks emails }
      links { source target weight dateFirst dateLast blockTypes { note task email } }
    }
  }`
  interface Link {
    source: string
    target: string
    weight: number
    dateFirst: number
    dateLast: number
    blockTypes: Record<string, number>
  }
  interface Graph {
    tagCount: number
    linkCount: number
    nodes: { id: string; notes: number }[]
    links: Link[]
  }

  async function generate(viewer: GraphUser, input: Input & { size?: number }, linkSize?: number): Promise<Graph> {
    const { data, errors } = await api.execute(viewer.email, QUERY, { input, linkSize })
    expect(errors).toBeUndefined()
    return data.generateKnowledgeGraph as Graph
  }

  const arbitraryQuery = viewers.chain((index) => scopes(personOf(index)).map((input) => ({ index, input })))

  test('returns the tags of the scope and related ones, with the number, types and dates of blocks that they share', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryQuery, async ({ index, input }) => {
        const viewer = personOf(index)
        const { nodes, links: met, tagCount, linkCount } = await generate(viewer, input)
        const own = [...(input.tagIds ?? []), ...(input.tags ?? []).flatMap(({ _ids = [] }) => _ids)]
        const shown = own.filter((id) => tags.some(({ tag_id, archived }) => tag_id === id && !archived))
        const relatedTags = await related(viewer, input, own)
        expect(nodes.map(({ id }) => id).sort()).toEqual([...shown, ...relatedTags.map(({ _id }) => _id)].sort())
        expect(inOrder(met)).toEqual(inOrder(await meetings(viewer, input, nodes)))
        expect({ tagCount, linkCount }).toEqual({ tagCount: nodes.length, linkCount: met.length })
      }),
      { numRuns: randomRuns(60) },
    )
  })

  test('says how many tags and links there are if a size leaves some out', async () => {
    const viewer = personOf(0)
    const input = { _ids: world.blocks }
    const whole = await generate(viewer, input)
    expect(whole.links.length).toBeGreaterThan(2)
    const fewLinks = await generate(viewer, input, 2)
    expect(fewLinks.links).toEqual(whole.links.slice(0, 2))
    expect(fewLinks.linkCount).toBe(whole.links.length)
    const fewTags = await generate(viewer, { ...input, size: 2 })
    expect(fewTags.nodes).toEqual(whole.nodes.slice(0, 2))
    expect(fewTags.tagCount).toBe(whole.nodes.length)
  })

  const inOrder = (some: readonly Link[]) => some.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  const keyOf = ({ source, target }: Link) => `${source} ${target}`

  async function meetings(viewer: GraphUser, input: Input, nodes: Graph['nodes']): Promise<Link[]> {
    const scope = await oracle.search(viewer, input)
    const ids = nodes.map(({ id }) => id).sort()
    const own = links.filter(({ tenant_id }) => tenant_id === viewer.tenantId)
    const on = (id: string) => new Set(own.filter(({ tag_id }) => tag_id === id).map(({ block_id }) => block_id))
    return ids.flatMap((source, index) =>
      ids.slice(index + 1).flatMap((target) => {
        const [sourceBlocks, targetBlocks] = [on(source), on(target)]
        const shared = scope.filter((id) => sourceBlocks.has(id) && targetBlocks.has(id))
        return shared.length > 0 ? [toLink(source, target, shared)] : []
      }),
    )
  }

  function toLink(source: string, target: string, ids: readonly string[]): Link {
    const shared = blocks.filter(({ block_id }) => ids.includes(block_id))
    const dates = shared.map(({ date_associated }) => date_associated)
    const countOf = (type: string) => shared.filter(({ block_type }) => block_type === type).length
    return {
      source,
      target,
      weight: ids.length,
      dateFirst: Math.min(...dates),
      dateLast: Math.max(...dates),
      blockTypes: { note: countOf('note'), task: countOf('task'), email: countOf('email') },
    }
  }
})
