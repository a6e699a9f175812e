import type { Message } from '@microsoft/microsoft-graph-types'
import type { Email } from '../../../src/contract/index.ts'
import { type PendingMessage, UnreadableMessageError } from '../../../src/kit/mail/batch.ts'
import type { Requester } from '../client.ts'
import { toPath } from '../paths.ts'
import type { Folders } from './folders.ts'
import { type Mailbox, toEmail } from './map.ts'
import { type MailQuery, MESSAGE_QUERY, matchesQuery } from './query.ts'

/** The query that messages are matched against, and their mailbox. */
export interface MessageContext {
  query: MailQuery
  folders: Folders
  mailbox: Mailbox
}

/**
 * Returns a listed message: from `listedMessages` if it is there, else fetched. Returns undefined if it does not match
 * the query. Throws UnreadableMessageError, or a ProviderError when the fetch fails.
 */
export async function fetchMessage(
  request: Requester,
  { id }: PendingMessage,
  listedMessages: Map<string, Message>,
  { query, folders, mailbox }: MessageContext,
): Promise<Email | undefined> {
  const message =
    listedMessages.get(id) ?? (await request<Message>(toPath([...query.user, 'messages', id], MESSAGE_QUERY)))
  listedMessages.delete(id)
  try {
    return matchesQuery(message, query, folders) ? toEmail(message, mailbox) : undefined
  } catch (error) {
    throw new UnreadableMessageError('message does not have the form that Graph documents', { cause: error })
  }
}
