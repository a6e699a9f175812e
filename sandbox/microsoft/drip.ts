import { createDripTalk } from '../core/drip-talk.ts'
import { PEOPLE, type Person } from '../core/fixtures.ts'
import { Random } from '../core/random.ts'
import { toLocalDateTime } from '../core/time/zones.ts'
import { addEvent, requireCalendar } from './calendar/new-event.ts'
import { deliverMail } from './mail/deliver.ts'
import type { MicrosoftState } from './state.ts'
import { addMeeting } from './teams/add-meeting.ts'

export interface DripOptions {
  account: string
  everyMs: number
  seed?: number
}

const SUBJECTS = [
  'Your approval is needed',
  'Meeting notes are ready',
  'The forecast has changed',
  'Shared with you: rota.xlsx',
  'Running ten minutes late',
] as const
const HOUR_MS = 3_600_000
/** One event is added per this many messages. */
const MAILS_PER_EVENT = 3
/** One meeting has taken place per this many messages. */
const MAILS_PER_MEETING = 5
const MINUTE_MS = 60_000

/** Periodically delivers a message and sometimes adds an event or a transcribed meeting, for live demos. Returns a function that stops it. */
export function startDrip(microsoft: MicrosoftState, { account, everyMs, seed = 1 }: DripOptions): () => void {
  microsoft.account(account)
  const random = new Random(seed)
  let arrived = 0
  const timer = setInterval(() => arrive(microsoft, account, random, ++arrived), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function arrive(microsoft: MicrosoftState, email: string, random: Random, number: number): void {
  const account = microsoft.account(email)
  const now = microsoft.clock.now()
  const sender = random.pick(Object.values(PEOPLE).filter((person) => person.email !== email))
  const { name, givenName, email: address } = sender
  const subject = random.pick(SUBJECTS)
  deliverMail(account, { from: { name, address }, subject, html: `<p>${subject}.</p><p>${givenName}</p>` }, now)
  if (account.calendars.length === 0) return
  if (number % MAILS_PER_MEETING === 0 && !account.personal) addCall(microsoft, email, sender, random)
  if (number % MAILS_PER_EVENT !== 0) return
  const begin = now - (now % HOUR_MS) + (24 + number) * HOUR_MS
  const { zone } = account.clock
  const times = { start: toLocalDateTime(begin, zone), end: toLocalDateTime(begin + HOUR_MS, zone) }
  addEvent(account, requireCalendar(account), { subject, ...times, organizer: { name, address }, teams: true }, now)
}

/** A meeting that has just ended, with a transcript that is there already. */
function addCall(microsoft: MicrosoftState, email: string, guest: Person, random: Random): void {
  const { clock } = microsoft.account(email)
  const end = microsoft.clock.now()
  const start = end - 3 * MINUTE_MS
  addMeeting(microsoft, email, {
    event: {
      subject: `Call with ${guest.name}`,
      start: toLocalDateTime(start, clock.zone),
      end: toLocalDateTime(end, clock.zone),
      attendees: [{ name: guest.name, address: guest.email, type: 'required', response: 'accepted' }],
    },
    session: {
      start,
      end,
      participants: [
        { speaker: 'ada', address: email },
        { speaker: 'guest', address: guest.email },
      ],
      transcripts: [{ talk: createDripTalk(random), delayMs: 0 }],
    },
  })
}
