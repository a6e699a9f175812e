import { forEachConcurrently } from '../../runtime/concurrency.ts'
import type { Log } from '../application.ts'
import type { Budget } from '../budget.ts'
import type { ProviderError } from '../errors.ts'
import { ACCOUNT_ERRORS, endsPage, MAX_CONSECUTIVE_FAILURES, MAX_TRIES } from '../page-limits.ts'
import { VendorError } from '../vendor-errors.ts'
import { ReportedMeetingError, UnreadableTranscriptError } from './reader.ts'
import { Refusals } from './refusals.ts'

/** Once the page has a transcription, nothing is begun that could not be finished in this time. */
const MIN_REMAINING_MS = 2_000

/** A meeting or transcript, and how it is called in warnings: `The meeting “Weekly” (2 November 2026)`. */
export interface Task<Entry, Result> {
  entries: readonly Entry[]
  toSubject: (entry: Entry) => Promise<string>
  /** Returns undefined if there is no room for the result on the page. */
  process: (entry: Entry) => Promise<Result | undefined>
}

/** What became of the entries of a task: `results` are in their order. Entries that are nowhere are settled by a warning. */
export interface TaskResult<Entry, Result> {
  results: Result[]
  /** Not processed because the page was stopped. */
  unsettled: Entry[]
  /** Failed, and to be tried again on a later page. */
  failed: Entry[]
}

/** Why a page was stopped: by an error, or without one because it is full or its time is used up. */
export interface StopReason {
  error?: ProviderError
}

/** Processes the meetings and transcripts of one page, and decides what the errors among them mean for the page. */
export class PageBatches {
  readonly warnings: string[] = []
  /** The first retryable error. */
  failure: ProviderError | undefined
  stop: StopReason | undefined
  /** Whether something could be read on this page. */
  hasRead = false
  /** Whether the page has a transcription. */
  hasItems = false
  readonly #options: { maxConcurrent: number; budget: Budget; log: Log }
  readonly #refusals: Refusals
  #consecutiveFailures = 0

  /** `hasReadBefore`: whether earlier pages of the sync could read something. */
  constructor(options: { maxConcurrent: number; budget: Budget; log: Log }, hasReadBefore: boolean) {
    this.#options = options
    this.#refusals = new Refusals(hasReadBefore)
  }

  /** Processes all entries of a task, or those before the page is stopped. Throws errors that concern the whole account. */
  async run<Entry extends { tries: number }, Result>(task: Task<Entry, Result>): Promise<TaskResult<Entry, Result>> {
    const results: Result[] = []
    const unsettled = new Set(task.entries)
    const failed: Entry[] = []
    const settle = async ([index, entry]: [number, Entry]) => {
      try {
        const result = await task.process(entry)
        this.#consecutiveFailures = 0
        this.hasRead = true
        if (result === undefined) {
          this.stop ??= {}
          return
        }
        results[index] = result
        unsettled.delete(entry)
      } catch (error) {
        const next = await this.#fail(entry, error, task)
        if (next === 'unsettled') return
        unsettled.delete(entry)
        if (next === 'failed') failed.push({ ...entry, tries: entry.tries + 1 })
      }
    }
    await forEachConcurrently(this.#options.maxConcurrent, this.#untilStopped(task.entries), settle)
    return { results: results.filter((result) => result !== undefined), unsettled: [...unsettled], failed }
  }

  /** Whether everything was refused so often that more requests would change nothing. */
  get isRefused(): boolean {
    return !this.hasRead && this.#refusals.areMany
  }

  /** Reports refused meetings and transcripts in warnings. Throws the first refusal if it was the account that was refused. */
  settleRefusals(): void {
    this.warnings.push(...this.#refusals.settle(this.hasRead))
  }

  *#untilStopped<Entry>(entries: readonly Entry[]): Generator<[number, Entry]> {
    for (const entry of entries.entries()) {
      if (!this.stop && this.hasItems && !this.#options.budget.allows(MIN_REMAINING_MS)) this.stop = {}
      if (this.stop) return
      yield entry
    }
  }

  async #fail<Entry extends { tries: number }>(
    entry: Entry,
    error: unknown,
    { toSubject }: Pick<Task<Entry, unknown>, 'toSubject'>,
  ): Promise<'settled' | 'failed' | 'unsettled'> {
    if (error instanceof ReportedMeetingError) return 'settled'
    if (error instanceof UnreadableTranscriptError) {
      this.#options.log.warn({ err: error }, error.message)
      this.warnings.push(`${await toSubject(entry)} could not be read and was left out.`)
      return 'settled'
    }
    if (!(error instanceof VendorError)) throw error
    if (ACCOUNT_ERRORS.includes(error.class)) return this.#refuse(error, await toSubject(entry))
    if (endsPage(error, this.#options.budget)) {
      this.stop ??= { error }
      return 'unsettled'
    }
    if (error.retry) return this.#recordFailure(entry, error, toSubject)
    this.warnings.push(`${await toSubject(entry)} was left out. ${error.message}`)
    return 'settled'
  }

  /** An error of the account after something was read does not discard the page: the next one shows whether it lasts. */
  #refuse(error: VendorError, subject: string): 'settled' | 'unsettled' {
    if (error.concernsItem) {
      this.#refusals.add(error, subject)
      return 'settled'
    }
    if (!this.hasRead) throw error
    this.stop ??= { error }
    return 'unsettled'
  }

  async #recordFailure<Entry extends { tries: number }>(
    entry: Entry,
    error: VendorError,
    toSubject: (entry: Entry) => Promise<string>,
  ): Promise<'settled' | 'failed'> {
    this.#consecutiveFailures += 1
    if (this.#consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) this.stop ??= { error }
    if (entry.tries + 1 < MAX_TRIES) {
      this.failure ??= error
      return 'failed'
    }
    this.warnings.push(`${await toSubject(entry)} could not be fetched in ${MAX_TRIES} attempts. ${error.message}`)
    return 'settled'
  }
}
