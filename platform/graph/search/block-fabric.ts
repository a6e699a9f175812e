import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import {
  type FabricLink,
  type FabricWindow,
  findBlockLinks,
  findNeighbors,
  findTagLinks,
  findTagsOfBlocks,
} from '../../storage/graph/search/fabric.ts'
import type { NumberFilter } from '../../storage/graph/search/filters.ts'
import type { TagRow } from '../../storage/graph/tags/rows.ts'
import { NumberFilterInput, toNumberFilter } from '../arguments/filters.ts'
import { findVisibleBlock } from '../blocks/find-block.ts'
import { Block } from '../blocks/types/block.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { Tag } from '../tags/tag.ts'
import { withCost } from '../with-cost.ts'

/** How far a fabric reaches. */
const MAX = { depth: 3, blocks: 200, links: 1_000, tags: 200, timeMs: 2_000 } as const
const DAY_MS = 86_400_000
/** Around the root, as a matter of course and at most (ms). */
const DEFAULT_WINDOW_MS = 180 * DAY_MS
const MAX_WINDOW_MS = 730 * DAY_MS
/** Rows that a list of the fabric is taken to have when its cost is reckoned. */
const DEFAULT_ROWS = 50

interface Fabric {
  root: BlockRow
  blocks: BlockRow[]
  tags: TagRow[]
  links: FabricLink[]
  truncated: boolean
}

const FabricLinkType = builder.objectRef<FabricLink>('BlockFabricLink').implement({
  description: 'Two blocks that hang together, or a block and a tag that is on it.',
  fields: (t) => ({
    sourceId: t.exposeID('source_id', { nullable: false }),
    targetId: t.exposeID('target_id', { nullable: false }),
  }),
})

const rows = { nullable: { list: false, items: false }, ...withCost({ rows: DEFAULT_ROWS }) } as const

const BlockFabric = builder.objectRef<Fabric>('BlockFabric').implement({
  description: `What a block is part of: up to ${MAX.depth} steps away and ${MAX.blocks} blocks, the nearest first.`,
  fields: (t) => ({
    rootId: t.id({ nullable: false, resolve: ({ root }) => root.block_id }),
    blocks: t.expose('blocks', { type: [Block], ...rows, description: 'The root is the first.' }),
    links: t.expose('links', { type: [FabricLinkType], ...rows }),
    tags: t.expose('tags', { type: [Tag], ...rows }),
    truncated: t.exposeBoolean('truncated', { nullable: false, description: 'There is more than is answered.' }),
  }),
})

const BlockFabricInput = builder.inputType('BlockFabricInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    dateCreated: t.field({
      type: NumberFilterInput,
      description: 'In place of half a year around the root: blocks that were created then, two years away at most.',
    }),
  }),
})

builder.queryField('blockFabric', (t) =>
  t.field({
    type: BlockFabric,
    ...withCost({ heavy: true }),
    args: { input: t.arg({ type: BlockFabricInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const root = await findVisibleBlock(context, input._id, false)
      return weave(root, windowAround(root, toNumberFilter(input.dateCreated)), context)
    },
  }),
)

function windowAround({ date_associated: middle }: BlockRow, created: NumberFilter | undefined): FabricWindow {
  const reach = created ? MAX_WINDOW_MS : DEFAULT_WINDOW_MS
  return { associated: { gte: middle - reach, lte: middle + reach }, ...(created ? { created } : {}) }
}

async function weave(root: BlockRow, window: FabricWindow, context: GraphContext): Promise<Fabric> {
  const { db, viewer } = context
  const { blocks, truncated } = await walk(root, window, context)
  const ids = blocks.map(({ block_id }) => block_id)
  const [tags, links] = await Promise.all([
    findTagsOfBlocks(db, viewer, ids, MAX.tags + 1),
    findBlockLinks(db, viewer, ids, MAX.links + 1),
  ])
  const shown = tags.slice(0, MAX.tags)
  const room = MAX.links + 1 - links.length
  const tagIds = shown.map(({ tag_id }) => tag_id)
  const all = [...links, ...(room > 0 ? await findTagLinks(db, viewer, ids, tagIds, room) : [])]
  const isCut = truncated || tags.length > MAX.tags || all.length > MAX.links
  return { root, blocks, tags: shown, links: all.slice(0, MAX.links), truncated: isCut }
}

/** Breadth first. What lies beyond the depth is not missing; what there was no room or time for is. */
async function walk(root: BlockRow, window: FabricWindow, { db, viewer, now }: GraphContext) {
  const until = now() + MAX.timeMs
  const blocks = [root]
  let frontier = [root.block_id]
  for (let depth = 0; depth < MAX.depth && frontier.length > 0; depth += 1) {
    if (now() > until) return { blocks, truncated: true }
    const known = blocks.map(({ block_id }) => block_id)
    const room = MAX.blocks - blocks.length
    const found = await findNeighbors(db, viewer, frontier, known, window, room + 1)
    blocks.push(...found.slice(0, room))
    if (found.length > room) return { blocks, truncated: true }
    frontier = found.map(({ block_id }) => block_id)
  }
  return { blocks, truncated: false }
}
