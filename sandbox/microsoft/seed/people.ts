import { PEOPLE, type PersonKey } from '../../core/fixtures.ts'
import type { Attendee } from '../calendar/model.ts'
import type { Recipient } from '../mail/message.ts'

export function recipient(key: PersonKey): Recipient {
  return { name: PEOPLE[key].name, address: PEOPLE[key].email }
}

/** Required attendees who have accepted, unless `responses` says otherwise. The organizer is not included. */
export function attendees(
  keys: readonly PersonKey[],
  responses: Partial<Record<PersonKey, Attendee['response']>> = {},
): Attendee[] {
  return keys.map((key) => ({ ...recipient(key), type: 'required', response: responses[key] ?? 'accepted' }))
}

/** A room, which is an attendee of type `resource`. */
export const ROOM: Attendee = {
  name: 'Salle Garonne (10)',
  address: 'room.garonne@meridian.example',
  type: 'resource',
  response: 'accepted',
}

/** A person whose Exchange mailbox was deleted, so that the address is an X.500 name. */
export const FORMER_COLLEAGUE: Attendee = {
  name: 'Former colleague',
  address:
    '/O=EXCHANGELABS/OU=EXCHANGE ADMINISTRATIVE GROUP (FYDIBOHF23SPDLT)/CN=RECIPIENTS/CN=7C1E55F6A0B94D0A-FORMER',
  type: 'required',
  response: 'none',
}
