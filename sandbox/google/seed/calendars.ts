import { COMPANIES, PEOPLE } from '../../core/world.ts'
import type { Calendar } from '../calendar/calendar.ts'

/** Ada's calendar list: ids with `#` and `@`, every access role, one hidden, one whose events are gone. */
export function adasCalendars(): Calendar[] {
  const paris = COMPANIES.meridian.timeZone
  return [
    calendar({
      id: PEOPLE.ada.email,
      summary: PEOPLE.ada.email,
      timeZone: paris,
      accessRole: 'owner',
      primary: true,
      selected: true,
    }),
    calendar({
      id: 'c_7f3b1e0team9d2a@group.calendar.google.com',
      summary: 'Meridian – Partnerships team',
      description: 'Everything the <b>whole team</b> should see',
      timeZone: paris,
      accessRole: 'writer',
      selected: true,
      colorId: '16',
    }),
    calendar({
      id: 'en.french#holiday@group.v.calendar.google.com',
      summary: 'Holidays in France',
      timeZone: paris,
      accessRole: 'reader',
      selected: true,
    }),
    calendar({
      id: PEOPLE.chloe.email,
      summary: PEOPLE.chloe.email,
      summaryOverride: 'Chloé',
      timeZone: paris,
      accessRole: 'reader',
    }),
    calendar({ id: PEOPLE.bilal.email, summary: PEOPLE.bilal.email, timeZone: paris, accessRole: 'freeBusyReader' }),
    calendar({
      id: 'c_kowhailaunch55@group.calendar.google.com',
      summary: 'Kōwhai launch',
      timeZone: COMPANIES.kowhai.timeZone,
      accessRole: 'writerWithoutPrivateAccess',
    }),
    calendar({
      id: 'c_portlandoffice@group.calendar.google.com',
      summary: 'Portland office',
      timeZone: COMPANIES.kestrel.timeZone,
      accessRole: 'reader',
    }),
    calendar({
      id: 'c_lastyear2025@group.calendar.google.com',
      summary: 'Offsite 2025',
      timeZone: paris,
      accessRole: 'owner',
      hidden: true,
    }),
    calendar({
      id: 'c_leftbehind404@group.calendar.google.com',
      summary: 'Shared by a colleague who left',
      timeZone: paris,
      accessRole: 'reader',
      broken: 'notFound',
    }),
  ]
}

/** What everybody has: a calendar of one's own. */
export function ownCalendar({ email, timeZone }: { email: string; timeZone: string }): Calendar {
  return calendar({ id: email, summary: email, timeZone, accessRole: 'owner', primary: true, selected: true })
}

function calendar(entry: Omit<Calendar, 'events'>): Calendar {
  return { ...entry, events: new Map() }
}
