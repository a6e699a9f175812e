import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewEvent } from '../calendar/new-event.ts'
import { attendees, organizer, person, ROOM } from './attendees.ts'

/** Creates Ada's single events: customer meetings, travel and edge cases. */
export function createSingleEvents(days: RelativeDates): NewEvent[] {
  return [...createCustomerEvents(days), ...createTravelEvents(days), ...createEdgeCaseEvents(days)]
}

function createCustomerEvents(days: RelativeDates): NewEvent[] {
  return [
    {
      summary: 'Halden: renewal talk',
      location: 'Storgata 1, 1767 Halden',
      start: days.at(1, 'Tue', '13:00'),
      end: days.at(1, 'Tue', '14:30'),
      organizer: organizer('ada'),
      attendees: [...attendees(['ada', 'ingrid', 'lars', 'esther'], { lars: 'needsAction', esther: 'declined' }), ROOM],
      meet: true,
    },
    {
      summary: '桜井精密 キックオフ',
      start: days.at(0, 'Wed', '17:00'),
      end: days.at(0, 'Wed', '18:00'),
      timeZone: 'Asia/Tokyo',
      organizer: organizer('haruka'),
      attendees: attendees(['haruka', 'kenji', 'ada'], { ada: 'tentative' }),
    },
    {
      summary: 'Демо для студии',
      start: days.at(-2, 'Fri', '10:00'),
      end: days.at(-2, 'Fri', '11:00'),
      status: 'tentative',
      organizer: organizer('yulia'),
      attendees: attendees(['yulia', 'ada', 'dmitri']),
    },
    {
      summary: 'Kōwhai: supplier call',
      start: days.at(2, 'Thu', '08:30'),
      end: days.at(2, 'Thu', '09:15'),
      timeZone: 'Pacific/Auckland',
      organizer: organizer('aroha'),
      attendees: attendees(['aroha', 'ada']),
      fields: {
        conferenceData: {
          entryPoints: [
            {
              entryPointType: 'video',
              uri: 'https://video.kowhai.example/j/93411',
              label: 'video.kowhai.example/j/93411',
            },
            { entryPointType: 'phone', uri: 'tel:+64-9-555-0100', label: '+64 9 555 0100', pin: '93411' },
            { entryPointType: 'sip', uri: 'sip:93411@video.kowhai.example' },
            { entryPointType: 'more', uri: 'https://video.kowhai.example/numbers' },
          ],
          conferenceSolution: { key: { type: 'addOn' }, name: 'Kōwhai Video' },
        },
      },
    },
  ]
}

function createTravelEvents(days: RelativeDates): NewEvent[] {
  return [
    {
      summary: 'Logistics World, Hamburg',
      start: days.on(3, 'Tue'),
      end: days.on(3, 'Sat'),
      description: 'Hall 4, stand 12',
      fields: { transparency: 'transparent' },
    },
    {
      summary: 'Flight to Osaka (KE 902)',
      location: 'Paris CDG',
      start: days.at(5, 'Sun', '20:50'),
      end: days.at(6, 'Mon', '09:05'),
      eventType: 'fromGmail',
      fields: { source: { title: 'Itinerary', url: 'https://mail.google.com/mail?extsrc=cal' }, privateCopy: true },
    },
    {
      summary: 'Away',
      start: days.at(10, 'Mon', '00:00'),
      end: days.at(12, 'Mon', '00:00'),
      eventType: 'outOfOffice',
      fields: {
        outOfOfficeProperties: { autoDeclineMode: 'declineAllConflictingInvitations', declineMessage: 'On holiday' },
      },
    },
    {
      summary: 'Home',
      start: days.on(0, 'Fri'),
      end: days.on(0, 'Sat'),
      eventType: 'workingLocation',
      visibility: 'public',
      fields: { transparency: 'transparent', workingLocationProperties: { type: 'homeOffice', homeOffice: {} } },
    },
  ]
}

function createEdgeCaseEvents(days: RelativeDates): NewEvent[] {
  return [
    { start: days.at(0, 'Tue', '12:15'), end: days.at(0, 'Tue', '13:00') },
    {
      summary: 'Focus time',
      start: days.at(0, 'Wed', '10:00'),
      end: days.at(0, 'Wed', '12:00'),
      eventType: 'focusTime',
      fields: { focusTimeProperties: { chatStatus: 'doNotDisturb' } },
    },
    { summary: 'Doctor', start: days.at(1, 'Fri', '08:30'), end: days.at(1, 'Fri', '09:00'), visibility: 'private' },
    {
      summary: 'Vendor webinar',
      start: days.at(0, 'Thu', '18:00'),
      end: days.at(0, 'Thu', '19:00'),
      organizer: { email: 'unknownorganizer@calendar.google.com' },
      attendees: attendees(['ada'], { ada: 'declined' }),
    },
    {
      summary: 'Lunch with the new neighbours',
      start: days.at(1, 'Mon', '12:30'),
      end: days.at(1, 'Mon', '13:30'),
      organizer: organizer('ada'),
      attendees: [...attendees(['ada']), { displayName: 'Someone from upstairs', responseStatus: 'needsAction' }],
    },
    {
      summary: 'Called off',
      start: days.at(0, 'Fri', '15:00'),
      end: days.at(0, 'Fri', '16:00'),
      status: 'cancelled',
      organizer: organizer('omar'),
    },
    {
      summary: 'Workshop “<script>alert(1)</script>” & <b>bold</b>',
      description: 'Line one\nLine two\n<img src=x onerror="alert(1)">',
      start: days.at(2, 'Mon', '14:00'),
      end: days.at(2, 'Mon', '14:00'),
      organizer: organizer('dmitri'),
      attendees: [
        ...attendees(['dmitri', 'ada']),
        { ...person('esther'), responseStatus: 'needsAction', optional: true },
      ],
      fields: { endTimeUnspecified: true },
    },
  ]
}
