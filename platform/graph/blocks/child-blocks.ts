import { type BlockRow, findBlocks } from '../../storage/graph/access/visibility.ts'
import {
  type BlockReference,
  type ChildrenQuery,
  loadChildren,
  loadDependencies,
} from '../../storage/graph/blocks/children.ts'
import { type PageSizePolicy, parsePageRequest } from '../arguments/paging.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import type { GraphContext } from '../context.ts'
import { withCost } from '../with-cost.ts'

/** The size of lists of child blocks. */
export const CHILDREN_SIZE: PageSizePolicy = { defaultSize: 20, maxSize: 100 }
export const childBlocksCost = withCost({ rows: CHILDREN_SIZE.defaultSize })

const readers = new WeakMap<GraphContext, Map<string, BatchFunction<string, BlockRow[]>>>()

type ChildrenArgs = Omit<ChildrenQuery, 'size' | 'page'> & Parameters<typeof parsePageRequest>[0]

/** Loads the visible child blocks of a block. Calls with the same arguments are batched into one query. */
export async function loadChildBlocks(
  context: GraphContext,
  { block_id }: BlockRow,
  args: ChildrenArgs,
): Promise<BlockRow[]> {
  const contextReaders = readers.get(context) ?? new Map<string, BatchFunction<string, BlockRow[]>>()
  readers.set(context, contextReaders)
  const key = JSON.stringify(args)
  const reader = contextReaders.get(key) ?? createReader(context, args)
  contextReaders.set(key, reader)
  return (await load(context, reader, block_id)) ?? []
}

/** The batch function for a set of arguments; an invalid page is reported once for all blocks. */
function createReader(context: GraphContext, args: ChildrenArgs): BatchFunction<string, BlockRow[]> {
  const query = { ...args, ...parsePageRequest(args, context, CHILDREN_SIZE) }
  return ({ db, viewer }, ids) => loadChildren(db, viewer, ids, query)
}

const readBlocks: BatchFunction<string, BlockRow> = ({ db, viewer }, ids) => findBlocks(db, viewer, ids)

/** Loads a block if the viewer can see it. */
export async function loadBlock(context: GraphContext, id: string | null): Promise<BlockRow | undefined> {
  return id === null ? undefined : load(context, readBlocks, id)
}

const readTargets: BatchFunction<string, BlockReference[]> = ({ db, viewer }, ids) => loadDependencies(db, viewer, ids)

/** Loads the visible blocks that a block references. */
export async function loadReferencedBlocks(context: GraphContext, { block_id }: BlockRow): Promise<BlockReference[]> {
  return (await load(context, readTargets, block_id)) ?? []
}
