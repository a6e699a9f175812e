import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewEvent } from '../calendar/new-event.ts'
import { attendees, organizer, person, ROOM } from './attendees.ts'
import { SERIES_CODES } from './meetings/events.ts'

const AGENDA =
  '<p>Agenda:</p><ul><li>Numbers &amp; forecast</li><li><a href="https://docs.meridian.example/q?a=1&amp;b=2">Plan</a></li></ul><br>See you there!'

/** Creates Ada's recurring events. They span the daylight saving changes in Europe and America. */
export function createRecurringEvents(days: RelativeDates): NewEvent[] {
  return [
    createStandUp(days),
    ...createCustomerAndBoardMeetings(days),
    createOneToOne(days),
    ...createPipelineMeetings(days),
    createBirthday(days),
  ]
}

function createStandUp(days: RelativeDates): NewEvent {
  const until = `UNTIL=${days.on(17, 'Fri').replaceAll('-', '')}T215959Z`
  return {
    summary: 'Stand-up',
    start: days.at(-8, 'Mon', '09:30'),
    end: days.at(-8, 'Mon', '09:45'),
    recurrence: `RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;${until}`,
    exceptions: {
      [days.on(1, 'Wed')]: {
        start: days.at(1, 'Wed', '11:00'),
        end: days.at(1, 'Wed', '11:15'),
        summary: 'Stand-up (moved)',
      },
      [days.on(1, 'Thu')]: 'cancelled',
    },
    organizer: organizer('ada'),
    attendees: attendees(['ada', 'bilal', 'dmitri', 'esther']),
    meet: SERIES_CODES.standUp,
  }
}

function createCustomerAndBoardMeetings(days: RelativeDates): NewEvent[] {
  return [
    {
      summary: 'Kestrel weekly',
      description: AGENDA,
      start: days.at(-8, 'Tue', '08:00'),
      end: days.at(-8, 'Tue', '09:00'),
      timeZone: 'America/Los_Angeles',
      recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU',
      organizer: organizer('maya'),
      attendees: attendees(['maya', 'omar', 'ada', 'bilal'], { omar: 'tentative' }),
      meet: SERIES_CODES.kestrel,
    },
    {
      summary: 'Board meeting',
      location: 'Paris-2-Seine (8)',
      start: `${findSecondTuesday(days)}T14:00`,
      end: `${findSecondTuesday(days)}T16:00`,
      recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=8',
      organizer: organizer('chloe'),
      attendees: [...attendees(['chloe', 'ada', 'esther']), ROOM],
      fields: {
        attachments: [
          {
            fileUrl: 'https://drive.google.com/open?id=1BoardPack',
            title: 'Board pack.pdf',
            mimeType: 'application/pdf',
            fileId: '1BoardPack',
          },
        ],
      },
    },
  ]
}

function createOneToOne(days: RelativeDates): NewEvent {
  return {
    summary: '1:1 Bilal / Ada',
    start: days.at(-7, 'Thu', '16:30'),
    end: days.at(-7, 'Thu', '17:00'),
    recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=9',
    organizer: organizer('ada'),
    attendees: attendees(['ada', 'bilal']),
  }
}

function createPipelineMeetings(days: RelativeDates): NewEvent[] {
  return [
    {
      summary: 'Pipeline review',
      start: days.at(-8, 'Wed', '15:00'),
      end: days.at(-8, 'Wed', '16:00'),
      recurrence: `RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=${days.on(-1, 'Wed').replaceAll('-', '')}T235959Z`,
      organizer: organizer('ada'),
      attendees: attendees(['ada', 'bilal', 'dmitri']),
      meet: SERIES_CODES.pipeline,
    },
    {
      // Moving "this and following" events creates a new series.
      summary: 'Pipeline review',
      start: days.at(0, 'Thu', '11:00'),
      end: days.at(0, 'Thu', '12:00'),
      recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=16',
      organizer: organizer('ada'),
      attendees: attendees(['ada', 'bilal', 'dmitri']),
      meet: SERIES_CODES.pipeline,
    },
  ]
}

function createBirthday(days: RelativeDates): NewEvent {
  return {
    summary: `${person('dmitri').displayName}’s birthday`,
    start: days.on(2, 'Sat'),
    end: days.on(2, 'Sun'),
    recurrence: 'RRULE:FREQ=YEARLY',
    eventType: 'birthday',
    visibility: 'private',
    fields: { transparency: 'transparent', birthdayProperties: { type: 'birthday', contact: 'people/c2468' } },
  }
}

/** A series by weekday of the month must start on such a day: returns the second Tuesday about two months ago. */
function findSecondTuesday(days: RelativeDates): string {
  const tuesdays = [-9, -8, -7, -6, -5].map((week) => days.on(week, 'Tue'))
  return tuesdays.find((date) => Number(date.slice(8)) >= 8 && Number(date.slice(8)) <= 14) ?? days.on(-9, 'Tue')
}
