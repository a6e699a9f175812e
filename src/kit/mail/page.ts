import type { Email } from '../../contract/index.ts'
import type { ProviderError } from '../errors.ts'
import { type FailingTime, MAX_FAILING_MS } from '../memory/lasting-failures.ts'
import { VendorError } from '../vendor-errors.ts'
import { MailBatch, type MailFetcher, type PendingMessage, type StopReason } from './batch.ts'

/** Maximum number of consecutive pages without messages; the next one ends the sync. */
const MAX_EMPTY_PAGES = 9

/** The part of a mailbox sync's position that all vendors share. Vendors add their position in the list. */
export interface MailPosition<Entry extends PendingMessage> {
  /** Listed messages that are neither delivered nor reported in a warning. */
  pending: Entry[]
  /** The number of consecutive pages without messages. */
  empty: number
  /** Whether a message could be read since the start of the sync. */
  hasRead?: boolean
}

/** A page of the vendor's list, and the position of the next one. A page without `found` is progress, too. */
export interface ListResult<Position, Entry extends PendingMessage> {
  found: Entry[]
  position: Position
  warnings: string[]
}

/** How to read a mailbox. */
export interface MailReader<Position extends MailPosition<Entry>, Entry extends PendingMessage>
  extends MailFetcher<Entry> {
  /** Label of the vendor, for warnings. */
  vendor: string
  /** Maximum number of messages on a page. */
  limit: number
  /** Maximum number of list pages that one call reads while it finds no message. */
  maxListPages: number
  /** Whether the list has further pages. */
  hasMore: (position: Position) => boolean
  listNext: (position: Position) => Promise<ListResult<Position, Entry>>
  /** From `rememberFailures`. */
  failingTime: FailingTime
}

/** One page of a mailbox. `next` is the position of the next page; it is absent on the last one. */
export interface MailPage<Position> {
  items: Email[]
  warnings: string[]
  next?: Position
}

/**
 * Reads from a position until a message is found: first the pending messages of earlier pages, then the vendor's list.
 * Every listed id is delivered, excluded by the request's filter, reported in a warning, or part of `next`. Throws a
 * ProviderError if the call made no progress; a message because of which calls fail for an hour is reported instead.
 */
export async function readMailPage<Position extends MailPosition<Entry>, Entry extends PendingMessage>(
  reader: MailReader<Position, Entry>,
  position: Position,
): Promise<MailPage<Position>> {
  const pageReader = new MailPageReader(reader, position)
  await pageReader.read()
  return pageReader.finish()
}

class MailPageReader<Position extends MailPosition<Entry>, Entry extends PendingMessage> {
  readonly #reader: MailReader<Position, Entry>
  readonly #warnings: string[] = []
  /** Messages that could not be fetched: they are part of `next` and not retried in this call. */
  #failed: Entry[] = []
  #position: Position
  #items: Email[] = []
  #stop: StopReason | undefined
  #listPages = 0
  /** Whether this call advances the sync even if it finds no message. */
  #hasProgress = false

  constructor(reader: MailReader<Position, Entry>, position: Position) {
    this.#reader = reader
    this.#position = position
  }

  async read(): Promise<void> {
    while (this.#items.length === 0 && !this.#stop && this.#hasMore()) {
      const batch = new MailBatch(this.#reader, await this.#nextBatch(), this.#position.hasRead)
      await batch.read()
      this.#addBatch(batch)
    }
  }

  #hasMore(): boolean {
    const { maxListPages, hasMore } = this.#reader
    return this.#position.pending.length > 0 || (this.#listPages < maxListPages && hasMore(this.#position))
  }

  /** Pending messages of earlier pages come first. */
  async #nextBatch(): Promise<Entry[]> {
    if (this.#position.pending.length === 0) await this.#list()
    const { limit } = this.#reader
    const { pending } = this.#position
    this.#position = { ...this.#position, pending: pending.slice(limit) }
    return pending.slice(0, limit)
  }

  async #list(): Promise<void> {
    const { listNext, budget } = this.#reader
    try {
      const { found, position, warnings } = await listNext(this.#position)
      this.#listPages += 1
      this.#hasProgress ||= found.length === 0
      this.#position = { ...position, pending: found }
      this.#warnings.push(...warnings)
    } catch (error) {
      // The budget ran out after list pages without messages: the next page continues from there.
      if (!this.#hasProgress || !(error instanceof VendorError) || budget.remainingMs() > 0) throw error
      this.#stop = { error }
    }
  }

  #addBatch(batch: MailBatch<Entry>): void {
    const { emails, warnings, failed, unfetched, settledCount } = batch
    this.#items = emails
    this.#warnings.push(...warnings)
    this.#failed.push(...failed)
    const pending = [...unfetched, ...this.#position.pending]
    this.#position = { ...this.#position, pending, hasRead: batch.hasRead }
    this.#hasProgress ||= settledCount > 0 || failed.some(({ tries }) => tries > 1)
    this.#stop ??= batch.stop
    if (this.#items.length === 0) this.#throwWithoutProgress(batch)
  }

  /**
   * After an empty page the platform would continue at once. If the vendor's rate limit was exceeded or the call made no
   * progress, an error makes it wait instead. Nothing is lost, because the cursor of the request remains valid.
   */
  #throwWithoutProgress({ stop, failure }: MailBatch<Entry>): void {
    const error = stop?.error
    if (error instanceof VendorError && error.class === 'rate-limited') throw error
    if (this.#hasProgress) return
    if (error) throw error
    if (failure && !this.#dropLastingFailures(failure)) throw failure
  }

  /** Reports the messages because of which pages have failed for too long. Returns whether there are any. */
  #dropLastingFailures(failure: ProviderError): boolean {
    const { failingTime } = this.#reader
    const isLasting = Map.groupBy(this.#failed, (entry) => failingTime(entry) >= MAX_FAILING_MS)
    this.#failed = isLasting.get(false) ?? []
    const lasting = isLasting.get(true) ?? []
    for (const { id } of lasting) {
      this.#warnings.push(`The message ${id} could not be fetched for an hour. ${failure.message}`)
    }
    return lasting.length > 0
  }

  finish(): MailPage<Position> {
    const pending = [...this.#position.pending, ...this.#failed]
    const items = this.#items
    const warnings = [...this.#warnings]
    if (this.#stop) warnings.push(stopWarning(this.#stop, this.#position.pending.length))
    const hasMore = this.#reader.hasMore(this.#position)
    if (pending.length === 0 && !hasMore) return { items, warnings }
    const empty = items.length === 0 ? this.#position.empty + 1 : 0
    if (empty > MAX_EMPTY_PAGES)
      return { items, warnings: [...warnings, unreadWarning(this.#reader.vendor, pending, hasMore)] }
    return { items, warnings, next: { ...this.#position, pending, empty } }
  }
}

function stopWarning({ error }: StopReason, pending: number): string {
  const reason = error ? error.message : 'This page has reached its maximum size.'
  return pending > 0 ? `${reason} ${pending} listed messages follow on the next page.` : reason
}

function unreadWarning(vendor: string, pending: readonly PendingMessage[], hasMore: boolean): string {
  const ids = pending.map(({ id }) => id).join(', ')
  const unlisted = hasMore ? `messages that ${vendor} has not listed` : ''
  const unread = [ids && `the messages ${ids}`, unlisted].filter(Boolean)
  return `This sync ends here after ${MAX_EMPTY_PAGES + 1} consecutive pages without messages. Not read: ${unread.join(' and ')}.`
}
