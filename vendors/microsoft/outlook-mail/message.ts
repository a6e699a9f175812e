import type { Message } from '@microsoft/microsoft-graph-types'
import type { Email } from '../../../src/contract/index.ts'
import { UnreadableMessageError, type PendingMessage } from '../../../src/kit/mail/batch.ts'
import type { Requester } from '../client.ts'
import { toPath } from '../paths.ts'
import type { Folders } from './folders.ts'
import { FIELDS, type Mailbox, toEmail } from './map.ts'
import { type MailQuery, matchesQuery } from './query.ts'

/** What the messages of a mailbox are judged by. */
export interface MessageContext {
  search: MailQuery
  folders: Folders
  mailbox: Mailbox
}

/**
 * A listed message: as the list gave it, else fetched. Undefined when it is not what was asked for. Throws BadMessage,
 * or a ProviderError when the fetch fails.
 */
export async function fetchMessage(
  ask: Requester,
  { id }: PendingMessage,
  inHand: Map<string, Message>,
  { search, folders, mailbox }: MessageContext,
): Promise<Email | undefined> {
  const message = inHand.get(id) ?? (await ask<Message>(toPath(['me', 'messages', id], { $select: FIELDS })))
  inHand.delete(id)
  try {
    return matchesQuery(message, search, folders) ? toEmail(message, mailbox) : undefined
  } catch (error) {
    throw new UnreadableMessageError('a message is not in the form Graph documents', { cause: error })
  }
}
