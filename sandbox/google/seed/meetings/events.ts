import type { RelativeDates } from '../../../core/time/relative-dates.ts'
import { toLocalDateTime } from '../../../core/time/zones.ts'
import type { NewEvent } from '../../calendar/new-event.ts'
import { attendees, organizer } from '../attendees.ts'

/** The meeting codes of the series in Ada's calendar. */
export const SERIES_CODES = { standUp: 'sta-ndup-mwx', kestrel: 'kfw-eekl-yqz', pipeline: 'ppl-rvws-abc' } as const
/** The meeting codes of the single events. */
export const CODES = {
  halden: 'hld-rnwl-tms',
  fair: 'hbg-mess-sta',
  board: 'brd-prea-dxy',
  kowhai: 'kwh-lnch-chk',
} as const

const MINUTE_MS = 60_000

/** The single events of Ada's meetings. `start`: the sandbox's start, epoch ms. */
export function createMeetingEvents(days: RelativeDates, start: number): NewEvent[] {
  const local = (minutes: number) => toLocalDateTime(roundToFiveMinutes(start) + minutes * MINUTE_MS, 'Europe/Paris')
  return [
    {
      summary: 'Halden: terms of the renewal',
      description: 'Payment term, liability, price list, warehouse pilot',
      start: days.at(-1, 'Wed', '13:00'),
      end: days.at(-1, 'Wed', '13:45'),
      organizer: organizer('ada'),
      attendees: attendees(['ada', 'ingrid', 'lars', 'esther']),
      meet: CODES.halden,
    },
    {
      summary: 'Logistics World: Standbau',
      location: 'Halle 4, Stand 12',
      start: days.at(-1, 'Fri', '11:00'),
      end: days.at(-1, 'Fri', '11:30'),
      organizer: organizer('ada'),
      attendees: [
        ...attendees(['ada', 'bilal']),
        { email: 'petersen@messebau-nord.example', displayName: 'Jens Petersen', responseStatus: 'accepted' },
      ],
      meet: CODES.fair,
    },
    {
      summary: 'Board pre-read',
      start: days.at(-1, 'Fri', '14:00'),
      end: days.at(-1, 'Fri', '14:30'),
      organizer: organizer('chloe'),
      attendees: attendees(['chloe', 'ada', 'esther']),
      meet: CODES.board,
    },
    {
      summary: 'Kōwhai: launch check',
      start: local(-20),
      end: local(-5),
      organizer: organizer('ada'),
      attendees: attendees(['ada', 'aroha']),
      meet: CODES.kowhai,
    },
  ]
}

/** Epoch ms. */
export function roundToFiveMinutes(time: number): number {
  return time - (time % (5 * MINUTE_MS))
}
