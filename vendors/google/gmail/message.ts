import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import type { Email } from '../../../src/contract/index.ts'
import { UnreadableMessageError } from '../../../src/kit/mail/batch.ts'
import type { Requester } from '../client.ts'
import { UnreadableResponse } from '../response.ts'
import { findDetachedTexts } from './body.ts'
import type { ListedMessage } from './cursor.ts'
import { type Mailbox, type Message, toEmail } from './map.ts'
import { type MailQuery, matchesQuery } from './query.ts'

/** Quota units of a message, and of a text that has to be fetched separately. */
const UNITS = 20

/**
 * Fetches a listed message. Returns undefined if it does not match the query: outside the window, none of the
 * addresses, a draft or chat, or part of an earlier chunk. Throws UnreadableMessageError, or a ProviderError when the
 * fetch fails.
 */
export async function fetchMessage(
  request: Requester<gmail_v1.Gmail>,
  query: MailQuery,
  { id, chunk }: ListedMessage,
  mailbox: Mailbox,
): Promise<Email | undefined> {
  const message = await fetchFullMessage(request, id)
  if (!withUnreadableMessageError(() => matchesQuery(message, query, chunk))) return undefined
  for (const part of withUnreadableMessageError(() => findDetachedTexts(message.payload ?? {}))) {
    part.body = { ...part.body, data: await fetchText(request, id, part.body?.attachmentId ?? '') }
  }
  return withUnreadableMessageError(() => toEmail(message, mailbox))
}

async function fetchFullMessage(request: Requester<gmail_v1.Gmail>, id: string): Promise<Message> {
  return request(UNITS, async (google, options) => {
    const { data } = await google.users.messages.get({ userId: 'me', id, format: 'full' }, options)
    if (data?.id !== id) throw new UnreadableResponse()
    return { data: data as Message }
  })
}

async function fetchText(request: Requester<gmail_v1.Gmail>, messageId: string, id: string): Promise<string> {
  const { data } = await request(UNITS, (google, options) =>
    google.users.messages.attachments.get({ userId: 'me', messageId, id }, options),
  )
  return data ?? ''
}

function withUnreadableMessageError<Result>(convert: () => Result): Result {
  try {
    return convert()
  } catch (error) {
    throw new UnreadableMessageError('message does not have the form that Google documents', { cause: error })
  }
}
