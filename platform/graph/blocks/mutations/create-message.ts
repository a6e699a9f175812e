import { type BlockFields, createBlock, writeBlock } from '../../../storage/graph/blocks/writes.ts'
import type { BlockKey, Edit } from '../../../storage/graph/access/mutation.ts'
import { followWhole } from '../../../storage/graph/access/inherited-access.ts'
import { ownNewBlock } from '../../../storage/graph/access/shares.ts'
import { markUnreadForOthers } from '../../../storage/graph/access/viewer-state.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { badInput } from '../../errors.ts'
import type { Linkable } from '../sharing/share-block.ts'
import { lockOfType, lockReferenced } from '../block-references.ts'
import type { MessageInput } from './upsert-message.ts'

type Place = Pick<MessageInput, 'parentReferenceBlock' | 'threadId' | 'sharingTags'>

/** What a message is on: the block that is commented on, the thread it is written in, or neither. */
interface Wholes {
  parent: BlockRow | undefined
  thread: BlockRow | undefined
}

/** The wholes, locked: whoever shares them meanwhile waits, so that nobody misses the message. Throws NOT_FOUND. */
async function lockWholes(edit: Edit, { parentReferenceBlock, threadId }: Place): Promise<Wholes> {
  const parent = parentReferenceBlock
    ? await lockReferenced(edit, 'input.parentReferenceBlock', parentReferenceBlock)
    : undefined
  const thread = threadId == null ? undefined : await lockOfType(edit, threadId, 'thread', 'The thread')
  if (parent && thread && parent.tenant_id !== thread.tenant_id) {
    throw badInput('input.threadId', 'must be a thread of the account that the block commented on belongs to.')
  }
  return { parent, thread: thread ?? (parent?.block_type === 'thread' ? parent : undefined) }
}

/**
 * Makes a message where the block that it is on is at home. Unless it names who shall see it, it follows that block:
 * whoever sees the one sees the other. Undefined when the id is taken.
 */
export async function makeMessage(
  edit: Edit,
  place: Place,
  id: string | undefined,
  fields: BlockFields,
): Promise<Linkable | undefined> {
  const { parent, thread } = await lockWholes(edit, place)
  const whole = parent ?? thread
  const made = await createBlock(edit, {
    ...fields,
    block_type: 'message',
    ...(id === undefined ? {} : { block_id: id }),
    ...(whole ? { tenant_id: whole.tenant_id } : {}),
    ...(parent ? { parent_id: parent.block_id, parent_type: parent.block_type } : {}),
    ...(thread ? { thread_id: thread.block_id } : {}),
    ...(whole && !place.sharingTags ? { detail: { follows: true } } : {}),
  })
  if (!made) return undefined
  await ownNewBlock(edit, made)
  const isFollowing = whole !== undefined && !place.sharingTags
  if (isFollowing) {
    await followWhole(edit.tx, whole.tenant_id, whole.block_id, made.block_id, edit.now)
    edit.relinked(made)
  }
  await tellWholes(edit, { parent, thread }, made, isFollowing)
  return { ...made, sharing_level: 2 }
}

/**
 * A comment stands in the history of its block, unless it is for some only; a thread comes up again, unread by the
 * others.
 */
async function tellWholes(edit: Edit, { parent, thread }: Wholes, message: BlockKey, isFollowing: boolean) {
  if (parent && isFollowing) {
    edit.noted(parent, { activity_type: 'COMMENTED', detail: { messageId: message.block_id } })
    edit.changed(parent)
  }
  if (!thread) return
  await writeBlock(edit, thread, {})
  await markUnreadForOthers(edit, thread)
}

/** Whether an input that names a place names the one where the message is. */
export function isPlacedAt({ parent_id, thread_id }: BlockRow, { parentReferenceBlock, threadId }: Place): boolean {
  const isParent = parentReferenceBlock == null || parentReferenceBlock.id?.toLowerCase() === parent_id
  return isParent && (threadId == null || threadId.toLowerCase() === thread_id)
}
