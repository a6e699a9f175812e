import { daysBetween, formatDay, formatNames } from '../model/dates.ts'
import { findPromises, type PromisedAction, toDefaultDueDate } from '../model/promises.ts'
import { findSpokenPromises, toSpeaker } from '../model/spoken-promises.ts'
import type { Mutation } from '../storage/graph/access/mutation.ts'
import { listLastSentMails, type SentMail } from '../storage/graph/recommending/mails.ts'
import { loadParticipants, type Participant } from '../storage/graph/recommending/people.ts'
import { listTranscribedMeetings, type TranscribedMeeting } from '../storage/graph/recommending/transcriptions.ts'
import type { Candidate } from './candidate.ts'
import { toTagIds } from './tags.ts'

/** Promises older than this (14 days, in ms) are not brought up any more. */
const MAX_AGE_MS = 14 * 86_400_000

/** A promise that was written or spoken, and where. */
interface Promised extends Required<PromisedAction> {
  block_id: string
  blockType: 'email' | 'transcription'
  /** When it was made (epoch ms). */
  date: number
  /** The lower-case addresses of those who were promised something. Absent: everybody on the block. */
  addressees?: readonly string[]
  /** Where it was made, after the day: ` in “Kick-off”`. Empty for mails. */
  place: string
}

/** A promise in a sent mail or a meeting, which was not followed by a mail, is recommended from the day before it is due. */
export async function findFollowUps(mutation: Mutation, ownEmail: string, timeZone: string): Promise<Candidate[]> {
  const { tx, viewer, now } = mutation
  const since = now - MAX_AGE_MS
  const mails = await listLastSentMails(tx, viewer, since)
  const meetings = await listTranscribedMeetings(tx, viewer, { since, ownEmail })
  const promises = [
    ...mails.flatMap((mail) => writtenPromise(mail, timeZone)),
    ...meetings.flatMap((meeting) => spokenPromise(meeting, timeZone)),
  ].filter(({ dateDue }) => daysBetween(now, dateDue, timeZone) <= 1)
  const ids = promises.map(({ block_id }) => block_id)
  const people = Map.groupBy(await loadParticipants(tx, viewer, ids), ({ block_id }) => block_id)
  return promises
    .toSorted((a, b) => a.dateDue - b.dateDue)
    .flatMap((promise) => toCandidate(promise, people.get(promise.block_id) ?? [], { now, timeZone }))
}

function writtenPromise({ block_id, text, date_associated: date, recipients }: SentMail, timeZone: string): Promised[] {
  const [promise] = findPromises(text ?? '', date, timeZone)
  const addressees = recipients.map(({ email }) => email.toLowerCase())
  if (!promise) return []
  const { sentence, dateDue = toDefaultDueDate(date, timeZone) } = promise
  return [{ sentence, dateDue, block_id, blockType: 'email', date, addressees, place: '' }]
}

function spokenPromise(meeting: TranscribedMeeting, timeZone: string): Promised[] {
  const { block_id, title, transcript, date_start: date, own_names } = meeting
  const ownNames = own_names.map(toSpeaker)
  for (const { speaker, sentence, dateDue } of findSpokenPromises(transcript, date, timeZone)) {
    // With a day, it is a proposed task already.
    if (dateDue !== undefined || !ownNames.includes(toSpeaker(speaker))) continue
    const place = ` in “${title}”`
    return [{ sentence, dateDue: toDefaultDueDate(date, timeZone), block_id, blockType: 'transcription', date, place }]
  }
  return []
}

function toCandidate(
  { block_id, blockType, date, addressees, place, sentence, dateDue }: Promised,
  people: readonly Participant[],
  { now, timeZone }: { now: number; timeZone: string },
): Candidate[] {
  const to = addressees ? people.filter(({ email }) => email !== null && addressees.includes(email)) : people
  const names = to.length > 0 ? to.map(({ name }) => name) : (addressees ?? [])
  // In a meeting without anybody who is known, nobody can be written to.
  if (names.length === 0) return []
  const day = formatDay(date, now, timeZone)
  return [
    {
      type: 'follow_up',
      subject: `promise ${block_id}`,
      title: `Follow up with ${formatNames(names)}`,
      description: `Because you promised ${day}${place}: “${sentence}”, and have not written since.`,
      label: 'Create a task',
      detail: { referenceBlock: { id: block_id, blockType }, dateDue },
      tagIds: toTagIds(to),
      referenceBlockId: block_id,
      dateExpires: date + MAX_AGE_MS,
    },
  ]
}
