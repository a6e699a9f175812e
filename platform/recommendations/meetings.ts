import { omitNullish } from '../../src/runtime/omit.ts'
import { domainOfEmail } from '../../src/runtime/web-address.ts'
import { daysBetween, formatNames, formatTime, toTimeZone } from '../model/dates.ts'
import type { Mutation } from '../storage/graph/access/mutation.ts'
import { listUnpreparedMeetings, type UnpreparedMeeting } from '../storage/graph/recommending/meetings.ts'
import { loadParticipants, type Participant } from '../storage/graph/recommending/people.ts'
import { findDismissedSeries } from '../storage/graph/recommending/save.ts'
import type { Candidate } from './candidate.ts'
import { toTagIds } from './tags.ts'

const DAY_MS = 86_400_000
/** A meeting with more people than this is not one that one person prepares. */
const MAX_PEOPLE = 12

/** Meetings of tomorrow with people of other companies, without a note. One that is in two calendars counts once. */
export async function findMeetings(mutation: Mutation, ownEmail: string, ownZone: string): Promise<Candidate[]> {
  const { tx, viewer, now } = mutation
  const all = await listUnpreparedMeetings(tx, viewer, now, now + 2 * DAY_MS)
  const ids = all.map(({ block_id }) => block_id)
  const people = Map.groupBy(await loadParticipants(tx, viewer, ids), ({ block_id }) => block_id)
  const series = await findDismissedSeries(
    mutation,
    all.flatMap((meeting) => meeting.series ?? []),
  )
  const candidates = all.flatMap((meeting) => {
    const timeZone = toTimeZone(ownZone === 'UTC' ? (meeting.time_zone ?? ownZone) : ownZone)
    const isTomorrow = daysBetween(now, meeting.date_start, timeZone) === 1
    const external = (people.get(meeting.block_id) ?? []).filter(isExternalTo(ownEmail))
    const isMine = !isDeclined(meeting, ownEmail) && !series.has(meeting.series ?? '')
    const isSmall = external.length > 0 && meeting.attendees.length <= MAX_PEOPLE
    return isTomorrow && isMine && isSmall ? [toCandidate(meeting, external, timeZone)] : []
  })
  return [...new Map(candidates.toReversed().map((candidate) => [candidate.subject, candidate])).values()].toReversed()
}

function isExternalTo(ownEmail: string) {
  const ownDomain = domainOfEmail(ownEmail)
  return ({ email }: Participant) => email !== null && domainOfEmail(email) !== ownDomain
}

function isDeclined({ attendees }: UnpreparedMeeting, ownEmail: string): boolean {
  return attendees.some(
    ({ email, responseStatus }) => email.toLowerCase() === ownEmail && responseStatus === 'declined',
  )
}

function toCandidate(
  { block_id, title, date_start, i_cal_uid, series }: UnpreparedMeeting,
  people: readonly Participant[],
  timeZone: string,
): Candidate {
  const names = formatNames(people.map(({ name }) => name))
  const tagIds = toTagIds(people)
  return {
    type: 'meeting_prep',
    subject: `meeting ${i_cal_uid ?? block_id} ${date_start}`,
    title: `Prepare “${title || 'a meeting'}”`,
    description: `Because you meet ${names} tomorrow at ${formatTime(date_start, timeZone)} and there is no note for it yet.`,
    label: 'Start a note',
    detail: { eventId: block_id, tagIds, ...omitNullish({ series }) },
    tagIds,
    referenceBlockId: block_id,
    dateExpires: date_start,
  }
}
