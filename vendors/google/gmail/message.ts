import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import type { Email } from '../../../src/contract/index.ts'
import { BadMessage } from '../../../src/kit/mail-batch.ts'
import type { Ask } from '../client.ts'
import { UnreadableAnswer } from '../response.ts'
import { missingTexts } from './body.ts'
import type { Entry } from './cursor.ts'
import { type Mailbox, type Message, toEmail } from './map.ts'
import { isWanted, type Search } from './query.ts'

/** Price of a message, and of a text that has to be fetched by itself. */
const UNITS = 20

/**
 * Fetches a listed message. Undefined when it is not what was asked for: outside the window, not about the addresses,
 * a draft or a chat, or delivered with an earlier chunk. Throws BadMessage, or a ProviderError when the fetch fails.
 */
export async function readMessage(
  ask: Ask<gmail_v1.Gmail>,
  search: Search,
  { id, chunk }: Entry,
  mailbox: Mailbox,
): Promise<Email | undefined> {
  const message = await get(ask, id)
  if (!reading(() => isWanted(message, search, chunk))) return undefined
  for (const part of reading(() => missingTexts(message.payload ?? {}))) {
    part.body = { ...part.body, data: await getText(ask, id, part.body?.attachmentId ?? '') }
  }
  return reading(() => toEmail(message, mailbox))
}

async function get(ask: Ask<gmail_v1.Gmail>, id: string): Promise<Message> {
  return ask(UNITS, async (google, options) => {
    const { data } = await google.users.messages.get({ userId: 'me', id, format: 'full' }, options)
    if (data?.id !== id) throw new UnreadableAnswer()
    return { data: data as Message }
  })
}

async function getText(ask: Ask<gmail_v1.Gmail>, messageId: string, id: string): Promise<string> {
  const { data } = await ask(UNITS, (google, options) =>
    google.users.messages.attachments.get({ userId: 'me', messageId, id }, options),
  )
  return data ?? ''
}

function reading<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new BadMessage('a message is not in the form Google documents', { cause: error })
  }
}
