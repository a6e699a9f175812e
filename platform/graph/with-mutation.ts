import { lockBlock, type Mutation, runMutation } from '../storage/graph/access/mutation.ts'
import { type BlockRow, selectBlocks } from '../storage/graph/access/visibility.ts'
import type { Send } from '../storage/postgres/pipelining.ts'
import { parseId } from './arguments/ids.ts'
import type { GraphContext } from './context.ts'
import { forbidden, notFound } from './errors.ts'

/**
 * Runs a mutation in one transaction. `work` records what it changes on the `Mutation` that it is given. Returns its result,
 * or what `read` returns: see `runMutation`.
 */
export function withMutation<Work, Result = Work>(
  { db, viewer, now }: Pick<GraphContext, 'db' | 'viewer' | 'now'>,
  work: (mutation: Mutation) => Promise<Work>,
  read?: (send: Send, result: Work) => Promise<Result>,
): Promise<Result> {
  return runMutation(db, viewer, now(), work, read)
}

/** Like `withMutation`, for work that returns the id of a block: returns the block, if the viewer can still see it. */
export function withMutationOfBlock(
  context: GraphContext,
  work: (mutation: Mutation) => Promise<string>,
): Promise<BlockRow | undefined> {
  return withMutation(context, work, async (send, id) => (await send(selectBlocks(context.viewer, [id])))[0])
}

/** Locks and returns a block. Throws NOT_FOUND if it is not visible to the viewer; `noun` names it in the message. */
export async function lockVisible(mutation: Mutation, id: string, noun = 'The block'): Promise<BlockRow> {
  const block = await lockBlock(mutation, parseId(id, noun))
  if (!block) throw notFound(noun)
  return block
}

/** Like `lockVisible`, for changes of the block itself. Also throws FORBIDDEN if the viewer may only read it. */
export async function lockWritable(mutation: Mutation, id: string, noun = 'The block'): Promise<BlockRow> {
  const block = await lockVisible(mutation, id, noun)
  if (!isWritable(block)) throw forbidden(`${noun} is shared with you read-only.`)
  return block
}

export function isWritable({ sharing_level }: Pick<BlockRow, 'sharing_level'>): boolean {
  return sharing_level >= 1
}
