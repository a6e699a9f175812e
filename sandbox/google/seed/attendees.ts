import { PEOPLE, type PersonKey } from '../../core/fixtures.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { Attendee } from '../calendar/model.ts'

type Response = Attendee['responseStatus']

export function person(key: PersonKey): { email: string; displayName: string } {
  return { email: PEOPLE[key].email, displayName: PEOPLE[key].name }
}

/** Creates an attendee list as Ada sees it. The first person is the organizer; all accept unless `responses` says otherwise. */
export function attendees(
  keys: readonly PersonKey[],
  responses: Partial<Record<PersonKey, Response>> = {},
): Attendee[] {
  return keys.map((key, index) =>
    omitUndefined({
      ...person(key),
      responseStatus: responses[key] ?? 'accepted',
      organizer: index === 0 || undefined,
      self: key === 'ada' || undefined,
    }),
  )
}

export function organizer(key: PersonKey): { email: string; displayName: string; self?: boolean } {
  return omitUndefined({ ...person(key), self: key === 'ada' || undefined })
}

/** A room is an attendee with the `resource` flag. */
export const ROOM: Attendee = {
  email: 'c_188aseine000000000000000000@resource.calendar.google.com',
  displayName: 'Paris-2-Seine (8)',
  resource: true,
  responseStatus: 'accepted',
}
