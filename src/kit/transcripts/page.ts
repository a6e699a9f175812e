import type { StandardSyncResponse, Transcription } from '../../contract/index.ts'
import type { ProviderError } from '../errors.ts'
import { MAX_FAILING_MS } from '../memory/lasting-failures.ts'
import { MAX_PAGE_BYTES } from '../page-limits.ts'
import { VendorError } from '../vendor-errors.ts'
import { PageBatches } from './batch.ts'
import type { PendingMeeting, PendingTranscript, TranscriptionPosition } from './position.ts'
import type { LeftOut, TranscriptReader } from './reader.ts'
import { leftOutWarning, stopWarning } from './sentences.ts'

/** One page of a sync. `next` is the position of the next page; it is absent on the last one. */
export interface TranscriptionPage<Position> {
  items: StandardSyncResponse<Transcription>['items']
  warnings: string[]
  next?: Position
}

/**
 * Reads from a position until the page is full: listed transcripts first, then those of listed meetings, then the vendor's
 * list of meetings. Every listed transcript is delivered, excluded by the window, reported in a warning, or part of `next`.
 * When the budget runs low or the vendor limits the rate, the page has what was read until then and a warning. Throws a
 * ProviderError if nothing was read, or if the vendor refused the account; a meeting or transcript because of which pages
 * fail for an hour is reported instead.
 */
export async function readTranscriptionPage<
  Position extends TranscriptionPosition<Meeting, Transcript>,
  Meeting extends PendingMeeting,
  Transcript extends PendingTranscript<Meeting>,
>(reader: TranscriptReader<Position, Meeting, Transcript>, position: Position): Promise<TranscriptionPage<Position>> {
  const pageReader = new PageReader(reader, position)
  await pageReader.read()
  return pageReader.finish()
}

class PageReader<
  Position extends TranscriptionPosition<Meeting, Transcript>,
  Meeting extends PendingMeeting,
  Transcript extends PendingTranscript<Meeting>,
> {
  readonly #reader: TranscriptReader<Position, Meeting, Transcript>
  readonly #batches: PageBatches
  readonly #items: Transcription[] = []
  readonly #warnings: string[] = []
  /** Meetings and transcripts that could not be fetched: they are part of `next` and not retried on this page. */
  #failedMeetings: Meeting[] = []
  #failedTranscripts: Transcript[] = []
  #position: Position
  #bytes = 0
  /** Whether the page advances the sync even if it has no transcription. */
  #hasProgress = false

  constructor(reader: TranscriptReader<Position, Meeting, Transcript>, position: Position) {
    this.#reader = reader
    this.#position = position
    this.#batches = new PageBatches(reader, position.hasRead ?? false)
  }

  async read(): Promise<void> {
    while (this.#room > 0 && !this.#batches.stop && !this.#batches.isRefused && this.#hasMore()) {
      if (this.#position.transcripts.length > 0) await this.#readTranscripts()
      else if (this.#position.meetings.length > 0) await this.#listTranscripts()
      else await this.#listMeetings()
    }
    await this.#throwWithoutItems()
    this.#batches.settleRefusals()
  }

  get #room(): number {
    return this.#reader.limit - this.#items.length
  }

  #hasMore(): boolean {
    const { transcripts, meetings } = this.#position
    return transcripts.length > 0 || meetings.length > 0 || this.#reader.hasMore(this.#position)
  }

  async #listMeetings(): Promise<void> {
    try {
      const { found, position, warnings } = await this.#reader.listMeetings(this.#position)
      this.#hasProgress = true
      this.#position = { ...position, meetings: found }
      this.#warnings.push(...warnings)
    } catch (error) {
      // What was read before is delivered, and the next page continues with the list.
      if (!(error instanceof VendorError) || !this.#hasProgress) throw error
      this.#batches.stop = { error }
    }
  }

  async #listTranscripts(): Promise<void> {
    const { meetings } = this.#position
    const entries = meetings.slice(0, this.#room)
    const { results, unsettled, failed } = await this.#batches.run({
      entries,
      toSubject: (meeting) => this.#toMeetingSubject(meeting),
      process: (meeting) => this.#reader.listTranscripts(meeting),
    })
    this.#hasProgress ||= unsettled.length + failed.length < entries.length
    this.#failedMeetings.push(...failed)
    this.#position = {
      ...this.#position,
      transcripts: results.flat(),
      meetings: [...unsettled, ...meetings.slice(entries.length)],
    }
  }

  async #readTranscripts(): Promise<void> {
    const { transcripts } = this.#position
    const entries = transcripts.slice(0, this.#room)
    const { results, unsettled, failed } = await this.#batches.run({
      entries,
      toSubject: (transcript) => this.#toSubject(transcript),
      process: async (transcript) => {
        const result = await this.#reader.readTranscript(transcript)
        if (typeof result === 'string') return { transcript, result }
        if (!this.#fits(result)) return undefined
        this.#batches.hasItems = true
        return { transcript, result }
      },
    })
    this.#hasProgress ||= unsettled.length + failed.length < entries.length
    this.#failedTranscripts.push(...failed)
    for (const { transcript, result } of results) await this.#addResult(transcript, result)
    this.#position = { ...this.#position, transcripts: [...unsettled, ...transcripts.slice(entries.length)] }
  }

  async #addResult(transcript: Transcript, result: Transcription | LeftOut): Promise<void> {
    if (typeof result !== 'string') this.#items.push(result)
    else if (result !== 'excluded') this.#warnings.push(leftOutWarning(await this.#toSubject(transcript), result))
  }

  async #toMeetingSubject(meeting: Meeting): Promise<string> {
    const name = await this.#toName(meeting)
    return name ? `The meeting ${name}` : 'A meeting'
  }

  async #toSubject(transcript: Transcript): Promise<string> {
    return `The transcript of ${(await this.#toName(transcript.meeting, transcript)) ?? 'a meeting'}`
  }

  /** A warning is given even if the vendor does not return the meeting's title. */
  async #toName(meeting: Meeting, transcript?: Transcript): Promise<string | undefined> {
    return this.#reader.toName(meeting, transcript).catch((error: unknown) => {
      this.#reader.log.warn({ err: error }, 'the title of a meeting could not be read')
      return undefined
    })
  }

  /** The first transcription of a page always fits. */
  #fits(transcription: Transcription): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(transcription))
    if (this.#bytes > 0 && this.#bytes + bytes > MAX_PAGE_BYTES) return false
    this.#bytes += bytes
    return true
  }

  /**
   * After an empty page the platform would continue at once, so an error makes it wait instead. Nothing is lost, because the
   * cursor of the request remains valid. Only a call whose time was used up by meetings without transcripts returns an empty
   * page, and one that repeats a failed attempt, whose number must not be lost.
   */
  async #throwWithoutItems(): Promise<void> {
    if (this.#items.length > 0) return
    const { failure, stop } = this.#batches
    const isTimeUsedUp = this.#reader.budget.remainingMs() === 0
    if (stop?.error && !(isTimeUsedUp && this.#hasProgress)) throw stop.error
    if (!failure || [...this.#failedMeetings, ...this.#failedTranscripts].some(({ tries }) => tries > 1)) return
    if (!(await this.#dropLastingFailures(failure))) throw failure
  }

  /** Reports what pages have failed for too long because of. Returns whether there is any. */
  async #dropLastingFailures(failure: ProviderError): Promise<boolean> {
    const { failingTime } = this.#reader
    const meetings = Map.groupBy(this.#failedMeetings, (meeting) => failingTime(meeting) >= MAX_FAILING_MS)
    const transcripts = Map.groupBy(this.#failedTranscripts, (entry) => failingTime(entry) >= MAX_FAILING_MS)
    this.#failedMeetings = meetings.get(false) ?? []
    this.#failedTranscripts = transcripts.get(false) ?? []
    const subjects = await Promise.all([
      ...(meetings.get(true) ?? []).map((meeting) => this.#toMeetingSubject(meeting)),
      ...(transcripts.get(true) ?? []).map((transcript) => this.#toSubject(transcript)),
    ])
    this.#warnings.push(...subjects.map((subject) => `${subject} could not be fetched for an hour. ${failure.message}`))
    return subjects.length > 0
  }

  finish(): TranscriptionPage<Position> {
    const { once } = this.#reader
    const { stop, hasRead } = this.#batches
    const transcripts = [...this.#position.transcripts, ...this.#failedTranscripts]
    const meetings = [...this.#position.meetings, ...this.#failedMeetings]
    const warnings = [...once.sentences, ...this.#warnings, ...this.#batches.warnings]
    if (stop) warnings.push(stopWarning(stop.error, transcripts.length, meetings.length))
    const page = { items: this.#items, warnings }
    const hasMore = transcripts.length > 0 || meetings.length > 0 || this.#reader.hasMore(this.#position)
    if (!hasMore) return page
    const state = { hasRead: hasRead || this.#position.hasRead === true, warned: once.keys }
    return { ...page, next: { ...this.#position, transcripts, meetings, ...state } }
  }
}
