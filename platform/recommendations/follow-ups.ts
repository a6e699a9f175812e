import type { Mutation } from '../storage/graph/access/mutation.ts'
import { listLastSentMails, type SentMail } from '../storage/graph/recommending/mails.ts'
import { loadParticipants, type Participant } from '../storage/graph/recommending/people.ts'
import type { Candidate } from './candidate.ts'
import { daysBetween, formatDay, formatNames } from './dates.ts'
import { findPromise, type PromisedAction } from './promise.ts'
import { toTagIds } from './tags.ts'

/** Promises older than this (14 days, in ms) are not brought up any more. */
const MAX_AGE_MS = 14 * 86_400_000

/** A promise in a sent mail, to which no other mail has followed, is recommended from the day before it is due. */
export async function findFollowUps({ tx, viewer, now }: Mutation, timeZone: string): Promise<Candidate[]> {
  const mails = await listLastSentMails(tx, viewer, now - MAX_AGE_MS)
  const promises = mails.flatMap((mail) => {
    const promise = findPromise(mail.text ?? '', mail.date_associated, timeZone)
    return promise && daysBetween(now, promise.dateDue, timeZone) <= 1 ? [{ mail, promise }] : []
  })
  const people = Map.groupBy(
    await loadParticipants(
      tx,
      viewer,
      promises.map(({ mail }) => mail.block_id),
    ),
    ({ block_id }) => block_id,
  )
  return promises
    .toSorted((a, b) => a.promise.dateDue - b.promise.dateDue)
    .map(({ mail, promise }) => toCandidate(mail, promise, people.get(mail.block_id) ?? [], { now, timeZone }))
}

function toCandidate(
  { block_id, date_associated, recipients }: SentMail,
  { sentence, dateDue }: PromisedAction,
  people: readonly Participant[],
  { now, timeZone }: { now: number; timeZone: string },
): Candidate {
  const addressees = recipients.map(({ email }) => email.toLowerCase())
  const to = people.filter(({ email }) => email !== null && addressees.includes(email))
  const names = formatNames(to.length > 0 ? to.map(({ name }) => name) : addressees)
  const day = formatDay(date_associated, now, timeZone)
  return {
    type: 'follow_up',
    subject: `promise ${block_id}`,
    title: `Follow up with ${names}`,
    description: `Because you promised ${day}: “${sentence}”, and have not written since.`,
    label: 'Create a task',
    detail: { referenceBlock: { id: block_id, blockType: 'email' }, dateDue },
    tagIds: toTagIds(to),
    referenceBlockId: block_id,
    dateExpires: date_associated + MAX_AGE_MS,
  }
}
