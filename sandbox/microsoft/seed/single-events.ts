import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewEvent } from '../calendar/new-event.ts'
import { attendees, FORMER_COLLEAGUE, ROOM, recipient } from './people.ts'

/** Ada's single events: customer meetings, all-day events, private events and unusual but valid ones. */
export function singleEvents(days: RelativeDates): NewEvent[] {
  return [...customers(days), ...allDayEvents(days), ...privateEvents(days), ...edgeCaseEvents(days)]
}

function customers(days: RelativeDates): NewEvent[] {
  return [
    {
      subject: 'Halden: site visit',
      location: 'Storgata 1, 1767 Halden',
      start: days.at(-3, 'Tue', '09:00'),
      end: days.at(-3, 'Thu', '15:00'),
      timeZone: 'Europe/Oslo',
      organizer: recipient('ingrid'),
      attendees: attendees(['lars', 'ada']),
      showAs: 'oof',
    },
    {
      subject: 'Halden: contract signature',
      start: days.at(0, 'Thu', '13:00'),
      end: days.at(0, 'Thu', '13:30'),
      attendees: [...attendees(['ingrid', 'lars', 'esther'], { lars: 'none', esther: 'declined' }), ROOM],
      importance: 'high',
      teams: true,
    },
    {
      subject: 'Презентация для студии',
      text: 'Показываем новые макеты и договариваемся о сроках.',
      start: days.at(-1, 'Wed', '15:00'),
      end: days.at(-1, 'Wed', '16:00'),
      timeZone: 'Europe/Riga',
      organizer: recipient('yulia'),
      attendees: attendees(['ada', 'dmitri'], { ada: 'tentativelyAccepted' }),
    },
    {
      subject: 'Kestrel: quarterly business review',
      start: days.at(2, 'Tue', '17:00'),
      end: days.at(2, 'Tue', '18:30'),
      attendees: attendees(['maya', 'omar', 'bilal']),
      teams: true,
      hasAttachments: true,
    },
    {
      subject: 'Supplier webinar',
      start: days.at(1, 'Wed', '18:00'),
      end: days.at(1, 'Wed', '19:00'),
      organizer: { name: 'Cargo Press Events', address: 'events@cargopress.example' },
      attendees: attendees(['ada'], { ada: 'declined' }),
      showAs: 'free',
    },
    {
      subject: 'Pricing workshop',
      start: days.at(0, 'Tue', '14:00'),
      end: days.at(0, 'Tue', '16:00'),
      organizer: recipient('chloe'),
      attendees: attendees(['ada', 'bilal']),
      isCancelled: true,
    },
  ]
}

/** All-day events, some of them created in other time zones. Their dates must not be converted. */
function allDayEvents(days: RelativeDates): NewEvent[] {
  return [
    { subject: 'Off-site in Lyon', start: days.on(4, 'Wed'), end: days.on(4, 'Sat'), location: 'Lyon', showAs: 'oof' },
    {
      subject: 'Auckland Anniversary Day',
      start: days.on(1, 'Mon'),
      end: days.on(1, 'Tue'),
      timeZone: 'Pacific/Auckland',
      organizer: recipient('aroha'),
      showAs: 'free',
    },
    {
      subject: 'Portland stocktaking',
      start: days.on(1, 'Fri'),
      end: days.on(1, 'Sat'),
      timeZone: 'America/Los_Angeles',
      organizer: recipient('maya'),
      attendees: attendees(['ada']),
    },
    { subject: 'Working from home', start: days.on(0, 'Fri'), end: days.on(0, 'Sat'), showAs: 'workingElsewhere' },
    { subject: 'Summer holiday', start: days.on(15, 'Mon'), end: days.on(17, 'Mon'), showAs: 'oof' },
  ]
}

function privateEvents(days: RelativeDates): NewEvent[] {
  return [
    { subject: 'Dentist', start: days.at(1, 'Tue', '08:30'), end: days.at(1, 'Tue', '09:00'), sensitivity: 'private' },
    {
      subject: 'Reorganisation, first draft',
      start: days.at(2, 'Fri', '16:00'),
      end: days.at(2, 'Fri', '17:00'),
      organizer: recipient('chloe'),
      attendees: attendees(['ada', 'esther']),
      sensitivity: 'confidential',
    },
  ]
}

function edgeCaseEvents(days: RelativeDates): NewEvent[] {
  return [
    { start: days.at(0, 'Wed', '12:15'), end: days.at(0, 'Wed', '13:00') },
    { subject: '', start: days.at(0, 'Thu', '10:00'), end: days.at(0, 'Thu', '10:00'), showAs: 'free' },
    {
      subject: 'Handover with a former colleague',
      start: days.at(0, 'Fri', '15:00'),
      end: days.at(0, 'Fri', '15:30'),
      attendees: [
        FORMER_COLLEAGUE,
        { name: 'Somebody from upstairs', type: 'optional', response: 'none' },
        ...attendees(['bilal']),
      ],
    },
    {
      subject: 'Migration night',
      start: days.at(1, 'Sat', '22:00'),
      end: days.at(1, 'Sun', '06:00'),
      organizer: recipient('dmitri'),
      attendees: attendees(['ada']),
    },
    {
      subject: 'Call booked by a robot',
      start: days.at(1, 'Thu', '09:00'),
      end: days.at(1, 'Thu', '09:30'),
      originalZone: 'tzone://Microsoft/Utc',
      organizer: { name: 'Booking robot', address: 'robot@booking.example' },
      attendees: attendees(['ada']),
    },
    {
      subject: 'Invitation from a strange calendar',
      start: days.at(2, 'Wed', '09:00'),
      end: days.at(2, 'Wed', '10:00'),
      originalZone: 'tzone://Microsoft/Custom',
      organizer: recipient('yulia'),
      attendees: attendees(['ada']),
    },
    {
      subject: 'Review “<script>alert(1)</script>” & <b>bold</b>',
      html: '<p>Line one<br>Line two</p><img src=x onerror="alert(1)">',
      start: days.at(3, 'Mon', '14:00'),
      end: days.at(3, 'Mon', '15:00'),
      attendees: [
        { name: 'Esther', address: "esther.o'brien+cal@meridian.example", type: 'optional', response: 'none' },
      ],
    },
  ]
}
