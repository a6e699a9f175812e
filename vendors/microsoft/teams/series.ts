import { ProviderError } from '../../../src/kit/errors.ts'
import { ReportedMeetingError, UnreadableTranscriptError } from '../../../src/kit/transcripts/reader.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { TeamsAccount } from './account.ts'
import type { TeamsEvent } from './events.ts'
import { fetchMeeting, type OnlineMeeting } from './meetings.ts'
import { assignTranscripts } from './occurrences.ts'
import type { TeamsPosition } from './position.ts'

/** What a sync knows of its meetings, by the key of their join URL. The events of a series are one meeting. */
export class SeriesCache {
  readonly #account: TeamsAccount
  readonly #meetings = new Map<string, Promise<OnlineMeeting>>()
  /** Refused or unknown meetings, about which there is a warning. */
  readonly #refused: Set<string>

  constructor(account: TeamsAccount, { series, refused }: Pick<TeamsPosition, 'series' | 'refused'>) {
    this.#account = account
    this.#refused = new Set(refused)
    for (const [key, meeting] of Object.entries(series)) this.#meetings.set(key, Promise.resolve(meeting))
  }

  /**
   * Fetches the meeting of an event once. Throws ProviderErrors, UnreadableTranscriptError for a meeting in an undocumented
   * form, and ReportedMeetingError for further events of a refused one.
   */
  async fetch(event: Pick<TeamsEvent, 'key' | 'joinUrl'>): Promise<OnlineMeeting> {
    const { key } = event
    if (this.#refused.has(key)) throw new ReportedMeetingError()
    const meeting = this.#meetings.get(key) ?? fetchMeeting(this.#account, event)
    this.#meetings.set(key, meeting)
    try {
      return await meeting
    } catch (error) {
      if (this.#refused.has(key)) throw new ReportedMeetingError()
      if (isRefusal(error)) this.#refused.add(key)
      if (error instanceof ProviderError) throw error
      throw new UnreadableTranscriptError('meeting does not have the form that Microsoft documents', { cause: error })
    }
  }

  /** The meetings of which events are left, with the transcripts of those events. */
  async toPosition(
    events: readonly TeamsEvent[],
    rest: readonly TeamsEvent[],
  ): Promise<Pick<TeamsPosition, 'series' | 'refused'>> {
    const ids = new Set(rest.map(({ id }) => id))
    const keys = [...new Set(rest.map(({ key }) => key))]
    const series: Record<string, OnlineMeeting> = {}
    for (const key of keys) {
      // A meeting that failed is fetched again.
      const meeting = await this.#meetings.get(key)?.catch(() => undefined)
      if (!meeting) continue
      const occurrences = assignTranscripts(
        events.filter((event) => event.key === key),
        meeting.transcripts,
      )
      const transcripts = occurrences.filter(({ event }) => ids.has(event.id)).map(({ transcript }) => transcript)
      series[key] = { ...meeting, transcripts }
    }
    return { series, refused: keys.filter((key) => this.#refused.has(key)) }
  }
}

/** Whether an error concerns this meeting only, and would be the same for its other events. */
function isRefusal(error: unknown): boolean {
  return error instanceof VendorError && (error.concernsItem || ['not-found', 'invalid-request'].includes(error.class))
}
