import type { PageMessageFragment, ThreadMessagesQuery } from '../../../documents.ts'
import { toLine } from '../../../text/blocks.ts'

export type ThreadMessage = PageMessageFragment

/** Who wrote a message: “You”, a name, or that it is not known. */
export function authorOfMessage({ author }: Pick<ThreadMessage, 'author'>): string {
  return author?.self ? 'You' : toLine(author?.name) || 'Unknown'
}

/** The messages among the blocks, oldest first, each once. */
export function toMessages(
  found: readonly (ThreadMessage | NonNullable<ThreadMessagesQuery['searchGraph']>[number])[],
): ThreadMessage[] {
  const messages = new Map(
    found.flatMap((block) => ('author' in block && !block.archived ? [[block._id, block] as const] : [])),
  )
  return [...messages.values()].toSorted((left, right) => (left.dateCreated ?? 0) - (right.dateCreated ?? 0))
}

/** Whether a message is shown with its author: not if they wrote the one before, less than five minutes earlier. */
export function startsGroup(message: ThreadMessage, previous: ThreadMessage | undefined): boolean {
  if (!previous || authorOfMessage(previous) !== authorOfMessage(message)) return true
  return (message.dateCreated ?? 0) - (previous.dateCreated ?? 0) > GROUP_MS
}

const GROUP_MS = 5 * 60_000
