import { COMPANIES, PEOPLE } from '../../core/fixtures.ts'
import type { Calendar } from '../calendar/model.ts'

/** Creates Ada's calendar list: ids with `#` and `@`, every access role, a hidden calendar and one without events. */
export function createAdasCalendars(): Calendar[] {
  const paris = COMPANIES.meridian.timeZone
  return [
    createCalendar({
      id: PEOPLE.ada.email,
      summary: PEOPLE.ada.email,
      timeZone: paris,
      accessRole: 'owner',
      primary: true,
      selected: true,
    }),
    createCalendar({
      id: 'c_7f3b1e0team9d2a@group.calendar.google.com',
      summary: 'Meridian – Partnerships team',
      description: 'Everything the <b>whole team</b> should see',
      timeZone: paris,
      accessRole: 'writer',
      selected: true,
      colorId: '16',
    }),
    createCalendar({
      id: 'en.french#holiday@group.v.calendar.google.com',
      summary: 'Holidays in France',
      timeZone: paris,
      accessRole: 'reader',
      selected: true,
    }),
    createCalendar({
      id: PEOPLE.chloe.email,
      summary: PEOPLE.chloe.email,
      summaryOverride: 'Chloé',
      timeZone: paris,
      accessRole: 'reader',
    }),
    createCalendar({
      id: PEOPLE.bilal.email,
      summary: PEOPLE.bilal.email,
      timeZone: paris,
      accessRole: 'freeBusyReader',
    }),
    createCalendar({
      id: 'c_kowhailaunch55@group.calendar.google.com',
      summary: 'Kōwhai launch',
      timeZone: COMPANIES.kowhai.timeZone,
      accessRole: 'writerWithoutPrivateAccess',
    }),
    createCalendar({
      id: 'c_portlandoffice@group.calendar.google.com',
      summary: 'Portland office',
      timeZone: COMPANIES.kestrel.timeZone,
      accessRole: 'reader',
    }),
    createCalendar({
      id: 'c_lastyear2025@group.calendar.google.com',
      summary: 'Offsite 2025',
      timeZone: paris,
      accessRole: 'owner',
      hidden: true,
    }),
    createCalendar({
      id: 'c_leftbehind404@group.calendar.google.com',
      summary: 'Shared by a colleague who left',
      timeZone: paris,
      accessRole: 'reader',
      broken: 'notFound',
    }),
  ]
}

/** Creates the primary calendar of an account. */
export function createOwnCalendar({ email, timeZone }: { email: string; timeZone: string }): Calendar {
  return createCalendar({ id: email, summary: email, timeZone, accessRole: 'owner', primary: true, selected: true })
}

function createCalendar(entry: Omit<Calendar, 'events'>): Calendar {
  return { ...entry, events: new Map() }
}
