import type { Message } from '@microsoft/microsoft-graph-types'
import type { EmailFilter } from '../../../src/contract/index.ts'
import { toPath } from '../paths.ts'
import { toDateTime } from '../times.ts'
import type { Folders } from './folders.ts'
import { FIELDS, involved, toDateReceived } from './map.ts'

/** Which mail is asked for. */
export interface Search {
  dateStart?: number
  dateEnd?: number
  /** Addresses in lower case, sorted; absent when any mail is wanted. */
  addresses?: ReadonlySet<string>
  /** Messages on a list page. */
  page: number
}

/** With bodies a larger page may not come in time. */
const PAGE_WITH_BODIES = 100
/** Looked through for addresses, a page carries no bodies. */
const PAGE_TO_LOOK_THROUGH = 250

export function toSearch({ dateStart, dateEnd, includeEmails }: EmailFilter, limit: number): Search {
  return {
    ...(dateStart === undefined ? {} : { dateStart }),
    ...(dateEnd === undefined ? {} : { dateEnd }),
    ...(includeEmails ? { addresses: normalise(includeEmails) } : {}),
    page: includeEmails ? PAGE_TO_LOOK_THROUGH : Math.min(limit, PAGE_WITH_BODIES),
  }
}

/** Sorted, so that the same addresses in another order are the same filter. */
function normalise(addresses: readonly string[]): Set<string> {
  return new Set(addresses.map((address) => address.trim().toLowerCase()).sort())
}

/** What is looked at to find out whether a message is wanted. */
const FIELDS_TO_LOOK_THROUGH =
  'id,receivedDateTime,isDraft,parentFolderId,from,sender,toRecipients,ccRecipients,bccRecipients'

/**
 * The first page of the list. The property that is sorted by has to stand first in the filter, and no condition on
 * recipients is possible beside it: addresses are compared here. The bounds are whole seconds, which is all that Graph
 * shows of a time; the exact window is cut out by `isWanted`. https://learn.microsoft.com/graph/api/user-list-messages
 */
export function toListPath({ dateStart, addresses }: Search, before: number, top: number): string {
  const conditions = [
    ...(dateStart === undefined ? [] : [`receivedDateTime ge ${toSecond(dateStart, Math.floor)}`]),
    `receivedDateTime lt ${toSecond(before, Math.ceil)}`,
  ]
  return toPath(['me', 'messages'], {
    $select: addresses ? FIELDS_TO_LOOK_THROUGH : FIELDS,
    $filter: conditions.join(' and '),
    $orderby: 'receivedDateTime desc',
    $top: top,
  })
}

function toSecond(instant: number, round: (seconds: number) => number): string {
  return toDateTime(round(instant / 1000) * 1000).replace('.000Z', 'Z')
}

/** Whether a listed message is what was asked for: in the window, about the addresses, neither draft nor thrown away. */
export function isWanted(message: Message, search: Search, { leftOut }: Folders): boolean {
  const { dateStart, dateEnd, addresses } = search
  const date = toDateReceived(message)
  if (date !== undefined && (date < (dateStart ?? date) || date >= (dateEnd ?? Number.POSITIVE_INFINITY))) return false
  if (message.isDraft || leftOut.includes(message.parentFolderId ?? '')) return false
  return addresses === undefined || involved(message).some((address) => addresses.has(address))
}
