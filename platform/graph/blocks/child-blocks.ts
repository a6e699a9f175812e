import { type BlockRow, findBlocks } from '../../storage/graph/access/visibility.ts'
import {
  type BlockReference,
  type ChildrenQuery,
  loadChildren,
  loadDependencies,
} from '../../storage/graph/blocks/children.ts'
import { type PageSizePolicy, parseSlice } from '../arguments/paging.ts'
import type { GraphContext } from '../context.ts'
import { load, type Reader } from '../together.ts'
import { withCost } from '../with-cost.ts'

/** Of lists inside a block. */
export const CHILDREN_SIZE: PageSizePolicy = { defaultSize: 20, maxSize: 100 }
export const childBlocksCost = withCost({ rows: CHILDREN_SIZE.defaultSize })

const readers = new WeakMap<GraphContext, Map<string, Reader<string, BlockRow[]>>>()

type Asked = Omit<ChildrenQuery, 'size' | 'page'> & Parameters<typeof parseSlice>[0]

/** Blocks that are part of a block, as far as the viewer may see them. What is asked of many blocks is read at once. */
export async function loadChildBlocks(
  context: GraphContext,
  { block_id }: BlockRow,
  asked: Asked,
): Promise<BlockRow[]> {
  const known = readers.get(context) ?? new Map<string, Reader<string, BlockRow[]>>()
  readers.set(context, known)
  const name = JSON.stringify(asked)
  const reader = known.get(name) ?? readerOf(context, asked)
  known.set(name, reader)
  return (await load(context, reader, block_id)) ?? []
}

/** Blocks of which the same is asked have a reader in common; what is wrong with the question is said once. */
function readerOf(context: GraphContext, asked: Asked): Reader<string, BlockRow[]> {
  const question = { ...asked, ...parseSlice(asked, context, CHILDREN_SIZE) }
  return ({ db, viewer }, ids) => loadChildren(db, viewer, ids, question)
}

const readBlocks: Reader<string, BlockRow> = ({ db, viewer }, ids) => findBlocks(db, viewer, ids)

/** The block of that id as far as the viewer may see it. */
export async function loadBlock(context: GraphContext, id: string | null): Promise<BlockRow | undefined> {
  return id === null ? undefined : load(context, readBlocks, id)
}

const readTargets: Reader<string, BlockReference[]> = ({ db, viewer }, ids) => loadDependencies(db, viewer, ids)

/** The blocks that a block stands on, as far as the viewer may see them. */
export async function loadReferencedBlocks(context: GraphContext, { block_id }: BlockRow): Promise<BlockReference[]> {
  return (await load(context, readTargets, block_id)) ?? []
}
