import type { EmailFilter } from '../../../src/contract/index.ts'
import { involved, type Message, toDateReceived } from './map.ts'

/** Which mail is asked for. Gmail is asked in several lists, one for each chunk of addresses. */
export interface Search {
  dateStart?: number
  dateEnd?: number
  /** Addresses in lower case; the one chunk without addresses asks for all mail. */
  chunks: readonly (readonly string[])[]
}

export function toSearch({ dateStart, dateEnd, includeEmails }: EmailFilter): Search {
  return {
    ...(dateStart === undefined ? {} : { dateStart }),
    ...(dateEnd === undefined ? {} : { dateEnd }),
    chunks: includeEmails ? toChunks(normalise(includeEmails)) : [[]],
  }
}

/** Sorted, so that the same addresses in another order are the same filter. */
function normalise(addresses: readonly string[]): string[] {
  const usable = addresses.map((address) => address.trim().toLowerCase()).filter(isAddress)
  return [...new Set(usable)].sort()
}

/** Nothing else can be the address of a parsed header, so nothing else needs to be searched for. */
function isAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && /^[^\s"\\(),:;<>@\p{C}]+@[^\s"\\(),:;<>@\p{C}]+$/u.test(text)
}

/** RFC 5321, 4.5.3.1, with room to spare. */
const LONGEST_ADDRESS = 320
/** How much one query may hold. Google publishes no limit; these stay far below what is known to work. */
const MOST_ADDRESSES = 20
const MOST_CHARACTERS = 1_000

function toChunks(addresses: readonly string[]): string[][] {
  const chunks: string[][] = []
  let characters = 0
  for (const address of addresses) {
    const last = chunks.at(-1)
    characters += address.length
    if (last && last.length < MOST_ADDRESSES && characters <= MOST_CHARACTERS) last.push(address)
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
export function toQuery({ dateStart }: Search, before: number, chunk: readonly string[]): string {
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
export function isWanted(message: Message, { dateStart, dateEnd, chunks }: Search, chunk: number): boolean {
  const date = toDateReceived(message)
  if (date !== undefined && (date < (dateStart ?? date) || date >= (dateEnd ?? Number.POSITIVE_INFINITY))) return false
  if (message.labelIds?.some((label) => label === 'DRAFT' || label === 'CHAT')) return false
  if (chunks[chunk]?.length === 0) return true
  const addresses = involved(message)
  return chunks.findIndex((group) => group.some((address) => addresses.has(address))) === chunk
}
