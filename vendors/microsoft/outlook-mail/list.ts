import type { Message } from '@microsoft/microsoft-graph-types'
import type { PendingMessage } from '../../../src/kit/mail/batch.ts'
import type { ListResult } from '../../../src/kit/mail/page.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Requester } from '../client.ts'
import { type ListPage, toEntries } from '../pages.ts'
import { toNextPath, withPageSize } from '../paths.ts'
import { isTimeoutOrTooLarge } from '../response.ts'
import { advance, type MessagePage, type Step } from './advance.ts'
import type { Position } from './cursor.ts'
import { type MailQuery, matchesQuery, toListPath } from './query.ts'

/**
 * Fetches the next page of the list. Whole messages are put into `listedMessages`. With an address filter, or in a
 * second with many messages, only the ids of matching messages are found, which are then fetched one by one.
 */
export async function fetchListPage(
  request: Requester,
  query: MailQuery,
  position: Position,
  listedMessages: Map<string, Message>,
): Promise<ListResult<Position, PendingMessage>> {
  try {
    const page = await fetchPage(request, position.link ?? toListPath(query, position, toPageSize(position)))
    const step = advance(position, page, query.dateStart)
    const found = step.found.filter((message) => isWhole(message) || mayMatch(message, query, position))
    for (const message of found) if (isWhole(message)) listedMessages.set(message.id ?? '', message)
    const next = { ...withoutLink(position), ...step.position }
    return {
      found: found.map(({ id = '' }) => ({ id, tries: 0 })),
      position: page.link === undefined ? await confirmEnd(request, query, next) : next,
      warnings: toWarnings(step),
    }
  } catch (error) {
    if (!isTimeoutOrTooLarge(error) || position.top === 1) throw error
    return { found: [], position: withSmallerPages(position), warnings: [] }
  }
}

async function fetchPage(request: Requester, path: string): Promise<MessagePage> {
  const page = await request<ListPage<Message>>(path)
  return { messages: toEntries(page), link: toNextPath(page['@odata.nextLink']) }
}

/** Queries of ids: that of the oldest second and that of everything older. */
const MAX_CONFIRMATIONS = 2
/** New messages for which such a query has room; one would be enough. */
const CONFIRMATION_PAGE_SIZE = 10

/**
 * Finds out whether the list has ended: Graph is reported to omit the link although there are more messages. Returns the
 * position unchanged if there are, and also if the query fails, because the next page then tells.
 */
async function confirmEnd(request: Requester, query: MailQuery, position: Position): Promise<Position> {
  let confirmed = position
  for (let count = 0; count < MAX_CONFIRMATIONS && !confirmed.listed; count += 1) {
    try {
      const top = toPageSize({ ...confirmed, top: CONFIRMATION_PAGE_SIZE })
      const page = await fetchPage(request, toListPath({ ...query, onlyIds: true }, confirmed, top))
      const step = advance(confirmed, page, query.dateStart)
      if (step.found.length > 0 || page.link !== undefined) return confirmed
      confirmed = { ...withoutLink(confirmed), ...step.position }
    } catch (error) {
      if (error instanceof VendorError) return confirmed
      throw error
    }
  }
  return confirmed
}

function withoutLink({ link, ...position }: Position): Position {
  return position
}

/** Graph's maximum. */
const MAX_TOP = 1000

/** The messages that are returned again come on top of the new ones. */
function toPageSize({ top, seen }: Pick<Position, 'top' | 'seen'>): number {
  return Math.min(top + seen.length, MAX_TOP)
}

function isWhole(message: Message): boolean {
  return message.body !== undefined
}

/** Whether a message may match the query. An unreadable one is fetched, which then reports it. */
function mayMatch(message: Message, query: MailQuery, { folders }: Position): boolean {
  try {
    return matchesQuery(message, query, folders)
  } catch {
    return true
  }
}

function withSmallerPages(position: Position): Position {
  const top = Math.floor(position.top / 2)
  const link = position.link && withPageSize(position.link, toPageSize({ ...position, top }))
  return { ...position, top, ...omitUndefined({ link }) }
}

function toWarnings({ isCyclic, position }: Step): string[] {
  if (!isCyclic) return []
  if (position.listed) return [`${CYCLE} reading stopped there: older messages may be missing.`]
  const second = new Date(position.bound).toISOString().replace('.000Z', 'Z')
  return [`${CYCLE} messages that were received in the second ${second} may be missing.`]
}

const CYCLE = 'Outlook repeated pages of its list, so'
