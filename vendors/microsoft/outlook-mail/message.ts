import type { Message } from '@microsoft/microsoft-graph-types'
import type { Email } from '../../../src/contract/index.ts'
import { BadMessage, type Pending } from '../../../src/kit/mail-batch.ts'
import type { Ask } from '../client.ts'
import { toPath } from '../paths.ts'
import type { Folders } from './folders.ts'
import { FIELDS, type Mailbox, toEmail } from './map.ts'
import { isWanted, type Search } from './query.ts'

/** What the messages of a mailbox are judged by. */
export interface Sight {
  search: Search
  folders: Folders
  mailbox: Mailbox
}

/**
 * A listed message: as the list gave it, else fetched. Undefined when it is not what was asked for. Throws BadMessage,
 * or a ProviderError when the fetch fails.
 */
export async function readMessage(
  ask: Ask,
  { id }: Pending,
  inHand: Map<string, Message>,
  { search, folders, mailbox }: Sight,
): Promise<Email | undefined> {
  const message = inHand.get(id) ?? (await ask<Message>(toPath(['me', 'messages', id], { $select: FIELDS })))
  inHand.delete(id)
  try {
    return isWanted(message, search, folders) ? toEmail(message, mailbox) : undefined
  } catch (error) {
    throw new BadMessage('a message is not in the form Graph documents', { cause: error })
  }
}
