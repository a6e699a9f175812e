import type { Message } from '@microsoft/microsoft-graph-types'
import type { EmailFilter } from '../../../src/contract/index.ts'
import { normalizeAddresses } from '../../../src/kit/people.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { toPath } from '../paths.ts'
import { toDateTime } from '../times.ts'
import type { UserSegments } from '../user-segments.ts'
import { EXPANSIONS } from './expansions.ts'
import type { Folders } from './folders.ts'
import { FIELDS, toDateReceived, toParticipantEmails } from './map.ts'

/** The mail that a sync requests. */
export interface MailQuery {
  /** Whose mailbox is read. */
  user: UserSegments
  dateStart?: number
  dateEnd?: number
  /** Addresses in lower case, sorted; absent for all mail. */
  addresses?: ReadonlySet<string>
  /** New messages per list page. */
  pageSize: number
  /** Whether listed messages lack their bodies. Default: with addresses, as few of the messages then match. */
  onlyIds?: boolean
}

/** Larger pages with bodies may time out. */
const MAX_PAGE_SIZE_WITH_BODIES = 100
/** Pages that are scanned for addresses have no bodies. */
const SCAN_PAGE_SIZE = 250

export function toMailQuery(
  user: UserSegments,
  { dateStart, dateEnd, includeEmails }: EmailFilter,
  limit: number,
): MailQuery {
  return omitUndefined({
    user,
    dateStart,
    dateEnd,
    addresses: includeEmails ? new Set(normalizeAddresses(includeEmails)) : undefined,
    pageSize: includeEmails ? SCAN_PAGE_SIZE : Math.min(limit, MAX_PAGE_SIZE_WITH_BODIES),
  })
}

/** What a list query excludes: what was received at or after `bound` (epoch ms), but it returns `seen` again. */
export interface QueryBound {
  bound: number
  seen: readonly string[]
}

/** What is requested for each message. */
export const MESSAGE_QUERY = { $select: FIELDS, $expand: EXPANSIONS } as const
/** The properties that decide whether a message matches. */
const SCAN_FIELDS =
  'id,receivedDateTime,isDraft,parentFolderId,from,sender,toRecipients,ccRecipients,bccRecipients,replyTo'
/** So many messages with bodies that were listed before are returned again at most. */
const MAX_SEEN_WITH_BODIES = 25

/**
 * The path of the messages before the position's bound, newest first. The filter must begin with the property that is
 * sorted by and cannot have a condition on recipients, so `matchesQuery` compares addresses. It also applies the exact
 * window: the bounds of the filter are whole seconds, like Graph's times.
 * https://learn.microsoft.com/graph/api/user-list-messages
 */
export function toListPath(
  { user, dateStart, addresses, onlyIds = addresses !== undefined }: MailQuery,
  { bound, seen }: QueryBound,
  top: number,
): string {
  const conditions = [
    ...(dateStart === undefined ? [] : [`receivedDateTime ge ${toSecond(dateStart)}`]),
    `receivedDateTime lt ${toSecond(bound)}`,
  ]
  return toPath([...user, 'messages'], {
    ...(onlyIds || seen.length > MAX_SEEN_WITH_BODIES ? { $select: SCAN_FIELDS } : MESSAGE_QUERY),
    $filter: conditions.join(' and '),
    $orderby: 'receivedDateTime desc',
    $top: top,
  })
}

function toSecond(instant: number): string {
  return toDateTime(Math.floor(instant / 1000) * 1000).replace('.000Z', 'Z')
}

/** Whether a message matches: in the window, one of the addresses, not a draft and not in an excluded folder. */
export function matchesQuery(message: Message, search: MailQuery, { leftOut }: Folders): boolean {
  const { dateStart, dateEnd, addresses } = search
  const date = toDateReceived(message)
  if (date !== undefined && (date < (dateStart ?? date) || date >= (dateEnd ?? Number.POSITIVE_INFINITY))) return false
  if (message.isDraft || leftOut.includes(message.parentFolderId ?? '')) return false
  return addresses === undefined || toParticipantEmails(message).some((address) => addresses.has(address))
}
