import { PEOPLE, type Person, type PersonKey } from '../../core/fixtures.ts'
import { createOutlookId } from '../api/outlook-ids.ts'
import type { Calendar } from '../calendar/model.ts'

/** Two ids that differ only in the case of two letters. */
export const IDS_DIFFERING_IN_CASE = [
  'AAMkADYwNjIxYzUwLTk0YzMAAAAAAb1sAAA=',
  'AAMkADYwNjIxYzUwLTk0YzMAAAAAaB1sAAA=',
] as const

/** Ada's calendars: her own, shared ones, two that fail, two with similar ids, and one whose id must be escaped. */
export function adasCalendars(): Calendar[] {
  return [
    ownCalendar(PEOPLE.ada),
    calendar('Anniversaires', {
      color: 'lightGreen',
      canEdit: false,
      canShare: false,
      eventsError: 'ErrorItemNotFound',
    }),
    calendar('Jours fériés France', { color: 'lightRed', canEdit: false }),
    calendar('Bilal Haddad', { ...sharedBy('bilal'), canViewPrivateItems: false }),
    calendar('Chloé Lefèvre', sharedBy('chloe')),
    calendar('Partner programme', { id: IDS_DIFFERING_IN_CASE[0], color: 'lightTeal' }),
    calendar('Partner programme (old)', { id: IDS_DIFFERING_IN_CASE[1], color: 'lightGray' }),
    calendar('Kōwhai launch', { id: 'AAMkAGVj/Zjk+N2JlLTZi/MzAtNDA+yYwAAAA==', color: 'lightOrange' }),
    calendar('Portland fleet', { ...sharedBy('maya'), eventsError: 'UnknownError' }),
  ]
}

/** The default calendar of an account. */
export function ownCalendar(owner: Person): Calendar {
  return { ...calendar('Calendar', { owner: toOwner(owner), id: calendarId(owner.key) }), isDefault: true }
}

function calendar(name: string, changes: Partial<Calendar>): Calendar {
  return {
    id: calendarId(name),
    name,
    color: 'auto',
    owner: toOwner(PEOPLE.ada),
    isDefault: false,
    canEdit: true,
    canShare: true,
    canViewPrivateItems: true,
    events: new Map(),
    ...changes,
  }
}

function sharedBy(key: PersonKey): Partial<Calendar> {
  return { owner: toOwner(PEOPLE[key]), canEdit: false, canShare: false, color: 'lightBlue' }
}

function calendarId(name: string): string {
  return createOutlookId('mutable', `calendar ${name}`).replaceAll('/', '-').replaceAll('+', '_')
}

function toOwner({ name, email }: Person): Calendar['owner'] {
  return { name, address: email }
}
