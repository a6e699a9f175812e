import type { TeamsAccount } from './account.ts'
import type { TeamsEvent } from './events.ts'
import { fetchMeeting, type OnlineMeeting } from './meetings.ts'
import { assignTranscripts } from './occurrences.ts'

/** The meetings of a sync, by the key of their join URL. The events of a series are one meeting, which is fetched once. */
export class SeriesCache {
  readonly #account: TeamsAccount
  readonly #meetings = new Map<string, Promise<OnlineMeeting>>()

  /** `series` are the meetings of earlier pages. */
  constructor(account: TeamsAccount, series: Readonly<Record<string, OnlineMeeting>>) {
    this.#account = account
    for (const [key, meeting] of Object.entries(series)) this.#meetings.set(key, Promise.resolve(meeting))
  }

  fetch(event: Pick<TeamsEvent, 'key' | 'joinUrl'>): Promise<OnlineMeeting> {
    const meeting = this.#meetings.get(event.key) ?? fetchMeeting(this.#account, event)
    this.#meetings.set(event.key, meeting)
    return meeting
  }

  /** The meetings of which events are left, with the transcripts of those events. Failed ones are fetched again. */
  async toPosition(events: readonly TeamsEvent[], rest: readonly TeamsEvent[]): Promise<Record<string, OnlineMeeting>> {
    const ids = new Set(rest.map(({ id }) => id))
    const series: Record<string, OnlineMeeting> = {}
    for (const key of new Set(rest.map((event) => event.key))) {
      const meeting = await this.#meetings.get(key)?.catch(() => undefined)
      if (!meeting) continue
      const occurrences = assignTranscripts(
        events.filter((event) => event.key === key),
        meeting.transcripts,
      )
      const transcripts = occurrences.filter(({ event }) => ids.has(event.id)).map(({ transcript }) => transcript)
      series[key] = { ...meeting, transcripts }
    }
    return series
  }
}
