import { type BlockReference, type PartsQuestion, partsOf, targetsOf } from '../../storage/graph/blocks/children.ts'
import { type BlockRow, findBlocks } from '../../storage/graph/access/visibility.ts'
import type { GraphContext } from '../context.ts'
import { type SizeRule, sliceOf } from '../arguments/paging.ts'
import { load, type Reader } from '../together.ts'
import { weighing } from '../with-cost.ts'

/** Of lists inside a block. */
export const PARTS_SIZE: SizeRule = { usual: 20, most: 100 }
export const ofParts = weighing({ rows: PARTS_SIZE.usual })

const readers = new WeakMap<GraphContext, Map<string, Reader<string, BlockRow[]>>>()

type Asked = Omit<PartsQuestion, 'size' | 'page'> & Parameters<typeof sliceOf>[0]

/** Blocks that are part of a block, as far as the viewer may see them. What is asked of many blocks is read at once. */
export async function readParts(context: GraphContext, { block_id }: BlockRow, asked: Asked): Promise<BlockRow[]> {
  const known = readers.get(context) ?? new Map<string, Reader<string, BlockRow[]>>()
  readers.set(context, known)
  const name = JSON.stringify(asked)
  const reader = known.get(name) ?? readerOf(context, asked)
  known.set(name, reader)
  return (await load(context, reader, block_id)) ?? []
}

/** Blocks of which the same is asked have a reader in common; what is wrong with the question is said once. */
function readerOf(context: GraphContext, asked: Asked): Reader<string, BlockRow[]> {
  const question = { ...asked, ...sliceOf(asked, context, PARTS_SIZE) }
  return ({ db, viewer }, ids) => partsOf(db, viewer, ids, question)
}

const readBlocks: Reader<string, BlockRow> = ({ db, viewer }, ids) => findBlocks(db, viewer, ids)

/** The block of that id as far as the viewer may see it. */
export async function blockOf(context: GraphContext, id: string | null): Promise<BlockRow | undefined> {
  return id === null ? undefined : load(context, readBlocks, id)
}

const readTargets: Reader<string, BlockReference[]> = ({ db, viewer }, ids) => targetsOf(db, viewer, ids)

/** The blocks that a block stands on, as far as the viewer may see them. */
export async function targetsOfBlock(context: GraphContext, { block_id }: BlockRow): Promise<BlockReference[]> {
  return (await load(context, readTargets, block_id)) ?? []
}
