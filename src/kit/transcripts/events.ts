import type { PersonReference } from '../../contract/index.ts'

/** An event of the connected person's calendar that has an online meeting. Times are epoch ms. */
export interface MeetingEvent {
  /** Keys of the meeting, from `toJoinKey`: its code or its join URLs. */
  joinKeys: readonly string[]
  dateStart: number
  dateEnd: number
  title?: string
  organizedBy?: PersonReference
  /** People with an address; rooms are left out. */
  attendees: readonly PersonReference[]
}

/** A meeting code or join URL in the form in which it is compared: decoded, in lower case, without a final slash. */
export function toJoinKey(text: string): string {
  return decode(text.trim()).toLowerCase().replace(/\/+$/, '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The event of a meeting: the one with this key whose time overlaps the meeting's. Vendors use a code or URL again, for
 * each occurrence of a series and later for other meetings, so time decides: the longest overlap, then the nearest start.
 */
export function findEvent<Event extends MeetingEvent>(
  events: Iterable<Event>,
  joinKey: string,
  meeting: Times,
): Event | undefined {
  let best: Event | undefined
  for (const event of events) {
    if (!event.joinKeys.includes(joinKey) || !overlaps(event, meeting)) continue
    if (best === undefined || isCloser(event, best, meeting)) best = event
  }
  return best
}

interface Times {
  dateStart: number
  dateEnd: number
}

/** Whether two half-open intervals overlap. One without length overlaps the interval that contains it. */
function overlaps(a: Times, b: Times): boolean {
  const isInstant = a.dateStart === a.dateEnd || b.dateStart === b.dateEnd
  return overlapMs(a, b) > 0 || (isInstant && overlapMs(a, b) === 0)
}

function isCloser(event: Times, other: Times, meeting: Times): boolean {
  const difference = overlapMs(event, meeting) - overlapMs(other, meeting)
  if (difference !== 0) return difference > 0
  return Math.abs(event.dateStart - meeting.dateStart) < Math.abs(other.dateStart - meeting.dateStart)
}

/** Negative if the two do not touch. */
function overlapMs(a: Times, b: Times): number {
  return Math.min(a.dateEnd, b.dateEnd) - Math.max(a.dateStart, b.dateStart)
}
