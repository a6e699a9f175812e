import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../../platform/storage/postgres/tables/index.ts'
import { type Api, codeOf, startApi } from '../api.ts'
import { type Input, Oracle } from './oracle.ts'
import { DAY, type Inhabitant, makeWorld, NOON, WORDS, type World } from './fixtures.ts'

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

let api: Api
let world: World
let oracle: Oracle
let blocks: Row<'blocks'>[]
let links: Row<'sharing'>[]
let tags: Row<'tags'>[]
beforeAll(async () => {
  api = await startApi()
  world = await makeWorld(api, 7, 70)
  oracle = await new Oracle(api.db).read()
  ;[blocks, links, tags] = await Promise.all([
    api.db.selectFrom('blocks').selectAll().execute(),
    api.db.selectFrom('sharing').selectAll().execute(),
    api.db.selectFrom('tags').selectAll().execute(),
  ])
  await relate()
})
afterAll(() => api.stop())

/** Some of the blocks stand on others, too. */
async function relate(): Promise<void> {
  for (const [at, block] of blocks.entries()) {
    const other = blocks[(at * 7 + 3) % blocks.length]
    if (at % 4 !== 0 || !other || other.tenant_id !== block.tenant_id || other === block) continue
    const ids = { tenant_id: block.tenant_id, source_id: block.block_id, target_id: other.block_id }
    await api.db
      .insertInto('block_links')
      .values({ ...ids, kind: 'watches', date_created: NOON })
      .execute()
  }
}

const personOf = (at: number) => world.people[at] as Inhabitant
const viewers = fc.nat(2)

/** Which blocks: by tags, by words, by types, or all there are. */
function scopes(viewer: Inhabitant): fc.Arbitrary<Input> {
  return fc.oneof(
    fc.subarray(viewer.tags, { minLength: 1 }).map((tagIds) => ({ tagIds })),
    fc.constantFrom(...viewer.tags).map((id) => ({ tags: [{ _ids: [id], shared: true }] })),
    fc.constantFrom(...WORDS).map((searchString) => ({ searchString })),
    fc.subarray(world.blocks, { minLength: 1 }).map((_ids) => ({ _ids })),
    fc.constant<Input>({ _ids: world.blocks, blockTypes: ['note', 'task'] }),
  )
}

const seen = ({ tenantId, tagId }: Inhabitant) => {
  const own = links.filter((link) => link.tenant_id === tenantId && link.tag_id === tagId && link.shared)
  return new Set(own.map(({ block_id }) => block_id))
}

interface Related {
  _id: string
  occurrenceCount: number
  coOccurrencePercentage: number
  relevanceScore: number
  blockTypes: Record<string, number>
}

/** The tags on the blocks of a scope, by a look at each link. */
async function related(viewer: Inhabitant, input: Input, except: readonly string[]): Promise<Related[]> {
  const scope = new Set(await oracle.search(viewer, input))
  const own = links.filter(({ tenant_id }) => tenant_id === viewer.tenantId)
  return tags
    .filter(({ tenant_id, archived }) => tenant_id === viewer.tenantId && !archived)
    .filter(({ tag_id }) => tag_id !== viewer.tagId && !except.includes(tag_id))
    .flatMap(({ tag_id }) => {
      const on = own.filter((link) => link.tag_id === tag_id && scope.has(link.block_id))
      const total = own.filter((link) => link.tag_id === tag_id && !link.archived).length
      const types = Map.groupBy(on, ({ block_type }) => block_type)
      return on.length === 0
        ? []
        : {
            _id: tag_id,
            occurrenceCount: on.length,
            coOccurrencePercentage: (100 * on.length) / scope.size,
            relevanceScore: on.length / Math.sqrt(scope.size * Math.max(total, on.length)),
            blockTypes: Object.fromEntries([...types].map(([type, some]) => [type, some.length])),
          }
    })
}

const RELATED = '_id occurrenceCount coOccurrencePercentage relevanceScore blockTypes { note task email event website }'
const SEARCH = `query Q($input: GraphSearchTagsInput) { searchGraphTags(input: $input) { ${RELATED} } }`

async function searchTags(viewer: Inhabitant, input: object): Promise<Related[]> {
  const { data, errors } = await api.ask(viewer.email, SEARCH, { input })
  expect(errors).toBeUndefined()
  return data.searchGraphTags as Related[]
}

const rounded = ({ _id, occurrenceCount, coOccurrencePercentage, relevanceScore, blockTypes }: Related) => ({
  ...{ _id, occurrenceCount },
  percentage: coOccurrencePercentage.toFixed(6),
  relevance: relevanceScore.toFixed(6),
  types: ['note', 'task', 'email', 'event', 'website'].map((type) => blockTypes[type] ?? 0),
})
const byId = (one: { _id: string }, other: { _id: string }) => (one._id < other._id ? -1 : 1)

describe('searchGraphTags', () => {
  test('finds the tags on a scope, and counts as a look at each link counts', async () => {
    const question = viewers.chain((at) => scopes(personOf(at)).map((input) => ({ at, input })))
    await fc.assert(
      fc.asyncProperty(question, async ({ at, input }) => {
        const viewer = personOf(at)
        const except = [...(input.tagIds ?? []), ...(input.tags ?? []).flatMap(({ _ids = [] }) => _ids)]
        const found = await searchTags(viewer, input)
        const expected = await related(viewer, input, except)
        expect(found.map(rounded).sort(byId)).toEqual(expected.map(rounded).sort(byId))
        const scores = found.map(({ relevanceScore }) => relevanceScore)
        expect(scores).toEqual(scores.toSorted((one, other) => other - one))
      }),
      { numRuns: 120 },
    )
  })

  test('keeps to the least number, the least share, the types and the size that are asked for', async () => {
    const viewer = personOf(0)
    const scope = { _ids: world.blocks }
    const all = await searchTags(viewer, scope)
    expect(all.length).toBeGreaterThan(3)
    const middle = all.map(({ occurrenceCount }) => occurrenceCount).toSorted((one, other) => one - other)[2] as number
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
  ])('says what is wrong at %s', async (argument, input) => {
    const { errors } = await api.ask(personOf(0).email, SEARCH, { input })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }])
  })
})

describe('graphTags', () => {
  const QUERY = `query Q($input: GraphTagsInput!) { graphTags(input: $input) { ${RELATED} } }`

  test('is searchGraphTags of one tag', async () => {
    const viewer = personOf(1)
    const [tagId] = viewer.tags
    const { data } = await api.ask(viewer.email, QUERY, { input: { tagId, tagTypes: ['person', 'topic'] } })
    expect(data.graphTags).toEqual(await searchTags(viewer, { tagIds: [tagId], tagTypes: ['person', 'topic'] }))
  })

  test('of a tag of somebody else there is nothing', async () => {
    const tagIds = [personOf(0).tags[0], randomUUID()]
    const answers = await Promise.all(
      tagIds.map((tagId) => api.ask(personOf(1).email, QUERY, { input: { tagId, tagTypes: ['topic'] } })),
    )
    expect(answers.map(codeOf)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })
})

describe('generateKnowledgeGraph', () => {
  const QUERY = `query Q($input: GraphSearchTagsInput) {
    generateKnowledgeGraph(input: $input) { nodes { id name tagType notes tasks emails } links { source target weight } }
  }`
  interface Graph {
    nodes: { id: string; notes: number }[]
    links: { source: string; target: string; weight: number }[]
  }

  test('has the tags of the scope and those related to it, and which of them meet on how many blocks', async () => {
    const question = viewers.chain((at) => scopes(personOf(at)).map((input) => ({ at, input })))
    await fc.assert(
      fc.asyncProperty(question, async ({ at, input }) => {
        const viewer = personOf(at)
        const { data, errors } = await api.ask(viewer.email, QUERY, { input })
        expect(errors).toBeUndefined()
        const { nodes, links: met } = data.generateKnowledgeGraph as Graph
        const own = [...(input.tagIds ?? []), ...(input.tags ?? []).flatMap(({ _ids = [] }) => _ids)]
        const shown = own.filter((id) => tags.some(({ tag_id, archived }) => tag_id === id && !archived))
        const others = await related(viewer, input, own)
        expect(nodes.map(({ id }) => id).sort()).toEqual([...shown, ...others.map(({ _id }) => _id)].sort())
        expect(met.map(meetingKey).sort()).toEqual((await meetings(viewer, input, nodes)).map(meetingKey).sort())
      }),
      { numRuns: 60 },
    )
  })

  const meetingKey = ({ source, target, weight }: Graph['links'][number]) => `${source} ${target} ${weight}`

  async function meetings(viewer: Inhabitant, input: Input, nodes: Graph['nodes']): Promise<Graph['links']> {
    const scope = await oracle.search(viewer, input)
    const ids = nodes.map(({ id }) => id).sort()
    const own = links.filter(({ tenant_id }) => tenant_id === viewer.tenantId)
    const on = (id: string) => new Set(own.filter(({ tag_id }) => tag_id === id).map(({ block_id }) => block_id))
    return ids.flatMap((source, at) =>
      ids.slice(at + 1).flatMap((target) => {
        const [one, other] = [on(source), on(target)]
        const weight = scope.filter((id) => one.has(id) && other.has(id)).length
        return weight > 0 ? [{ source, target, weight }] : []
      }),
    )
  }
})

describe('blockFabric', () => {
  const QUERY = `query Q($input: BlockFabricInput!) {
    blockFabric(input: $input) { rootId truncated blocks { _id } links { sourceId targetId } tags { _id } }
  }`
  interface Fabric {
    rootId: string
    truncated: boolean
    blocks: { _id: string }[]
    links: { sourceId: string; targetId: string }[]
    tags: { _id: string }[]
  }

  async function weave(viewer: Inhabitant, input: object): Promise<Fabric> {
    const { data, errors } = await api.ask(viewer.email, QUERY, { input })
    expect(errors).toBeUndefined()
    return data.blockFabric as Fabric
  }

  let related: Row<'block_links'>[]
  beforeAll(async () => {
    related = await api.db.selectFrom('block_links').selectAll().execute()
  })

  /** Blocks that hang together by what they are, whoever sees them. */
  function hangTogether(one: Row<'blocks'>, other: Row<'blocks'>): boolean {
    const points = (from: Row<'blocks'>, to: Row<'blocks'>) => [from.parent_id, from.origin_id].includes(to.block_id)
    const isThread = one.thread_id !== null && one.thread_id === other.thread_id
    const isHome = one.tenant_id === other.tenant_id
    const linked = ({ source_id, target_id }: Row<'block_links'>) =>
      [source_id, target_id].sort().join() === [one.block_id, other.block_id].sort().join()
    return points(one, other) || points(other, one) || (isHome && (isThread || related.some(linked)))
  }

  const tagsOn = (viewer: Inhabitant, block: Row<'blocks'>) =>
    links
      .filter(({ tenant_id, block_id }) => tenant_id === viewer.tenantId && block_id === block.block_id)
      .map(({ tag_id }) => tag_id)
      .filter((id) => id !== viewer.tagId)

  function reach(viewer: Inhabitant, root: Row<'blocks'>, isIn: (block: Row<'blocks'>) => boolean): Set<string> {
    const visible = seen(viewer)
    const able = blocks.filter((block) => visible.has(block.block_id) && !block.archived && isIn(block))
    const reached = new Map([[root.block_id, root]])
    let frontier = [root]
    for (let depth = 0; depth < 3; depth += 1) {
      const next = able.filter(
        (block) =>
          !reached.has(block.block_id) &&
          frontier.some(
            (from) =>
              hangTogether(from, block) || tagsOn(viewer, from).some((tag) => tagsOn(viewer, block).includes(tag)),
          ),
      )
      for (const block of next) reached.set(block.block_id, block)
      frontier = next
    }
    return new Set(reached.keys())
  }

  test('reaches what a walk from block to block reaches, and no block that is not visible', async () => {
    const question = viewers.chain((at) => {
      const visible = seen(personOf(at))
      const roots = blocks.filter(({ block_id, archived }) => visible.has(block_id) && !archived)
      return fc.record({ at: fc.constant(at), root: fc.constantFrom(...roots), day: fc.integer({ min: -40, max: 40 }) })
    })
    await fc.assert(
      fc.asyncProperty(question, fc.boolean(), async ({ at, root, day }, isNarrow) => {
        const viewer = personOf(at)
        const gte = NOON + day * DAY
        const fabric = await weave(viewer, { _id: root.block_id, ...(isNarrow ? { dateCreated: { gte } } : {}) })
        const expected = reach(viewer, root, ({ date_created }) => !isNarrow || date_created >= gte)
        expect(fabric.blocks[0]?._id).toBe(root.block_id)
        expect(new Set(fabric.blocks.map(({ _id }) => _id))).toEqual(expected)
        expect(fabric.rootId).toBe(root.block_id)
        expectWoven(viewer, fabric)
      }),
      { numRuns: 60 },
    )
  })

  /** Links and tags are those among the blocks that are there. */
  function expectWoven(viewer: Inhabitant, fabric: Fabric): void {
    const there = blocks.filter(({ block_id }) => fabric.blocks.some(({ _id }) => _id === block_id))
    const shown = new Set(tags.filter(({ archived }) => !archived).map(({ tag_id }) => tag_id))
    const used = new Set(there.flatMap((block) => tagsOn(viewer, block)).filter((id) => shown.has(id)))
    expect(new Set(fabric.tags.map(({ _id }) => _id))).toEqual(used)
    const toTags = there.flatMap((block) =>
      tagsOn(viewer, block)
        .filter((id) => used.has(id))
        .map((id) => `${block.block_id} ${id}`),
    )
    const toBlocks = there.flatMap((one, at) =>
      there
        .slice(at + 1)
        .flatMap((other) => (hangTogether(one, other) ? [[one.block_id, other.block_id].sort().join(' ')] : [])),
    )
    expect(fabric.links.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`).sort()).toEqual(
      [...toTags, ...toBlocks].sort(),
    )
    expect(fabric.truncated).toBe(false)
  }

  test('of what is not visible, or archived, there is none', async () => {
    const viewer = personOf(0)
    const visible = seen(viewer)
    const foreign = blocks.find(({ block_id }) => !visible.has(block_id))?.block_id
    const archived = blocks.find(({ block_id, archived }) => visible.has(block_id) && archived)?.block_id
    for (const _id of [foreign, archived, randomUUID(), 'no id']) {
      expect(codeOf(await api.ask(viewer.email, QUERY, { input: { _id } }))).toBe('NOT_FOUND')
    }
  })
})
