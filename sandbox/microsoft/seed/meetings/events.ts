import type { RelativeDates } from '../../../core/time/relative-dates.ts'
import { toLocalDateTime } from '../../../core/time/zones.ts'
import type { NewEvent } from '../../calendar/new-event.ts'
import { attendees, ROOM, recipient } from '../people.ts'

/** The keys of the single events with a Teams meeting. */
export const MEETING_KEYS = {
  halden: 'halden-contract-wording',
  demo: 'kestrel-route-planning',
  volna: 'volna-mock-ups',
  allHands: 'all-hands',
  kickOff: 'halden-framework-kick-off',
  budget: 'fair-budget',
  sakurai: 'sakurai-delivery',
} as const

const MINUTE_MS = 60_000

/** A join URL of the newer form, whose query has to be escaped in a filter. */
export const SHORT_JOIN_URL = 'https://teams.microsoft.com/meet/31187240956?p=Vt5kQ0a7&anon=true'

/** The single events of Ada's Teams meetings. `start`: the sandbox's start, epoch ms. */
export function meetingEvents(days: RelativeDates, start: number): NewEvent[] {
  const now = start - (start % (5 * MINUTE_MS))
  const local = (minutes: number) => toLocalDateTime(now + minutes * MINUTE_MS, 'Europe/Paris')
  const meetings: NewEvent[] = [
    {
      key: MEETING_KEYS.halden,
      subject: 'Halden: wording of the contract',
      start: days.at(-1, 'Thu', '13:00'),
      end: days.at(-1, 'Thu', '13:45'),
      attendees: [...attendees(['ingrid', 'lars', 'esther']), ROOM],
    },
    {
      key: MEETING_KEYS.demo,
      subject: 'Kestrel: route planning demo',
      start: days.at(-2, 'Fri', '10:00'),
      end: days.at(-2, 'Fri', '10:30'),
      timeZone: 'America/Los_Angeles',
      attendees: attendees(['maya', 'omar', 'bilal']),
    },
    {
      key: MEETING_KEYS.volna,
      subject: 'Студия «Волна»: mock-ups',
      start: days.at(-1, 'Tue', '10:00'),
      end: days.at(-1, 'Tue', '10:30'),
      organizer: recipient('bilal'),
      attendees: attendees(['yulia', 'ada', 'dmitri']),
    },
    {
      key: MEETING_KEYS.allHands,
      subject: 'All-hands: the first quarter',
      start: days.at(-1, 'Tue', '16:00'),
      end: days.at(-1, 'Tue', '16:30'),
      organizer: recipient('chloe'),
      // Ada is on the list, and not invited by name.
      attendees: [
        { name: 'Everyone at Meridian', address: 'everyone@meridian.example', type: 'required', response: 'none' },
      ],
    },
    {
      key: MEETING_KEYS.kickOff,
      subject: 'Halden: framework kick-off',
      start: days.at(-7, 'Mon', '10:00'),
      end: days.at(-7, 'Mon', '11:00'),
      attendees: attendees(['ingrid', 'lars']),
    },
    {
      key: MEETING_KEYS.budget,
      subject: 'Budget for the fair',
      start: days.at(-1, 'Mon', '14:00'),
      end: days.at(-1, 'Mon', '14:30'),
      attendees: attendees(['esther', 'chloe']),
    },
    {
      key: MEETING_KEYS.sakurai,
      subject: '桜井精密: delivery of the inspection unit',
      start: local(-20),
      end: local(-5),
      attendees: attendees(['kenji', 'haruka']),
    },
  ]
  return meetings.map((event) => ({ ...event, teams: true }))
}
