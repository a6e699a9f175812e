import { inheritAccess } from '../../../storage/graph/access/inherited-access.ts'
import type { BlockKey, Mutation } from '../../../storage/graph/access/mutation.ts'
import { grantOwnership } from '../../../storage/graph/access/shares.ts'
import { markUnreadForOthers } from '../../../storage/graph/access/viewer-state.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { type BlockFields, createBlock, updateBlock } from '../../../storage/graph/blocks/writes.ts'
import { badInput } from '../../errors.ts'
import { lockOfType, lockReference } from '../block-references.ts'
import type { ShareTarget } from '../sharing/share-block.ts'
import type { MessageInput } from './upsert-message.ts'

type MessagePlace = Pick<MessageInput, 'parentReferenceBlock' | 'threadId' | 'sharingTags'>

/** What a message is on: the block that is commented on, the thread it is written in, or neither. */
interface Parents {
  parent: BlockRow | undefined
  thread: BlockRow | undefined
}

/** The wholes, locked: whoever shares them meanwhile waits, so that nobody misses the message. Throws NOT_FOUND. */
async function lockParents(mutation: Mutation, { parentReferenceBlock, threadId }: MessagePlace): Promise<Parents> {
  const parent = parentReferenceBlock
    ? await lockReference(mutation, 'input.parentReferenceBlock', parentReferenceBlock)
    : undefined
  const thread = threadId == null ? undefined : await lockOfType(mutation, threadId, 'thread', 'The thread')
  if (parent && thread && parent.tenant_id !== thread.tenant_id) {
    throw badInput('input.threadId', 'must be a thread of the account that the block commented on belongs to.')
  }
  return { parent, thread: thread ?? (parent?.block_type === 'thread' ? parent : undefined) }
}

/**
 * Makes a message where the block that it is on is at home. Unless it names who shall see it, it follows that block:
 * whoever sees the one sees the other. Undefined when the id is taken.
 */
export async function createMessage(
  mutation: Mutation,
  place: MessagePlace,
  id: string | undefined,
  fields: BlockFields,
): Promise<ShareTarget | undefined> {
  const { parent, thread } = await lockParents(mutation, place)
  const whole = parent ?? thread
  const made = await createBlock(mutation, {
    ...fields,
    block_type: 'message',
    ...(id === undefined ? {} : { block_id: id }),
    ...(whole ? { tenant_id: whole.tenant_id } : {}),
    ...(parent ? { parent_id: parent.block_id, parent_type: parent.block_type } : {}),
    ...(thread ? { thread_id: thread.block_id } : {}),
    ...(whole && !place.sharingTags ? { detail: { follows: true } } : {}),
  })
  if (!made) return undefined
  await grantOwnership(mutation, made)
  const isFollowing = whole !== undefined && !place.sharingTags
  if (isFollowing) {
    await inheritAccess(mutation.tx, whole.tenant_id, whole.block_id, made.block_id, mutation.now)
    mutation.recordShareChange(made)
  }
  await notifyParents(mutation, { parent, thread }, made, isFollowing)
  return { ...made, sharing_level: 2 }
}

/**
 * A comment stands in the history of its block, unless it is for some only; a thread comes up again, unread by the
 * others.
 */
async function notifyParents(mutation: Mutation, { parent, thread }: Parents, message: BlockKey, isFollowing: boolean) {
  if (parent && isFollowing) {
    mutation.recordActivity(parent, { activity_type: 'COMMENTED', detail: { messageId: message.block_id } })
    mutation.recordChange(parent)
  }
  if (!thread) return
  await updateBlock(mutation, thread, {})
  await markUnreadForOthers(mutation, thread)
}

/** Whether an input that names a place names the one where the message is. */
export function hasSamePlace(
  { parent_id, thread_id }: BlockRow,
  { parentReferenceBlock, threadId }: MessagePlace,
): boolean {
  const isParent = parentReferenceBlock == null || parentReferenceBlock.id?.toLowerCase() === parent_id
  return isParent && (threadId == null || threadId.toLowerCase() === thread_id)
}
