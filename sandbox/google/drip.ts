import { PEOPLE } from '../core/fixtures.ts'
import { Random } from '../core/random.ts'
import { toLocalDateTime } from '../core/time/zones.ts'
import { getCalendar } from './calendar/find-calendar.ts'
import { addEvent } from './calendar/new-event.ts'
import { formatAddress } from './gmail/address.ts'
import { deliverMail } from './gmail/deliver.ts'
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

/** Delivers a message every `everyMs` and an event with every third one. Returns a function that stops it. */
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
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
