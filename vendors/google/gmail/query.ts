import type { EmailFilter } from '../../../src/contract/index.ts'
import { normalizeAddresses } from '../../../src/kit/people.ts'
import { type Message, toDateReceived, toParticipantEmails } from './map.ts'

/** Which mail is asked for. Gmail is asked in several lists, one for each chunk of addresses. */
export interface MailQuery {
  dateStart?: number
  dateEnd?: number
  /** Addresses in lower case; the one chunk without addresses asks for all mail. */
  chunks: readonly (readonly string[])[]
}

export function toMailQuery({ dateStart, dateEnd, includeEmails }: EmailFilter): MailQuery {
  return {
    ...(dateStart === undefined ? {} : { dateStart }),
    ...(dateEnd === undefined ? {} : { dateEnd }),
    chunks: includeEmails ? toChunks(normalizeAddresses(includeEmails).filter(isAddress)) : [[]],
  }
}

/** Nothing else can be the address of a parsed header, so nothing else needs to be searched for. */
function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && /^[^\s"\\(),:;<>@\p{C}]+@[^\s"\\(),:;<>@\p{C}]+$/u.test(text)
}

/** RFC 5321, 4.5.3.1, with room to spare. */
const MAX_ADDRESS_LENGTH = 320
/** How much one query may hold. Google publishes no limit; these stay far below what is known to work. */
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
 * The query of one chunk. Seconds since 1970 are exact where a date would mean midnight in California; whether Gmail
 * counts the bounds in is not documented, so it is asked for a second more on both sides and the exact window is cut
 * out by `isWanted`. https://developers.google.com/workspace/gmail/api/guides/filtering
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

/** In braces any term is enough. */
function toTerms(address: string): string[] {
  const value = /^[a-z0-9][a-z0-9._+-]*@[a-z0-9][a-z0-9.-]*$/.test(address) ? address : `"${address}"`
  return ['from', 'to', 'cc', 'bcc'].map((operator) => `${operator}:${value}`)
}

/** Whether a listed message is what was asked for and was not delivered with an earlier chunk. */
export function matchesQuery(message: Message, { dateStart, dateEnd, chunks }: MailQuery, chunk: number): boolean {
  const date = toDateReceived(message)
  if (date !== undefined && (date < (dateStart ?? date) || date >= (dateEnd ?? Number.POSITIVE_INFINITY))) return false
  if (message.labelIds?.some((label) => label === 'DRAFT' || label === 'CHAT')) return false
  if (chunks[chunk]?.length === 0) return true
  const addresses = toParticipantEmails(message)
  return chunks.findIndex((group) => group.some((address) => addresses.has(address))) === chunk
}
