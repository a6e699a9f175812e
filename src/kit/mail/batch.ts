import type { Email } from '../../contract/index.ts'
import { forEachConcurrently } from '../../runtime/concurrency.ts'
import type { Log } from '../application.ts'
import type { Budget } from '../budget.ts'
import type { ProviderError } from '../errors.ts'
import { type ErrorClass, VendorError } from '../vendor-errors.ts'

/** A message that was listed and is neither delivered nor named yet. */
export interface Pending {
  id: string
  /** How often it could not be fetched. */
  tries: number
}

/** How listed messages are fetched. */
export interface MailFetcher<Entry extends Pending> {
  /** Messages fetched at the same time, at most. */
  width: number
  budget: Budget
  log: Log
  /**
   * Fetches a listed message; undefined when it is not what was asked for. Throws BadMessage, or a ProviderError when
   * the fetch fails.
   */
  fetch: (entry: Entry) => Promise<Email | undefined>
}

/** A listed message that cannot be turned into an email: it is named, and never asked for again. */
export class BadMessage extends Error {}

/** Size of a page's mail at most (bytes of JSON), so that the answer stays below 50 MB. */
const LARGEST_PAGE_BYTES = 40_000_000
/** Times a message is fetched in vain, each on a page of its own, before it is named and left. */
const MOST_TRIES = 3
/** Messages that fail one after the other before the vendor is taken to be down. */
const MOST_FAILURES_IN_A_ROW = 5
/** Refusals that are not about one message: every other one would be refused as well. */
const OF_THE_ACCOUNT: readonly ErrorClass[] = ['scope-required', 'mailbox-unavailable', 'operator']

/** Why no further message of a batch was fetched: a wait or an outage of the vendor, or else the page is full. */
export interface Stop {
  error?: ProviderError
}

/** A handful of listed messages being fetched. Each ends up among the emails, the warnings, `failed` or `left`. */
export class Batch<Entry extends Pending> {
  readonly warnings: string[] = []
  /** Fetched in vain; a later page tries again. */
  readonly failed: Entry[] = []
  /** The first failure that may pass. */
  failure: ProviderError | undefined
  stop: Stop | undefined
  readonly #fetcher: MailFetcher<Entry>
  readonly #size: number
  readonly #open: Set<Entry>
  readonly #emails: Email[] = []
  #bytes = 0
  #failuresInARow = 0

  constructor(fetcher: MailFetcher<Entry>, pending: readonly Entry[]) {
    this.#fetcher = fetcher
    this.#size = pending.length
    this.#open = new Set(pending)
  }

  /** In the order they were listed in. */
  get emails(): Email[] {
    return this.#emails.filter((email) => email !== undefined)
  }

  /** Not fetched, because the page had to stop. */
  get left(): Entry[] {
    return [...this.#open]
  }

  /** How many were delivered, found to lie outside the request, or named. */
  get settled(): number {
    return this.#size - this.#open.size - this.failed.length
  }

  /** Fetches until all are settled or the page has to stop. Throws what concerns the whole account. */
  async read(): Promise<void> {
    const settle = ([index, entry]: [number, Entry]) => this.#settle(index, entry)
    await forEachConcurrently(this.#fetcher.width, this.#untilStopped([...this.#open]), settle)
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
      this.#failuresInARow = 0
      if (email && !this.#fits(email)) {
        this.stop ??= {}
        return
      }
      if (email) this.#emails[index] = email
      this.#open.delete(entry)
    } catch (error) {
      this.#fail(entry, error)
    }
  }

  /** The first message of a page always fits: bodies are cut long before they fill one. */
  #fits(email: Email): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(email))
    if (this.#bytes + bytes > LARGEST_PAGE_BYTES) return false
    this.#bytes += bytes
    return true
  }

  #fail(entry: Entry, error: unknown): void {
    if (error instanceof BadMessage) {
      this.#fetcher.log.warn({ err: error, message: entry.id }, error.message)
      this.#name(entry, 'is unreadable and was left out.')
      return
    }
    if (!(error instanceof VendorError) || OF_THE_ACCOUNT.includes(error.class)) throw error
    if (this.#mustWait(error)) this.stop ??= { error }
    else if (error.class === 'not-found') this.#name(entry, 'was deleted meanwhile.')
    else if (error.retry) this.#failInVain(entry, error)
    else this.#name(entry, `was left out. ${error.message}`)
  }

  #mustWait(error: VendorError): boolean {
    return error.class === 'rate-limited' || error.parts.retryAfter !== undefined || this.#fetcher.budget.left() === 0
  }

  #failInVain(entry: Entry, error: VendorError): void {
    const tries = entry.tries + 1
    this.#failuresInARow += 1
    if (this.#failuresInARow >= MOST_FAILURES_IN_A_ROW) this.stop ??= { error }
    if (tries < MOST_TRIES) {
      this.#open.delete(entry)
      this.failed.push({ ...entry, tries })
      this.failure ??= error
    } else {
      this.#name(entry, `could not be fetched ${tries} times. ${error.message}`)
    }
  }

  /** Accounts for a message that will not be delivered. */
  #name(entry: Entry, what: string): void {
    this.#open.delete(entry)
    this.warnings.push(`The message ${entry.id} ${what}`)
  }
}
