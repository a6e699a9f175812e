import type { Calendar, Event } from '../../../../src/contract/index.ts'
import { canonicalHash } from '../canonical-form.ts'
import { type NewBlock, toWholeMs } from './new-block.ts'

/** Maps a calendar and its events, which become its children. */
export function fromCalendar({ events, ...calendar }: Calendar): NewBlock[] {
  const { externalId, timeZone, title = '' } = calendar
  const block: NewBlock = {
    key: externalId,
    kind: 'calendar',
    hash: canonicalHash(calendar),
    externalId,
    title,
    uri: calendar.uri,
    detail: { timeZone, name: title },
    search: [],
    people: [],
  }
  return [block, ...events.map((event) => fromEvent(event, externalId))]
}

function fromEvent(event: Event, calendarKey: string): NewBlock {
  // Not part of the content hash: vendors change dateUpdated without a visible change.
  const { dateUpdated, ...content } = event
  const { blockType, externalId, uri, title, description, dateStart, dateEnd, status, ...detail } = content
  return {
    key: externalId,
    kind: blockType,
    hash: canonicalHash([content, calendarKey]),
    externalId,
    parentKey: calendarKey,
    title,
    text: description,
    uri,
    status: status ?? 'confirmed',
    dateStart: toWholeMs(dateStart),
    dateEnd: toWholeMs(dateEnd),
    dateAssociated: toWholeMs(dateStart),
    detail,
    search: [
      description,
      event.location,
      ...event.attendees.flatMap(({ friendlyName, email }) => [friendlyName, email]),
    ],
    people: [event.organizedBy, ...event.attendees],
    creator: event.organizedBy,
  }
}
