import type { EmailFilter } from '../../../src/contract/index.ts'
import { normalizeAddresses } from '../../../src/kit/people.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { type Message, toDateReceived, toParticipantEmails, toReplyToEmails } from './map.ts'

/** The mail that a sync requests. It is read as several Gmail lists, one for each chunk of addresses. */
export interface MailQuery {
  dateStart?: number
  dateEnd?: number
  /** Addresses in lower case. A single empty chunk requests all mail. */
  chunks: readonly (readonly string[])[]
}

export function toMailQuery({ dateStart, dateEnd, includeEmails }: EmailFilter): MailQuery {
  return omitUndefined({
    dateStart,
    dateEnd,
    chunks: includeEmails ? toChunks(normalizeAddresses(includeEmails).filter(isAddress)) : [[]],
  })
}

/** Other texts are never the address in a parsed header, so searching for them is pointless. */
function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && /^[^\s"\\(),:;<>@\p{C}]+@[^\s"\\(),:;<>@\p{C}]+$/u.test(text)
}

/** RFC 5321, 4.5.3.1, with some margin. */
const MAX_ADDRESS_LENGTH = 320
/** Addresses and characters of one query. Google publishes no limit; larger queries are known to work. */
const MAX_ADDRESSES = 20
const MAX_CHARACTERS = 1_000

function toChunks(addresses: readonly string[]): string[][] {
  const chunks: string[][] = []
  let characters = 0
  for (const address of addresses) {
    const last = chunks.at(-1)
    characters += address.length
    if (last && last.length < MAX_ADDRESSES && characters <= MAX_CHARACTERS) last.push(address)
    else {
      chunks.push([address])
      characters = address.length
    }
  }
  return chunks
}

/**
 * The search query of one chunk. Bounds are seconds since 1970, because Gmail reads a date as midnight in California.
 * It is not documented whether the bounds are inclusive, so the query is a second wider on both sides and
 * `matchesQuery` applies the exact window. https://developers.google.com/workspace/gmail/api/guides/filtering
 */
export function toGmailQuery({ dateStart }: MailQuery, before: number, chunk: readonly string[]): string {
  const after = dateStart === undefined ? 0 : Math.floor(dateStart / 1000) - 1
  return [
    ...(after > 0 ? [`after:${after}`] : []),
    `before:${Math.ceil(before / 1000) + 1}`,
    '-in:drafts',
    '-in:chats',
    ...(chunk.length > 0 ? [`{${chunk.flatMap(toTerms).join(' ')}}`] : []),
  ].join(' ')
}

/** Terms for one address. Gmail combines the terms inside braces with OR. */
function toTerms(address: string): string[] {
  const value = /^[a-z0-9][a-z0-9._+-]*@[a-z0-9][a-z0-9.-]*$/.test(address) ? address : `"${address}"`
  return ['from', 'to', 'cc', 'bcc'].map((operator) => `${operator}:${value}`)
}

/** Whether a listed message matches the query and does not already belong to an earlier chunk. */
export function matchesQuery(message: Message, { dateStart, dateEnd, chunks }: MailQuery, chunk: number): boolean {
  const date = toDateReceived(message)
  if (date !== undefined && (date < (dateStart ?? date) || date >= (dateEnd ?? Number.POSITIVE_INFINITY))) return false
  if (message.labelIds?.some((label) => label === 'DRAFT' || label === 'CHAT')) return false
  if (chunks[chunk]?.length === 0) return true
  const participants = toParticipantEmails(message)
  const first = chunks.findIndex((candidate) => candidate.some((address) => participants.has(address)))
  if (first !== -1) return first === chunk
  // Gmail has no search for Reply-To, so it decides only about what was found by other means, in whatever chunk that was.
  const replyTo = toReplyToEmails(message)
  return chunks[chunk]?.some((address) => replyTo.has(address)) ?? false
}
