import { PEOPLE, type PersonKey } from '../../../core/fixtures.ts'
import type { NewParticipant } from '../../meet/new-conference.ts'

type Sessions = NonNullable<NewParticipant['sessions']>

/** Signed-in participants who were there all the time. */
export function signedIn(...keys: readonly PersonKey[]): NewParticipant[] {
  return keys.map((key) => ({ speaker: key, email: PEOPLE[key].email }))
}

/** A signed-in participant who left and came back. */
export function rejoined(key: PersonKey, sessions: Sessions): NewParticipant {
  return { speaker: key, email: PEOPLE[key].email, sessions }
}

/** Somebody without a Google account, under the name that they typed. */
export function anonymous(speaker: string, name: string): NewParticipant {
  return { speaker, kind: 'anonymous', name }
}

/** Somebody on the phone, whose number Google masks. */
export function phone(speaker: string, name: string): NewParticipant {
  return { speaker, kind: 'phone', name }
}

/** The device of a meeting room, which is signed in like a person. */
export const MEETING_ROOM: NewParticipant = {
  speaker: 'room',
  kind: 'room',
  email: 'c_188aseine000000000000000000@resource.calendar.google.com',
  name: 'Paris-2-Seine',
}
