import type { Attendee, Calendar, Credential, Event } from '../../../../../src/contract/index.ts'
import type { Call } from '../../../../../src/kit/application.ts'
import { toPerson } from '../../../../../src/kit/people.ts'
import { omitEmpty, omitUndefined } from '../../../../../src/runtime/omit.ts'
import { toWebUrl } from '../../account.ts'

/** A calendar of Beacon's API. */
export interface BeaconCalendar {
  id: string
  name: string
  /** IANA name. */
  timeZone: string
}

/** An event of Beacon's API. */
export interface BeaconEvent {
  id: string
  title: string
  /** ISO 8601. */
  startsAt: string
  endsAt: string
  place: string | null
  organizer: { name: string; address: string }
  guests: { name: string; address: string; reply: 'yes' | 'no' | 'maybe' | null }[]
}

export function toCalendar(
  { id, name, timeZone }: BeaconCalendar,
  events: Event[],
  { provider, application }: Pick<Call, 'provider' | 'application'>,
): Calendar {
  return { blockType: 'calendar', provider, application, externalId: id, title: name, timeZone, events }
}

const REPLIES = { yes: 'accepted', no: 'declined', maybe: 'tentative' } as const

export function toEvent(
  { id, title, startsAt, endsAt, place, organizer, guests }: BeaconEvent,
  credential: Pick<Credential, 'instanceUrl'>,
): Event {
  return {
    blockType: 'event',
    externalId: id,
    uri: toWebUrl(credential, 'events', id),
    title,
    dateStart: Date.parse(startsAt),
    dateEnd: Date.parse(endsAt),
    ...omitEmpty({ location: place }),
    ...omitUndefined({ organizedBy: toPerson(organizer.address, organizer.name) }),
    attendees: guests.flatMap(toAttendee),
  }
}

function toAttendee({ name, address, reply }: BeaconEvent['guests'][number]): Attendee[] {
  const person = toPerson(address, name)
  return person ? [{ ...person, responseStatus: reply ? REPLIES[reply] : 'none' }] : []
}
