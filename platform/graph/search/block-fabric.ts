import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { type FabricWindow, findNeighbors, maxBlocksOfTag } from '../../storage/graph/search/fabric.ts'
import {
  type FabricLink,
  findBlockLinks,
  findTagLinks,
  findTagsOfBlocks,
} from '../../storage/graph/search/fabric-links.ts'
import type { NumberFilter } from '../../storage/graph/search/filters.ts'
import type { TagRow } from '../../storage/graph/tags/rows.ts'
import { NumberFilterInput, toNumberFilter } from '../arguments/filters.ts'
import { findVisibleBlock } from '../blocks/find-block.ts'
import { Block } from '../blocks/types/block.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { Tag } from '../tags/tag.ts'
import { withCost } from '../with-cost.ts'

/** Limits of a fabric. */
const MAX = { depth: 3, blocks: 200, links: 1_000, tags: 200, timeoutMs: 2_000 } as const
const DAY_MS = 86_400_000
/** The default and the maximum distance from the root in time (ms). */
const DEFAULT_WINDOW_MS = 180 * DAY_MS
const MAX_WINDOW_MS = 730 * DAY_MS
/** Assumed rows of a list of the fabric, for the estimated cost. */
const DEFAULT_ROWS = 50

interface Fabric {
  root: BlockRow
  blocks: BlockRow[]
  tags: TagRow[]
  links: FabricLink[]
  truncated: boolean
}

const FabricLinkType = builder.objectRef<FabricLink>('BlockFabricLink').implement({
  description:
    'A block and what it refers to: its parent, its origin, what it watches, an earlier block of its thread, or a tag.',
  fields: (t) => ({
    sourceId: t.exposeID('source_id', { nullable: false }),
    targetId: t.exposeID('target_id', { nullable: false }),
  }),
})

const rows = { nullable: { list: false, items: false }, ...withCost({ rows: DEFAULT_ROWS }) } as const

const BlockFabric = builder.objectRef<Fabric>('BlockFabric').implement({
  description: `The blocks related to a block: up to ${MAX.blocks} blocks within ${MAX.depth} steps, nearest first.`,
  fields: (t) => ({
    rootId: t.id({ nullable: false, resolve: ({ root }) => root.block_id }),
    blocks: t.expose('blocks', { type: [Block], ...rows, description: 'The root comes first.' }),
    links: t.expose('links', { type: [FabricLinkType], ...rows }),
    tags: t.expose('tags', { type: [Tag], ...rows }),
    truncated: t.exposeBoolean('truncated', {
      nullable: false,
      description: 'True if there is more than was returned.',
    }),
  }),
})

const BlockFabricInput = builder.inputType('BlockFabricInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    dateCreated: t.field({
      type: NumberFilterInput,
      description:
        'Limits the fabric to blocks that were created in this range, at most two years from the root. Defaults to half a ' +
        'year around the root.',
    }),
  }),
})

builder.queryField('blockFabric', (t) =>
  t.field({
    type: BlockFabric,
    ...withCost({ heavy: true }),
    args: { input: t.arg({ type: BlockFabricInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const root = await findVisibleBlock(context, input._id, { archived: false })
      return buildFabric(root, windowAround(root, toNumberFilter(input.dateCreated)), context)
    },
  }),
)

function windowAround({ date_associated: middle }: BlockRow, created: NumberFilter | undefined): FabricWindow {
  const radius = created ? MAX_WINDOW_MS : DEFAULT_WINDOW_MS
  return omitUndefined({ associated: { gte: middle - radius, lte: middle + radius }, created })
}

async function buildFabric(root: BlockRow, window: FabricWindow, context: GraphContext): Promise<Fabric> {
  const { db, viewer } = context
  const { blocks, truncated } = await walk(root, window, context)
  const ids = blocks.map(({ block_id }) => block_id)
  const [tags, links] = await Promise.all([
    findTagsOfBlocks(db, viewer, ids, MAX.tags + 1),
    findBlockLinks(db, viewer, ids, MAX.links + 1),
  ])
  const shown = tags.slice(0, MAX.tags)
  const capacity = MAX.links + 1 - links.length
  const tagIds = shown.map(({ tag_id }) => tag_id)
  const all = [...links, ...(capacity > 0 ? await findTagLinks(db, viewer, ids, tagIds, capacity) : [])]
  const isCut = truncated || tags.length > MAX.tags || all.length > MAX.links
  return { root, blocks, tags: shown, links: all.slice(0, MAX.links), truncated: isCut }
}

/** Searches breadth-first. The result is truncated if blocks within the depth are left out for lack of space or time. */
async function walk(root: BlockRow, window: FabricWindow, { db, viewer, now }: GraphContext) {
  const deadline = now() + MAX.timeoutMs
  const blocks = [root]
  const limits = { window, maxBlocksOfTag: await maxBlocksOfTag(db, viewer) }
  let frontier = [root.block_id]
  for (let depth = 0; depth < MAX.depth && frontier.length > 0; depth += 1) {
    if (now() > deadline) return { blocks, truncated: true }
    const knownIds = blocks.map(({ block_id }) => block_id)
    const capacity = MAX.blocks - blocks.length
    const found = await findNeighbors(db, viewer, frontier, knownIds, { ...limits, size: capacity + 1 })
    blocks.push(...found.slice(0, capacity))
    if (found.length > capacity) return { blocks, truncated: true }
    frontier = found.map(({ block_id }) => block_id)
  }
  return { blocks, truncated: false }
}
