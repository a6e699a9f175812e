import type { RecentMailQuery } from '../../documents.ts'
import { formatDay } from '../../text/dates.ts'
import { countOf } from '../../text/numbers.ts'
import { momentOf, nameOfDay } from './days.ts'
import type { Meeting } from './meetings.ts'

type Found = NonNullable<RecentMailQuery['searchGraph']>[number]
export type Mail = Extract<Found, { _id: string }>

/** Why an email matters. Times are epoch ms. */
export type MailReason =
  | { kind: 'meets'; title: string; start: number }
  | { kind: 'wrote'; time: number }
  | { kind: 'met'; times: number; days: number }

export interface MailThatMatters {
  mail: Mail
  reason: MailReason
}

/** How often one has met people, by the id of their tag. */
export interface PeopleMet {
  days: number
  times: ReadonlyMap<string, number>
}

/** Once or twice may have been by chance. */
const MIN_TIMES_MET = 3

/**
 * Unread mail from people whom one is about to meet, has written to, or meets often: the newest first. Newsletters and
 * notifications have no such reason.
 */
export function findMailThatMatters(
  mails: readonly Mail[],
  meetings: readonly Meeting[],
  met: PeopleMet | undefined,
): MailThatMatters[] {
  const written = lastWritten(mails)
  return mails.flatMap((mail) => {
    if (mail.unread !== true || mail.direction === 'outbound') return []
    const reason = reasonFor(mail, meetings, written, met)
    return reason ? [{ mail, reason }] : []
  })
}

function reasonFor(
  { from }: Mail,
  meetings: readonly Meeting[],
  written: ReadonlyMap<string, number>,
  met: PeopleMet | undefined,
): MailReason | undefined {
  const email = from?.email?.toLowerCase()
  const tagId = from?.tag?._id
  const meeting = meetings.find(({ people }) =>
    people.some((person) => isSame(person.email, email) || (tagId !== undefined && person.tag?._id === tagId)),
  )
  if (meeting) return { kind: 'meets', title: meeting.title, start: meeting.start }
  const time = email === undefined ? undefined : written.get(email)
  if (time !== undefined) return { kind: 'wrote', time }
  const times = tagId === undefined ? 0 : (met?.times.get(tagId) ?? 0)
  return met && times >= MIN_TIMES_MET ? { kind: 'met', times, days: met.days } : undefined
}

function isSame(first: string | null, second: string | undefined): boolean {
  return first !== null && first.toLowerCase() === second
}

/** When one last wrote to each address (epoch ms). */
function lastWritten(mails: readonly Mail[]): Map<string, number> {
  const written = new Map<string, number>()
  for (const { direction, to, cc, dateAssociated } of mails) {
    if (direction !== 'outbound') continue
    for (const { email } of [...to, ...cc]) {
      const key = email?.toLowerCase()
      if (key) written.set(key, Math.max(written.get(key) ?? 0, dateAssociated ?? 0))
    }
  }
  return written
}

/** Such as “You meet them today at 14:00”. */
export function describeReason(reason: MailReason, now: number): string {
  if (reason.kind === 'met') {
    return `You met ${countOf(reason.times, 'time')} in the last ${reason.days} days`
  }
  if (reason.kind === 'wrote') {
    const day = nameOfDay(reason.time, now)
    return `You wrote to them ${['Today', 'Yesterday'].includes(day) ? day.toLowerCase() : `on ${formatDay(reason.time, now)}`}`
  }
  return reason.start <= now ? 'You are in a meeting with them' : `You meet them ${momentOf(reason.start, now)}`
}

/** How many unread emails there are for which there is no such reason. */
export function countOthers(mails: readonly Mail[], shown: readonly MailThatMatters[]): number {
  const unread = mails.filter((mail) => mail.unread === true && mail.direction !== 'outbound')
  return unread.length - shown.length
}
