import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewEvent } from '../calendar/new-event.ts'
import { attendees, recipient } from './people.ts'

/** The events of Ada's other calendars, by calendar name. */
export function otherCalendars(days: RelativeDates): Readonly<Record<string, readonly NewEvent[]>> {
  return {
    'Jours fériés France': [
      holiday('Lundi de Pâques', days.on(3, 'Mon'), days.on(3, 'Tue')),
      holiday('Fête du Travail', days.on(6, 'Fri'), days.on(6, 'Sat')),
      holiday('Ascension', days.on(8, 'Thu'), days.on(8, 'Fri')),
    ],
    'Bilal Haddad': [
      { subject: 'Customer dinner', start: days.at(0, 'Tue', '19:30'), end: days.at(0, 'Tue', '22:00') },
      {
        subject: 'Job interview elsewhere',
        html: '<p>Nobody may know</p>',
        location: 'Secret',
        start: days.at(0, 'Wed', '17:00'),
        end: days.at(0, 'Wed', '18:00'),
        attendees: attendees(['omar']),
        sensitivity: 'private',
      },
      {
        subject: 'Gym',
        start: days.at(-8, 'Tue', '07:00'),
        end: days.at(-8, 'Tue', '08:00'),
        recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=30',
        sensitivity: 'private',
        showAs: 'oof',
      },
    ],
    'Chloé Lefèvre': [
      {
        subject: 'Interview with Les Échos',
        start: days.at(1, 'Thu', '11:00'),
        end: days.at(1, 'Thu', '11:30'),
      },
      {
        subject: 'School play',
        start: days.at(1, 'Fri', '16:00'),
        end: days.at(1, 'Fri', '17:30'),
        sensitivity: 'private',
      },
    ],
    'Partner programme': [
      { ...planning(days), organizer: recipient('ada') },
      { subject: 'Certification deadline', start: days.on(5, 'Thu'), end: days.on(5, 'Fri') },
    ],
    'Partner programme (old)': [
      { subject: 'Last year’s retrospective', start: days.at(-7, 'Wed', '10:00'), end: days.at(-7, 'Wed', '11:00') },
    ],
    'Kōwhai launch': [
      {
        subject: 'Tasting week',
        start: days.on(4, 'Mon'),
        end: days.on(4, 'Sat'),
        timeZone: 'Pacific/Auckland',
        organizer: recipient('aroha'),
      },
      {
        subject: 'Launch day',
        start: days.at(5, 'Tue', '09:00'),
        end: days.at(5, 'Tue', '18:00'),
        timeZone: 'Pacific/Auckland',
        organizer: recipient('aroha'),
        attendees: attendees(['ada']),
      },
    ],
  }
}

/** An event that is in two of her calendars. */
export function planning(days: RelativeDates): NewEvent {
  return {
    key: 'programme-planning',
    subject: 'Programme planning',
    start: days.at(2, 'Thu', '10:00'),
    end: days.at(2, 'Thu', '12:00'),
    attendees: attendees(['bilal', 'chloe', 'dmitri']),
  }
}

function holiday(subject: string, start: string, end: string): NewEvent {
  return { subject, start, end, showAs: 'free', text: 'Jour férié' }
}
