import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../../platform/storage/postgres/tables/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { type Api, codeOf, startApi } from '../api.ts'
import { createTestGraph, DAY, type GraphUser, NOON, type TestGraph } from './fixtures.ts'

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

let api: Api
let world: TestGraph

let blocks: Row<'blocks'>[]
let links: Row<'sharing'>[]
let tags: Row<'tags'>[]
beforeAll(async () => {
  api = await startApi()
  world = await createTestGraph(api, 7, 70)
  ;[blocks, links, tags] = await Promise.all([
    api.db.selectFrom('blocks').selectAll().execute(),
    api.db.selectFrom('sharing').selectAll().execute(),
    api.db.selectFrom('tags').selectAll().execute(),
  ])
  await relate()
})
afterAll(() => api.stop())

/** Adds references between some of the blocks. */
async function relate(): Promise<void> {
  for (const [index, block] of blocks.entries()) {
    const second = blocks[(index * 7 + 3) % blocks.length]
    if (index % 4 !== 0 || !second || second.tenant_id !== block.tenant_id || second === block) continue
    const ids = { tenant_id: block.tenant_id, source_id: block.block_id, target_id: second.block_id }
    await api.db
      .insertInto('block_links')
      .values({ ...ids, kind: 'watches', date_created: NOON })
      .execute()
  }
}

const personOf = (index: number) => world.people[index] as GraphUser

const viewers = fc.nat(2)

const seen = ({ tenantId, tagId }: GraphUser) => {
  const own = links.filter((link) => link.tenant_id === tenantId && link.tag_id === tagId && link.shared)
  return new Set(own.map(({ block_id }) => block_id))
}

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

  async function weave(viewer: GraphUser, input: object): Promise<Fabric> {
    const { data, errors } = await api.execute(viewer.email, QUERY, { input })
    expect(errors).toBeUndefined()
    return data.blockFabric as Fabric
  }

  let related: Row<'block_links'>[]
  beforeAll(async () => {
    related = await api.db.selectFrom('block_links').selectAll().execute()
  })

  /** The relations between blocks, regardless of visibility. */
  function relatedPairs(first: Row<'blocks'>, second: Row<'blocks'>): boolean {
    const points = (from: Row<'blocks'>, to: Row<'blocks'>) => [from.parent_id, from.origin_id].includes(to.block_id)
    const isThread = first.thread_id !== null && first.thread_id === second.thread_id
    const isHome = first.tenant_id === second.tenant_id
    const linked = ({ source_id, target_id }: Row<'block_links'>) =>
      [source_id, target_id].sort().join() === [first.block_id, second.block_id].sort().join()
    return points(first, second) || points(second, first) || (isHome && (isThread || related.some(linked)))
  }

  /** Whether the first block holds the reference, or is the later one of a thread. */
  function refersTo(first: Row<'blocks'>, second: Row<'blocks'>): boolean {
    const isHome = first.tenant_id === second.tenant_id
    const isThread = isHome && first.thread_id !== null && first.thread_id === second.thread_id
    const order = first.date_associated - second.date_associated || (first.block_id < second.block_id ? -1 : 1)
    const isLink = related.some((link) => link.source_id === first.block_id && link.target_id === second.block_id)
    return [first.parent_id, first.origin_id].includes(second.block_id) || isLink || (isThread && order > 0)
  }

  const tagsOn = (viewer: GraphUser, block: Row<'blocks'>) =>
    links
      .filter(({ tenant_id, block_id }) => tenant_id === viewer.tenantId && block_id === block.block_id)
      .map(({ tag_id }) => tag_id)
      .filter((id) => id !== viewer.tagId)

  /** Tags on more than 20 blocks and a tenth of what the viewer sees are not followed. */
  const followed = (viewer: GraphUser, block: Row<'blocks'>) => {
    const own = links.filter(({ tenant_id, archived }) => tenant_id === viewer.tenantId && !archived)
    const all = own.filter(({ tag_id, shared }) => tag_id === viewer.tagId && shared).length
    const count = (tag: string) => own.filter(({ tag_id }) => tag_id === tag).length
    return tagsOn(viewer, block).filter((tag) => count(tag) <= Math.max(20, Math.floor(all / 10)))
  }

  function reach(viewer: GraphUser, root: Row<'blocks'>, isIn: (block: Row<'blocks'>) => boolean): Set<string> {
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
              relatedPairs(from, block) || followed(viewer, from).some((tag) => tagsOn(viewer, block).includes(tag)),
          ),
      )
      for (const block of next) reached.set(block.block_id, block)
      frontier = next
    }
    return new Set(reached.keys())
  }

  test('returns the blocks that the oracle reaches, and none that is not visible', async () => {
    const arbitraryQuery = viewers.chain((index) => {
      const visible = seen(personOf(index))
      const roots = blocks.filter(({ block_id, archived }) => visible.has(block_id) && !archived)
      return fc.record({
        index: fc.constant(index),
        root: fc.constantFrom(...roots),
        day: fc.integer({ min: -40, max: 40 }),
      })
    })
    await fc.assert(
      fc.asyncProperty(arbitraryQuery, fc.boolean(), async ({ index, root, day }, isNarrow) => {
        const viewer = personOf(index)
        const gte = NOON + day * DAY
        const fabric = await weave(viewer, {
          _id: root.block_id,
          ...omitUndefined({ dateCreated: isNarrow ? { gte } : undefined }),
        })
        const expected = reach(viewer, root, ({ date_created }) => !isNarrow || date_created >= gte)
        expect(fabric.blocks[0]?._id).toBe(root.block_id)
        expect(new Set(fabric.blocks.map(({ _id }) => _id))).toEqual(expected)
        expect(fabric.rootId).toBe(root.block_id)
        expectWoven(viewer, fabric)
      }),
      { numRuns: randomRuns(60) },
    )
  })

  /** Checks that links and tags are those of the returned blocks. */
  function expectWoven(viewer: GraphUser, fabric: Fabric): void {
    const there = blocks.filter(({ block_id }) => fabric.blocks.some(({ _id }) => _id === block_id))
    const shown = new Set(tags.filter(({ archived }) => !archived).map(({ tag_id }) => tag_id))
    const used = new Set(there.flatMap((block) => tagsOn(viewer, block)).filter((id) => shown.has(id)))
    expect(new Set(fabric.tags.map(({ _id }) => _id))).toEqual(used)
    const toTags = there.flatMap((block) =>
      tagsOn(viewer, block)
        .filter((id) => used.has(id))
        .map((id) => `${block.block_id} ${id}`),
    )
    const toBlocks = there.flatMap((first) =>
      there
        .filter((second) => second !== first && refersTo(first, second))
        .map((second) => `${first.block_id} ${second.block_id}`),
    )
    expect(fabric.links.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`).sort()).toEqual(
      [...toTags, ...toBlocks].sort(),
    )
    expect(fabric.truncated).toBe(false)
  }

  test('does not find a block that is not visible or archived', async () => {
    const viewer = personOf(0)
    const visible = seen(viewer)
    const foreign = blocks.find(({ block_id }) => !visible.has(block_id))?.block_id
    const archived = blocks.find(({ block_id, archived }) => visible.has(block_id) && archived)?.block_id
    for (const _id of [foreign, archived, randomUUID(), 'no id']) {
      expect(codeOf(await api.execute(viewer.email, QUERY, { input: { _id } }))).toBe('NOT_FOUND')
    }
  })
})
