import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { inheritAccess } from '../../../storage/graph/access/inherited-access.ts'
import { type BlockKey, lockBlock, type Mutation } from '../../../storage/graph/access/mutation.ts'
import { grantOwnership } from '../../../storage/graph/access/shares.ts'
import { markUnreadForOthers } from '../../../storage/graph/access/viewer-state.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { type BlockFields, type BlockInsert, createBlock, updateBlock } from '../../../storage/graph/blocks/writes.ts'
import { badInput } from '../../errors.ts'
import type { ReferenceBlockInput } from '../../values/block-reference.ts'
import { lockOfType, lockReference } from '../references.ts'
import type { ShareTarget } from '../sharing/share-policy.ts'

/** Where a message is posted: on a block, in a thread, or neither. */
export interface MessagePlace {
  parentReferenceBlock?: typeof ReferenceBlockInput.$inferInput | null | undefined
  threadId?: string | null | undefined
  /** Explicit recipients; without them the message inherits the access of its parent. */
  sharingTags?: readonly object[] | null | undefined
}

interface Parents {
  /** The block that is commented on. */
  parent: BlockRow | undefined
  /** The thread that the message is posted in. */
  thread: BlockRow | undefined
}

/** Locks the parents, so that a concurrent change of their shares cannot miss the message. Throws NOT_FOUND. */
async function lockParents(mutation: Mutation, { parentReferenceBlock, threadId }: MessagePlace): Promise<Parents> {
  const parent = parentReferenceBlock
    ? await lockReference(mutation, 'input.parentReferenceBlock', parentReferenceBlock)
    : undefined
  const thread = threadId == null ? undefined : await lockOfType(mutation, threadId, 'thread', 'The thread')
  if (parent && thread && parent.tenant_id !== thread.tenant_id) {
    throw badInput('input.threadId', 'must be a thread of the account that owns the commented block.')
  }
  return { parent, thread: thread ?? (parent?.block_type === 'thread' ? parent : undefined) }
}

/**
 * Creates a message in the tenant that owns the commented block or thread. Without explicit recipients it inherits that
 * block's access, now and later. If that tenant uses the id for a block that the viewer cannot see, the message stays in
 * the viewer's own graph, so that the result does not tell (decision 033). Returns undefined if the id already exists.
 */
export async function createMessage(
  mutation: Mutation,
  place: MessagePlace,
  id: string | undefined,
  fields: BlockFields,
): Promise<ShareTarget | undefined> {
  const { parent, thread } = await lockParents(mutation, place)
  const accessParent = place.sharingTags ? undefined : (parent ?? thread)
  const home = (parent ?? thread)?.tenant_id
  const draft = omitUndefined({
    ...fields,
    block_type: 'message' as const,
    block_id: id,
    parent_id: parent?.block_id,
    parent_type: parent?.block_type,
    thread_id: thread?.block_id,
  })
  const message = await createBlock(mutation, {
    ...draft,
    ...omitUndefined({ tenant_id: home, detail: accessParent ? { follows: true } : undefined }),
  })
  if (!message)
    return home === undefined || home === mutation.viewer.tenantId ? undefined : createOwnMessage(mutation, draft)
  await grantOwnership(mutation, message)
  if (accessParent) {
    const { tenant_id, block_id } = accessParent
    await inheritAccess(mutation.sendHome(tenant_id), tenant_id, block_id, message.block_id, mutation.now)
    mutation.recordShareChange(message)
  }
  notifyParents(mutation, { parent, thread }, message, accessParent !== undefined)
  return { ...message, sharing_level: 2 }
}

/** Creates the message for its author alone. Returns undefined if they can see a block with its id. */
async function createOwnMessage(mutation: Mutation, draft: BlockInsert): Promise<ShareTarget | undefined> {
  if (draft.block_id === undefined || (await lockBlock(mutation, draft.block_id))) return undefined
  const message = await createBlock(mutation, draft)
  if (!message) return undefined
  await grantOwnership(mutation, message)
  return { ...message, sharing_level: 2 }
}

/**
 * Records the message in the history of the commented block, unless it has recipients of its own. Marks the thread as
 * updated, and unread for everyone else.
 */
function notifyParents(mutation: Mutation, { parent, thread }: Parents, message: BlockKey, inheritsAccess: boolean) {
  if (parent && inheritsAccess) {
    mutation.recordActivity(parent, { activity_type: 'COMMENTED', detail: { messageId: message.block_id } })
    mutation.recordChange(parent)
  }
  if (!thread) return
  updateBlock(mutation, thread, {})
  markUnreadForOthers(mutation, thread)
}

/** Whether the parents that an input names, if any, are those of the message. */
export function hasSamePlace(message: BlockRow, { parentReferenceBlock, threadId }: MessagePlace): boolean {
  const isSameParent = parentReferenceBlock == null || parentReferenceBlock.id?.toLowerCase() === message.parent_id
  return isSameParent && (threadId == null || threadId.toLowerCase() === message.thread_id)
}
