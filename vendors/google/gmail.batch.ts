import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import type { Email } from '../../src/contract/index.ts'
import type { Call } from '../../src/kit/application.ts'
import { type ErrorClass, type ProviderError, VendorError } from '../../src/kit/errors.ts'
import { inParallel } from '../../src/kit/parallel.ts'
import { type Ask, WIDTH } from './client.ts'
import type { Pending } from './gmail.cursor.ts'
import type { Mailbox } from './gmail.map.ts'
import { BadMessage, readMessage } from './gmail.message.ts'
import type { Search } from './gmail.query.ts'
import type { GoogleSettings } from './settings.ts'

/** What the pages of a mailbox are read with. */
export interface Reader {
  ask: Ask<gmail_v1.Gmail>
  search: Search
  mailbox: Mailbox
  /** Messages on a page, at most. */
  limit: number
  call: Call<GoogleSettings>
}

/** Size of a page's mail at most (bytes of JSON), so that the answer stays below 50 MB. */
const LARGEST_PAGE_BYTES = 40_000_000
/** Times a message is fetched in vain, each on a page of its own, before it is named and left. */
const MOST_TRIES = 3
/** Messages that fail one after the other before Gmail is taken to be down. */
const MOST_FAILURES_IN_A_ROW = 5
/** Refusals that are not about one message: every other one would be refused as well. */
const OF_THE_ACCOUNT: readonly ErrorClass[] = ['scope-required', 'mailbox-unavailable', 'operator']

/** Why no further message of a batch was fetched: a wait or an outage of Gmail, or else the page is full. */
export interface Stop {
  error?: ProviderError
}

/** A handful of listed messages being fetched. Each ends up among the emails, the warnings, `failed` or `left`. */
export class Batch {
  readonly warnings: string[] = []
  /** Fetched in vain; a later page tries again. */
  readonly failed: Pending[] = []
  /** The first failure that may pass. */
  failure: ProviderError | undefined
  stop: Stop | undefined
  readonly #reader: Reader
  readonly #size: number
  readonly #open: Set<Pending>
  readonly #emails: Email[] = []
  #bytes = 0
  #failuresInARow = 0

  constructor(reader: Reader, pending: readonly Pending[]) {
    this.#reader = reader
    this.#size = pending.length
    this.#open = new Set(pending)
  }

  /** Newest first, as they were listed. */
  get emails(): Email[] {
    return this.#emails.filter((email) => email !== undefined)
  }

  /** Not fetched, because the page had to stop. */
  get left(): Pending[] {
    return [...this.#open]
  }

  /** How many were delivered, found to lie outside the request, or named. */
  get settled(): number {
    return this.#size - this.#open.size - this.failed.length
  }

  /** Fetches until all are settled or the page has to stop. Throws what concerns the whole account. */
  async read(): Promise<void> {
    const settle = ([index, pending]: [number, Pending]) => this.#settle(index, pending)
    await inParallel(WIDTH, this.#untilStopped([...this.#open]), settle)
  }

  *#untilStopped(pending: Pending[]) {
    for (const entry of pending.entries()) {
      if (this.stop) return
      yield entry
    }
  }

  async #settle(index: number, pending: Pending): Promise<void> {
    const { ask, search, mailbox } = this.#reader
    try {
      const email = await readMessage(ask, search, pending, mailbox)
      this.#failuresInARow = 0
      if (email && !this.#fits(email)) {
        this.stop ??= {}
        return
      }
      if (email) this.#emails[index] = email
      this.#open.delete(pending)
    } catch (error) {
      this.#fail(pending, error)
    }
  }

  /** The first message of a page always fits: bodies are cut long before they fill one. */
  #fits(email: Email): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(email))
    if (this.#bytes + bytes > LARGEST_PAGE_BYTES) return false
    this.#bytes += bytes
    return true
  }

  #fail(pending: Pending, error: unknown): void {
    if (error instanceof BadMessage) {
      this.#reader.call.log.warn({ err: error, message: pending.id }, error.message)
      this.#name(pending, 'is unreadable and was left out.')
      return
    }
    if (!(error instanceof VendorError) || OF_THE_ACCOUNT.includes(error.class)) throw error
    if (this.#mustWait(error)) this.stop ??= { error }
    else if (error.class === 'not-found') this.#name(pending, 'was deleted meanwhile.')
    else if (error.retry) this.#failInVain(pending, error)
    else this.#name(pending, `was left out. ${error.message}`)
  }

  #mustWait(error: VendorError): boolean {
    return (
      error.class === 'rate-limited' || error.parts.retryAfter !== undefined || this.#reader.call.budget.left() === 0
    )
  }

  #failInVain(pending: Pending, error: VendorError): void {
    const tries = pending.tries + 1
    this.#failuresInARow += 1
    if (this.#failuresInARow >= MOST_FAILURES_IN_A_ROW) this.stop ??= { error }
    if (tries < MOST_TRIES) {
      this.#open.delete(pending)
      this.failed.push({ ...pending, tries })
      this.failure ??= error
    } else {
      this.#name(pending, `could not be fetched ${tries} times. ${error.message}`)
    }
  }

  /** Accounts for a message that will not be delivered. */
  #name(pending: Pending, what: string): void {
    this.#open.delete(pending)
    this.warnings.push(`The message ${pending.id} ${what}`)
  }
}
