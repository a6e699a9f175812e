import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewEvent } from '../calendar/new-event.ts'
import { SHORT_JOIN_URL } from './meetings/events.ts'
import { attendees, ROOM, recipient } from './people.ts'

/** Ada's recurring events. They span the daylight saving time changes of Europe, America and New Zealand. */
export function recurringEvents(days: RelativeDates): NewEvent[] {
  return [...ownSeries(days), ...invitedSeries(days), ...soloSeries(days)]
}

function ownSeries(days: RelativeDates): NewEvent[] {
  const until = days.on(17, 'Fri').replaceAll('-', '')
  return [
    {
      key: 'partner-stand-up',
      subject: 'Partner stand-up',
      start: days.at(-8, 'Mon', '09:15'),
      end: days.at(-8, 'Mon', '09:30'),
      recurrence: `RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=${until}T215959Z`,
      exceptions: {
        [days.on(1, 'Wed')]: {
          start: days.at(1, 'Wed', '10:00'),
          end: days.at(1, 'Wed', '10:15'),
          subject: 'Partner stand-up (later today)',
        },
        [days.on(2, 'Mon')]: 'deleted',
        [days.on(3, 'Wed')]: { isCancelled: true },
      },
      attendees: attendees(['bilal', 'dmitri'], { dmitri: 'tentativelyAccepted' }),
      teams: true,
      categories: ['Green category'],
    },
    {
      key: 'one-to-one-dmitri',
      subject: 'Ada / Dmitri',
      start: days.at(-8, 'Fri', '11:00'),
      end: days.at(-8, 'Fri', '11:30'),
      recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=10',
      attendees: attendees(['dmitri']),
      teams: SHORT_JOIN_URL,
    },
  ]
}

function invitedSeries(days: RelativeDates): NewEvent[] {
  return [
    {
      key: 'kestrel-operations',
      subject: 'Kestrel operations review',
      html: '<p>Agenda:</p><ul><li>Containers &amp; gates</li><li><a href="https://kestrel.example/board?week=now">Board</a></li></ul>',
      start: days.at(-8, 'Thu', '08:30'),
      end: days.at(-8, 'Thu', '09:15'),
      timeZone: 'America/Los_Angeles',
      recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TH',
      organizer: recipient('maya'),
      attendees: attendees(['omar', 'ada', 'bilal'], { omar: 'tentativelyAccepted' }),
      teams: true,
    },
    {
      key: 'sakurai-regular',
      subject: '桜井精密 定例会議',
      start: days.at(-7, 'Tue', '16:00'),
      end: days.at(-7, 'Tue', '17:00'),
      timeZone: 'Asia/Tokyo',
      recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
      organizer: recipient('haruka'),
      attendees: attendees(['kenji', 'ada']),
    },
    {
      key: 'kowhai-logistics',
      subject: 'Kōwhai logistics',
      start: days.at(-6, 'Wed', '20:00'),
      end: days.at(-6, 'Wed', '20:45'),
      timeZone: 'Pacific/Auckland',
      recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=20',
      organizer: recipient('aroha'),
      attendees: attendees(['ada'], { ada: 'notResponded' }),
    },
    {
      key: 'steering-committee',
      subject: 'Steering committee',
      start: `${secondThursday(days)}T14:00`,
      end: `${secondThursday(days)}T16:00`,
      recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=2TH;COUNT=6',
      organizer: recipient('chloe'),
      attendees: [...attendees(['ada', 'esther']), ROOM],
      location: 'Salle Garonne (10)',
      hasAttachments: true,
    },
  ]
}

function soloSeries(days: RelativeDates): NewEvent[] {
  return [
    {
      key: 'morning-planning',
      subject: 'Morning planning',
      start: days.at(0, 'Mon', '08:00'),
      end: days.at(0, 'Mon', '08:20'),
      recurrence: 'RRULE:FREQ=DAILY;COUNT=12',
      sensitivity: 'personal',
      showAs: 'tentative',
    },
    {
      key: 'invoice-run',
      subject: 'Invoice run',
      start: `${days.on(-8, 'Mon').slice(0, 8)}05`,
      end: `${days.on(-8, 'Mon').slice(0, 8)}06`,
      recurrence: 'RRULE:FREQ=MONTHLY;COUNT=7',
      showAs: 'free',
    },
    {
      key: 'company-birthday',
      subject: 'Meridian’s birthday',
      start: days.on(-5, 'Sat'),
      end: days.on(-5, 'Sun'),
      recurrence: 'RRULE:FREQ=YEARLY',
      showAs: 'free',
    },
  ]
}

/** The start of a series on the second Thursday of the month must be a second Thursday. */
function secondThursday(days: RelativeDates): string {
  const thursdays = [-8, -7, -6, -5, -4].map((week) => days.on(week, 'Thu'))
  const isSecond = (date: string) => Number(date.slice(8)) >= 8 && Number(date.slice(8)) <= 14
  return thursdays.find(isSecond) ?? days.on(-8, 'Thu')
}
