import type { Message } from '@microsoft/microsoft-graph-types'
import type { EmailFilter } from '../../../src/contract/index.ts'
import { normalizeAddresses } from '../../../src/kit/people.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { toPath } from '../paths.ts'
import { toDateTime } from '../times.ts'
import type { Folders } from './folders.ts'
import { FIELDS, toDateReceived, toParticipantEmails } from './map.ts'

/** The mail that a sync requests. */
export interface MailQuery {
  dateStart?: number
  dateEnd?: number
  /** Addresses in lower case, sorted; absent for all mail. */
  addresses?: ReadonlySet<string>
  /** Messages per list page. */
  pageSize: number
}

/** Larger pages with bodies may time out. */
const MAX_PAGE_SIZE_WITH_BODIES = 100
/** Pages that are scanned for addresses have no bodies. */
const SCAN_PAGE_SIZE = 250

export function toMailQuery({ dateStart, dateEnd, includeEmails }: EmailFilter, limit: number): MailQuery {
  return omitUndefined({
    dateStart,
    dateEnd,
    addresses: includeEmails ? new Set(normalizeAddresses(includeEmails)) : undefined,
    pageSize: includeEmails ? SCAN_PAGE_SIZE : Math.min(limit, MAX_PAGE_SIZE_WITH_BODIES),
  })
}

/** The properties that decide whether a message matches. */
const SCAN_FIELDS = 'id,receivedDateTime,isDraft,parentFolderId,from,sender,toRecipients,ccRecipients,bccRecipients'

/**
 * The path of the list's first page. The filter must begin with the property that is sorted by and cannot have a
 * condition on recipients, so `matchesQuery` compares addresses. It also applies the exact window: the bounds of the
 * filter are whole seconds, like Graph's times. https://learn.microsoft.com/graph/api/user-list-messages
 */
export function toListPath({ dateStart, addresses }: MailQuery, before: number, top: number): string {
  const conditions = [
    ...(dateStart === undefined ? [] : [`receivedDateTime ge ${toSecond(dateStart, Math.floor)}`]),
    `receivedDateTime lt ${toSecond(before, Math.ceil)}`,
  ]
  return toPath(['me', 'messages'], {
    $select: addresses ? SCAN_FIELDS : FIELDS,
    $filter: conditions.join(' and '),
    $orderby: 'receivedDateTime desc',
    $top: top,
  })
}

function toSecond(instant: number, round: (seconds: number) => number): string {
  return toDateTime(round(instant / 1000) * 1000).replace('.000Z', 'Z')
}

/** Whether a message matches: in the window, one of the addresses, not a draft and not in an excluded folder. */
export function matchesQuery(message: Message, search: MailQuery, { leftOut }: Folders): boolean {
  const { dateStart, dateEnd, addresses } = search
  const date = toDateReceived(message)
  if (date !== undefined && (date < (dateStart ?? date) || date >= (dateEnd ?? Number.POSITIVE_INFINITY))) return false
  if (message.isDraft || leftOut.includes(message.parentFolderId ?? '')) return false
  return addresses === undefined || toParticipantEmails(message).some((address) => addresses.has(address))
}
