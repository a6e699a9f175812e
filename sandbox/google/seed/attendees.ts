import { PEOPLE, type PersonKey } from '../../core/fixtures.ts'
import type { Attendee } from '../calendar/model.ts'

type Response = Attendee['responseStatus']

export function person(key: PersonKey): { email: string; displayName: string } {
  return { email: PEOPLE[key].email, displayName: PEOPLE[key].name }
}

/** The list as Ada sees it: the first one organizes. People accept unless they are named with another response. */
export function attendees(
  keys: readonly PersonKey[],
  responses: Partial<Record<PersonKey, Response>> = {},
): Attendee[] {
  return keys.map((key, index) => ({
    ...person(key),
    responseStatus: responses[key] ?? 'accepted',
    ...(index === 0 ? { organizer: true } : {}),
    ...(key === 'ada' ? { self: true } : {}),
  }))
}

export function organizer(key: PersonKey): { email: string; displayName: string; self?: boolean } {
  return { ...person(key), ...(key === 'ada' ? { self: true } : {}) }
}

/** A room is an attendee like any other, but for its flag. */
export const ROOM: Attendee = {
  email: 'c_188aseine000000000000000000@resource.calendar.google.com',
  displayName: 'Paris-2-Seine (8)',
  resource: true,
  responseStatus: 'accepted',
}
