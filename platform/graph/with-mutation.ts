import { lockBlock, type Mutation, runMutation } from '../storage/graph/access/mutation.ts'
import type { BlockRow } from '../storage/graph/access/visibility.ts'
import { parseId } from './arguments/ids.ts'
import type { GraphContext } from './context.ts'
import { forbidden, notFound } from './errors.ts'

/** Runs a mutation's work in one transaction; see `Edit` for what it has to say of what it changed. */
export function withMutation<Result>(
  context: GraphContext,
  work: (mutation: Mutation) => Promise<Result>,
): Promise<Result> {
  return runMutation(context.db, context.viewer, context.now(), work)
}

/** The viewer's block of that id, locked. Throws NOT_FOUND where the viewer sees none. */
export async function lockVisible(mutation: Mutation, id: string, what = 'The block'): Promise<BlockRow> {
  const block = await lockBlock(mutation, parseId(id, what))
  if (!block) throw notFound(what)
  return block
}

/** The same for a change of the block itself. Throws FORBIDDEN where the viewer may only read. */
export async function lockWritable(mutation: Mutation, id: string, what = 'The block'): Promise<BlockRow> {
  const block = await lockVisible(mutation, id, what)
  if (!isWritable(block)) throw forbidden(`${what} is shared with you for reading only.`)
  return block
}

export function isWritable({ sharing_level }: Pick<BlockRow, 'sharing_level'>): boolean {
  return sharing_level >= 1
}
