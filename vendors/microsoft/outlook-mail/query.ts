import type { Message } from '@microsoft/microsoft-graph-types'
import type { EmailFilter } from '../../../src/contract/index.ts'
import { normalizeAddresses } from '../../../src/kit/people.ts'
import { toPath } from '../paths.ts'
import { toDateTime } from '../times.ts'
import type { Folders } from './folders.ts'
import { FIELDS, toDateReceived, toParticipantEmails } from './map.ts'

/** Which mail is asked for. */
export interface MailQuery {
  dateStart?: number
  dateEnd?: number
  /** Addresses in lower case, sorted; absent when any mail is wanted. */
  addresses?: ReadonlySet<string>
  /** Messages on a list page. */
  pageSize: number
}

/** With bodies a larger page may not come in time. */
const MAX_PAGE_SIZE_WITH_BODIES = 100
/** Looked through for addresses, a page carries no bodies. */
const SCAN_PAGE_SIZE = 250

export function toMailQuery({ dateStart, dateEnd, includeEmails }: EmailFilter, limit: number): MailQuery {
  return {
    ...(dateStart === undefined ? {} : { dateStart }),
    ...(dateEnd === undefined ? {} : { dateEnd }),
    ...(includeEmails ? { addresses: new Set(normalizeAddresses(includeEmails)) } : {}),
    pageSize: includeEmails ? SCAN_PAGE_SIZE : Math.min(limit, MAX_PAGE_SIZE_WITH_BODIES),
  }
}

/** What is looked at to find out whether a message is wanted. */
const SCAN_FIELDS = 'id,receivedDateTime,isDraft,parentFolderId,from,sender,toRecipients,ccRecipients,bccRecipients'

/**
 * The first page of the list. The property that is sorted by has to stand first in the filter, and no condition on
 * recipients is possible beside it: addresses are compared here. The bounds are whole seconds, which is all that Graph
 * shows of a time; the exact window is cut out by `isWanted`. https://learn.microsoft.com/graph/api/user-list-messages
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

/** Whether a listed message is what was asked for: in the window, about the addresses, neither draft nor thrown away. */
export function matchesQuery(message: Message, search: MailQuery, { leftOut }: Folders): boolean {
  const { dateStart, dateEnd, addresses } = search
  const date = toDateReceived(message)
  if (date !== undefined && (date < (dateStart ?? date) || date >= (dateEnd ?? Number.POSITIVE_INFINITY))) return false
  if (message.isDraft || leftOut.includes(message.parentFolderId ?? '')) return false
  return addresses === undefined || toParticipantEmails(message).some((address) => addresses.has(address))
}
