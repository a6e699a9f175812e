import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import type { Email } from '../../../src/contract/index.ts'
import { UnreadableMessageError } from '../../../src/kit/mail/batch.ts'
import type { Requester } from '../client.ts'
import { UnreadableResponse } from '../response.ts'
import { findDetachedTexts } from './body.ts'
import type { ListedMessage } from './cursor.ts'
import { type Mailbox, type Message, toEmail } from './map.ts'
import { type MailQuery, matchesQuery } from './query.ts'

/** Price of a message, and of a text that has to be fetched by itself. */
const UNITS = 20

/**
 * Fetches a listed message. Undefined when it is not what was asked for: outside the window, not about the addresses,
 * a draft or a chat, or delivered with an earlier chunk. Throws BadMessage, or a ProviderError when the fetch fails.
 */
export async function fetchMessage(
  ask: Requester<gmail_v1.Gmail>,
  search: MailQuery,
  { id, chunk }: ListedMessage,
  mailbox: Mailbox,
): Promise<Email | undefined> {
  const message = await fetchFullMessage(ask, id)
  if (!orBadMessage(() => matchesQuery(message, search, chunk))) return undefined
  for (const part of orBadMessage(() => findDetachedTexts(message.payload ?? {}))) {
    part.body = { ...part.body, data: await fetchText(ask, id, part.body?.attachmentId ?? '') }
  }
  return orBadMessage(() => toEmail(message, mailbox))
}

async function fetchFullMessage(ask: Requester<gmail_v1.Gmail>, id: string): Promise<Message> {
  return ask(UNITS, async (google, options) => {
    const { data } = await google.users.messages.get({ userId: 'me', id, format: 'full' }, options)
    if (data?.id !== id) throw new UnreadableResponse()
    return { data: data as Message }
  })
}

async function fetchText(ask: Requester<gmail_v1.Gmail>, messageId: string, id: string): Promise<string> {
  const { data } = await ask(UNITS, (google, options) =>
    google.users.messages.attachments.get({ userId: 'me', messageId, id }, options),
  )
  return data ?? ''
}

function orBadMessage<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new UnreadableMessageError('a message is not in the form Google documents', { cause: error })
  }
}
