import { lockBlock, type Mutation, runMutation } from '../storage/graph/access/mutation.ts'
import type { BlockRow } from '../storage/graph/access/visibility.ts'
import { parseId } from './arguments/ids.ts'
import type { GraphContext } from './context.ts'
import { forbidden, notFound } from './errors.ts'

/** Runs a mutation in one transaction. `work` records what it changes on the `Mutation` that it is given. */
export function withMutation<Result>(
  context: GraphContext,
  work: (mutation: Mutation) => Promise<Result>,
): Promise<Result> {
  return runMutation(context.db, context.viewer, context.now(), work)
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
