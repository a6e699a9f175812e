import type { Email } from '../../contract/index.ts'
import { forEachConcurrently } from '../../runtime/concurrency.ts'
import type { Log } from '../application.ts'
import type { Budget } from '../budget.ts'
import type { ProviderError } from '../errors.ts'
import { ACCOUNT_ERRORS, endsPage, MAX_CONSECUTIVE_FAILURES, MAX_PAGE_BYTES, MAX_TRIES } from '../page-limits.ts'
import { VendorError } from '../vendor-errors.ts'
import { Refusals } from './refusals.ts'

/** A listed message that is neither delivered nor reported in a warning yet. */
export interface PendingMessage {
  id: string
  /** The number of failed attempts to fetch it. */
  tries: number
}

/** How to fetch listed messages. */
export interface MailFetcher<Entry extends PendingMessage> {
  /** Maximum number of messages that are fetched concurrently. */
  maxConcurrent: number
  budget: Budget
  log: Log
  /**
   * Fetches a listed message; undefined if the request's filter excludes it. Throws UnreadableMessageError, or a
   * ProviderError if the request fails.
   */
  fetch: (entry: Entry) => Promise<Email | undefined>
}

/** A message cannot be converted to an email. It is reported in a warning and not fetched again. */
export class UnreadableMessageError extends Error {}

/** Why a batch was stopped: by an error (rate limit, outage, end of the budget), or without one because the page is full. */
export interface StopReason {
  error?: ProviderError
}

/** Fetches a batch of listed messages. Each ends up in `emails`, in `failed`, in `unfetched` or, if at all, in a warning. */
export class MailBatch<Entry extends PendingMessage> {
  readonly warnings: string[] = []
  /** Messages that could not be fetched and are retried on a later page. */
  readonly failed: Entry[] = []
  /** The first retryable error. */
  failure: ProviderError | undefined
  stop: StopReason | undefined
  readonly #fetcher: MailFetcher<Entry>
  readonly #size: number
  readonly #unsettled: Set<Entry>
  readonly #emails: Email[] = []
  readonly #refusals = new Refusals<Entry>()
  readonly #hasReadBefore: boolean
  #hasReadBatch = false
  #bytes = 0
  #consecutiveFailures = 0

  /** `hasReadBefore`: whether the sync could read a message before this batch. */
  constructor(fetcher: MailFetcher<Entry>, pending: readonly Entry[], hasReadBefore = false) {
    this.#fetcher = fetcher
    this.#hasReadBefore = hasReadBefore
    this.#size = pending.length
    this.#unsettled = new Set(pending)
  }

  /** The fetched messages, in the order of the list. */
  get emails(): Email[] {
    return this.#emails.filter((email) => email !== undefined)
  }

  /** Messages that were not fetched because the batch was stopped. */
  get unfetched(): Entry[] {
    return [...this.#unsettled]
  }

  /** The number of messages that were delivered, excluded by the filter, or reported in a warning. */
  get settledCount(): number {
    return this.#size - this.#unsettled.size - this.failed.length
  }

  /** Whether the sync could read a message of this batch, or before. */
  get hasRead(): boolean {
    return this.#hasReadBefore || this.#hasReadBatch
  }

  /** Fetches until all messages are settled or the batch is stopped. Throws errors that concern the whole account. */
  async read(): Promise<void> {
    const settle = ([index, entry]: [number, Entry]) => this.#settle(index, entry)
    await forEachConcurrently(this.#fetcher.maxConcurrent, this.#untilStopped([...this.#unsettled]), settle)
    if (this.stop) return
    const refusals = this.#refusals.settle({ hasReadBatch: this.#hasReadBatch, hasReadBefore: this.#hasReadBefore })
    for (const { entry, error } of refusals) this.#dropWithWarning(entry, `was left out. ${error.message}`)
  }

  *#untilStopped(pending: Entry[]) {
    for (const entry of pending.entries()) {
      if (this.stop) return
      yield entry
    }
  }

  async #settle(index: number, entry: Entry): Promise<void> {
    try {
      const email = await this.#fetcher.fetch(entry)
      this.#consecutiveFailures = 0
      this.#hasReadBatch = true
      if (email && !this.#fits(email)) {
        this.stop ??= {}
        return
      }
      if (email) this.#emails[index] = email
      this.#unsettled.delete(entry)
    } catch (error) {
      this.#fail(entry, error)
    }
  }

  /** The first message of a page always fits, because bodies are truncated to much less than a page. */
  #fits(email: Email): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(email))
    if (this.#bytes + bytes > MAX_PAGE_BYTES) return false
    this.#bytes += bytes
    return true
  }

  #fail(entry: Entry, error: unknown): void {
    if (error instanceof UnreadableMessageError) {
      this.#fetcher.log.warn({ err: error, message: entry.id }, error.message)
      this.#dropWithWarning(entry, 'is unreadable and was left out.')
      return
    }
    if (!(error instanceof VendorError)) throw error
    if (ACCOUNT_ERRORS.includes(error.class)) this.#refusals.add(entry, error)
    else if (endsPage(error, this.#fetcher.budget)) this.stop ??= { error }
    else if (error.class === 'not-found') this.#dropWithWarning(entry, 'was deleted in the meantime.')
    else if (error.retry) this.#recordFailure(entry, error)
    else this.#dropWithWarning(entry, `was left out. ${error.message}`)
  }

  #recordFailure(entry: Entry, error: VendorError): void {
    const tries = entry.tries + 1
    this.#consecutiveFailures += 1
    if (this.#consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) this.stop ??= { error }
    if (tries < MAX_TRIES) {
      this.#unsettled.delete(entry)
      this.failed.push({ ...entry, tries })
      this.failure ??= error
    } else {
      this.#dropWithWarning(entry, `could not be fetched in ${tries} attempts. ${error.message}`)
    }
  }

  /** Settles a message that will not be delivered. */
  #dropWithWarning(entry: Entry, predicate: string): void {
    this.#unsettled.delete(entry)
    this.warnings.push(`The message ${entry.id} ${predicate}`)
  }
}
