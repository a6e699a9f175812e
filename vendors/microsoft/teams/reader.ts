import type { ConnectedProvider, Transcription, TranscriptionFilter } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import type { Budget } from '../../../src/kit/budget.ts'
import { type FailingTime, rememberFailures } from '../../../src/kit/memory/lasting-failures.ts'
import { toMeetingName } from '../../../src/kit/transcripts/names.ts'
import { isInWindow, toTranscriptionLimit } from '../../../src/kit/transcripts/position.ts'
import type { LeftOut, MeetingList, TranscriptReader } from '../../../src/kit/transcripts/reader.ts'
import { toDuration, toTranscriptText } from '../../../src/kit/transcripts/text.ts'
import { OnceWarnings } from '../../../src/kit/transcripts/warnings.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { MicrosoftSettings } from '../settings.ts'
import type { TeamsAccount } from './account.ts'
import { fetchContent } from './content.ts'
import { type EventKey, fetchEvents, newestFirst, type TeamsEvent } from './events.ts'
import { Extras } from './extras.ts'
import { toPeople, toTitle, toTranscription } from './map.ts'
import { assignTranscripts, estimateEnd } from './occurrences.ts'
import type { PendingEvent, PendingText, TeamsPosition } from './position.ts'
import { SeriesCache } from './series.ts'
import { parseCues } from './vtt.ts'

/** Requests of one page in flight at once. https://learn.microsoft.com/graph/throttling-limits */
const MAX_CONCURRENT = 3

interface ReaderOptions {
  account: TeamsAccount
  connectedProvider: ConnectedProvider
  filter: TranscriptionFilter
  position: TeamsPosition
}

/** Reads the transcripts of the Teams meetings in a person's calendar. */
export class TeamsReader implements TranscriptReader<TeamsPosition, PendingEvent, PendingText> {
  readonly maxConcurrent = MAX_CONCURRENT
  readonly limit: number
  readonly budget: Budget
  readonly log: Call['log']
  readonly once: OnceWarnings
  readonly failingTime: FailingTime
  readonly #options: ReaderOptions
  readonly #call: Call<MicrosoftSettings>
  readonly #series: SeriesCache
  readonly #extras: Extras
  #view: ReturnType<typeof fetchEvents> | undefined
  /** Whether the page has a transcription. */
  #hasItems = false

  constructor(options: ReaderOptions, call: Call<MicrosoftSettings>) {
    const { account, connectedProvider, filter, position } = options
    const { credential } = connectedProvider
    this.limit = toTranscriptionLimit(filter.limit)
    this.budget = call.budget
    this.log = call.log
    this.once = new OnceWarnings(position.warned)
    this.failingTime = rememberFailures(call, connectedProvider)
    this.#options = options
    this.#call = call
    this.#series = new SeriesCache(account, position)
    const { insightRefusals } = position
    const { budget, log } = call
    this.#extras = new Extras({ account, credential, once: this.once, budget, log, insightRefusals })
  }

  hasMore({ listed }: TeamsPosition): boolean {
    return !listed
  }

  async listMeetings(position: TeamsPosition): Promise<MeetingList<TeamsPosition, PendingEvent>> {
    const { events, warnings } = await this.#fetchView()
    const now = this.#call.clock()
    const rest = events.filter((event) => mayHaveTranscripts(event, now) && isAfter(event, position.last))
    const page = rest.slice(0, this.limit)
    const last = page.at(-1)
    return {
      found: page.map(toPendingEvent),
      position: {
        ...position,
        listed: page.length === rest.length,
        ...(last ? { last: { id: last.id, dateStart: last.dateStart } } : {}),
      },
      warnings: position.last ? [] : warnings,
    }
  }

  async listTranscripts(meeting: PendingEvent): Promise<PendingText[]> {
    const { transcripts, ...online } = await this.#series.fetch(meeting)
    const title = meeting.title ?? online.subject
    const window = { dateStart: this.#options.filter.dateStart, before: this.#options.position.before }
    return assignTranscripts(await this.#fetchOccurrences(meeting), transcripts)
      .filter((occurrence) => occurrence.event.id === meeting.id)
      .filter((occurrence) => {
        const { dateStart } = occurrence.transcript
        return isInWindow({ dateStart, dateEnd: estimateEnd(occurrence) }, window)
      })
      .map(({ transcript }) => ({
        tries: 0,
        meeting: { ...meeting, ...omitUndefined({ title }) },
        transcript,
        online,
      }))
  }

  async readTranscript(pending: PendingText): Promise<Transcription | LeftOut> {
    const { account, filter, position } = this.#options
    const { meeting, transcript, online } = pending
    const event = (await this.#fetchView()).events.find(({ id }) => id === meeting.id)
    const cues = parseCues(await fetchContent(account, online.id, transcript.id, this.once))
    const text = toTranscriptText(cues)
    if (text === '') return 'empty'
    const duration = toDuration(transcript.dateStart, transcript.dateEnd, cues)
    const time = { dateStart: transcript.dateStart, dateEnd: transcript.dateStart + duration }
    if (!isInWindow(time, { dateStart: filter.dateStart, before: position.before })) return 'excluded'
    this.#extras.warnAboutPermissions()
    const subject = { name: await this.toName(meeting, pending), id: transcript.id, mayWait: () => this.#hasItems }
    const mayReadAttendance = online.mayReadAttendance ?? this.#isOrganizer(event)
    const present = await this.#extras.fetchAttendees({ id: online.id, mayReadAttendance }, time, subject)
    const people = toPeople({ event, online, present, person: account.person })
    const tasksAndOutline = await this.#extras.fetchTasksAndOutline(online.id, transcript, people.all, subject)
    this.#hasItems = true
    return toTranscription({ pending, text, duration, people, tasksAndOutline }, this.#call)
  }

  async toName(meeting: PendingEvent, pending?: PendingText): Promise<string> {
    const dateStart = pending?.transcript.dateStart ?? meeting.dateStart
    return toMeetingName(toTitle({ ...meeting, dateStart }), dateStart)
  }

  /** The position of the next page, with what this page knows of meetings of which further events follow. */
  async toNext(next: TeamsPosition): Promise<TeamsPosition> {
    const { events } = await this.#fetchView()
    const pendingIds = new Set(next.meetings.map(({ id }) => id))
    const rest = events.filter((event) => pendingIds.has(event.id) || (!next.listed && isAfter(event, next.last)))
    const series = await this.#series.toPosition(events, rest)
    return { ...next, ...series, insightRefusals: this.#extras.insightRefusals }
  }

  #isOrganizer(event: TeamsEvent | undefined): boolean {
    const { person } = this.#options.account
    return person !== undefined && event?.organizedBy?.email === person.email
  }

  /** Every page reads the whole window: the events of a series decide together what belongs to which of them. */
  #fetchView(): ReturnType<typeof fetchEvents> {
    const { account, filter, position } = this.#options
    const window = { dateStart: filter.dateStart, before: position.before }
    this.#view ??= fetchEvents(account.request, account.user, window, this.#call.log)
    return this.#view
  }

  /** The events of a meeting; also the listed one if it was deleted meanwhile. */
  async #fetchOccurrences(meeting: PendingEvent): Promise<TeamsEvent[]> {
    const { events } = await this.#fetchView()
    const occurrences = events.filter(({ key }) => key === meeting.key)
    if (occurrences.some(({ id }) => id === meeting.id)) return occurrences
    return [...occurrences, { ...meeting, joinKeys: [meeting.key], attendees: [] }]
  }
}

/** How long an event must have gone on to be listed before its end: one over several days has transcripts every day (ms). */
const LISTED_AFTER_MS = 12 * 3_600_000

function mayHaveTranscripts({ dateStart, dateEnd }: TeamsEvent, now: number): boolean {
  return Math.min(dateEnd, dateStart + LISTED_AFTER_MS) <= now
}

function isAfter(event: EventKey, last: EventKey | undefined): boolean {
  return last === undefined || newestFirst(last, event) < 0
}

function toPendingEvent({ id, key, joinUrl, dateStart, dateEnd, title }: TeamsEvent): PendingEvent {
  return { tries: 0, id, key, joinUrl, dateStart, dateEnd, ...omitUndefined({ title }) }
}
