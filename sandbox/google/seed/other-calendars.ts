import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewEvent } from '../calendar/new-event.ts'
import { attendees, organizer } from './attendees.ts'

/** Returns the events of Ada's other calendars, by calendar id. */
export function createOtherCalendars(days: RelativeDates): Readonly<Record<string, readonly NewEvent[]>> {
  return {
    'c_7f3b1e0team9d2a@group.calendar.google.com': [
      { ...shared(days), description: 'The team’s copy' },
      {
        summary: 'Team lunch',
        start: days.at(-6, 'Fri', '12:30'),
        end: days.at(-6, 'Fri', '14:00'),
        recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=-1FR',
      },
    ],
    'en.french#holiday@group.v.calendar.google.com': [
      ...holiday('Easter Monday', days.on(3, 'Mon')),
      ...holiday('Labour Day', days.on(6, 'Fri')),
      ...holiday('Ascension Day', days.on(8, 'Thu')),
    ],
    'chloe@meridian.example': [
      {
        summary: 'Salary round',
        start: days.at(0, 'Tue', '17:00'),
        end: days.at(0, 'Tue', '18:00'),
        visibility: 'private',
      },
      { summary: 'Press: Les Échos', start: days.at(1, 'Wed', '11:00'), end: days.at(1, 'Wed', '11:30') },
    ],
    'bilal@meridian.example': [
      { summary: 'Never to be read', start: days.at(0, 'Mon', '14:00'), end: days.at(0, 'Mon', '15:00') },
      {
        summary: 'Nor this',
        start: days.at(-4, 'Tue', '09:00'),
        end: days.at(-4, 'Tue', '10:00'),
        recurrence: 'RRULE:FREQ=WEEKLY',
      },
    ],
    'c_kowhailaunch55@group.calendar.google.com': [
      { summary: 'Launch day', start: days.on(2, 'Tue'), end: days.on(2, 'Wed') },
      { summary: 'Tasting week', start: days.on(4, 'Mon'), end: days.on(4, 'Sat') },
      {
        summary: 'Price list (embargoed)',
        start: days.at(1, 'Thu', '09:00'),
        end: days.at(1, 'Thu', '10:00'),
        visibility: 'confidential',
        organizer: organizer('aroha'),
        attendees: attendees(['aroha', 'ada']),
      },
    ],
    'c_portlandoffice@group.calendar.google.com': [
      { summary: 'Office closed', start: days.on(-1, 'Fri'), end: days.on(0, 'Sat') },
      { summary: 'Fire drill', start: days.at(-1, 'Mon', '16:30'), end: days.at(-1, 'Mon', '17:00') },
    ],
    'c_lastyear2025@group.calendar.google.com': [
      { summary: 'Offsite retrospective', start: days.at(-7, 'Fri', '10:00'), end: days.at(-7, 'Fri', '11:00') },
    ],
  }
}

/** One meeting that stands in two calendars under the same id. */
export function shared(days: RelativeDates): NewEvent {
  return {
    id: 'quarterlyplanning2026abc',
    summary: 'Quarterly planning',
    start: days.at(2, 'Wed', '10:00'),
    end: days.at(2, 'Wed', '12:00'),
    organizer: organizer('ada'),
    attendees: attendees(['ada', 'bilal', 'chloe', 'dmitri', 'esther']),
  }
}

function holiday(summary: string, date: string): NewEvent[] {
  const day = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  return [
    {
      summary,
      start: date,
      end: day,
      visibility: 'public',
      fields: { transparency: 'transparent', description: 'Public holiday' },
    },
  ]
}
