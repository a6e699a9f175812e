import { createDripTalk } from '../core/drip-talk.ts'
import { PEOPLE, type Person } from '../core/fixtures.ts'
import { Random } from '../core/random.ts'
import { toLocalDateTime } from '../core/time/zones.ts'
import type { GoogleAccount } from './account.ts'
import { getCalendar } from './calendar/find-calendar.ts'
import { addEvent } from './calendar/new-event.ts'
import { formatAddress } from './gmail/address.ts'
import { deliverMail } from './gmail/deliver.ts'
import { addConference } from './meet/add-conference.ts'
import type { GoogleState } from './state.ts'

export interface DripOptions {
  account: string
  everyMs: number
  seed?: number
}

const SUBJECTS = [
  'The truck has left the yard',
  'Signed copy attached to the ticket',
  'Could we talk tomorrow?',
  'New numbers are in',
  'Gate change: 14 instead of 9',
] as const
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** One meeting has taken place per this many messages. */
const MAILS_PER_MEETING = 5

/** Delivers a message every `everyMs`, an event with every third one, and a transcribed meeting with every fifth. Returns a function that stops it. */
export function startDrip(google: GoogleState, { account: email, everyMs, seed = 1 }: DripOptions): () => void {
  const account = google.account(email)
  const random = new Random(seed)
  const people = Object.values(PEOPLE).filter((person) => person.email !== email)
  let delivered = 0
  const timer = setInterval(() => {
    const now = google.clock.now()
    const sender = random.pick(people)
    const subject = random.pick(SUBJECTS)
    deliverMail(
      account,
      { from: formatAddress(sender), to: email, subject, text: `${subject}.\n\n${sender.givenName}` },
      now,
    )
    if (++delivered % 3 === 0 && account.calendars.length > 0) {
      const start = now + HOUR_MS * (24 + delivered) - (now % HOUR_MS)
      const calendar = getCalendar(account, 'primary')
      const times = {
        start: toLocalDateTime(start, calendar.timeZone),
        end: toLocalDateTime(start + HOUR_MS, calendar.timeZone),
      }
      const organizer = { email: sender.email, displayName: sender.name }
      addEvent(calendar, { summary: subject, ...times, organizer }, now)
    }
    if (delivered % MAILS_PER_MEETING === 0 && account.calendars.length > 0) addMeeting(google, account, sender, random)
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** A meeting that has just ended, with its event and a transcript that is there already. */
function addMeeting(google: GoogleState, account: GoogleAccount, guest: Person, random: Random): void {
  const end = google.clock.now()
  const start = end - 3 * MINUTE_MS
  const conference = addConference(google, account.email, {
    start,
    end,
    participants: [
      { speaker: 'ada', email: account.email, name: account.name },
      { speaker: 'guest', email: guest.email },
    ],
    transcripts: [{ talk: createDripTalk(random), delayMs: 0 }],
  })
  const calendar = getCalendar(account, 'primary')
  addEvent(
    calendar,
    {
      summary: `Call with ${guest.name}`,
      start: toLocalDateTime(start, calendar.timeZone),
      end: toLocalDateTime(end, calendar.timeZone),
      organizer: { email: account.email, displayName: account.name, self: true },
      attendees: [
        { email: account.email, displayName: account.name, responseStatus: 'accepted', organizer: true, self: true },
        { email: guest.email, displayName: guest.name, responseStatus: 'accepted' },
      ],
      meet: conference.space.code,
    },
    start,
  )
}
