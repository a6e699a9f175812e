import type { Email } from '../../contract/index.ts'
import { VendorError } from '../vendor-errors.ts'
import { Batch, type MailFetcher, type Pending, type Stop } from './batch.ts'

/** Pages without mail in a row that are given out; the next one ends the sync. */
const MOST_EMPTY = 9

/** What every sync of a mailbox carries from page to page; a vendor adds where its list stands. */
export interface MailPosition<Entry extends Pending> {
  /** Listed, and neither delivered nor named. */
  pending: Entry[]
  /** Pages in a row that held no mail. */
  empty: number
}

/** A page of the vendor's list, and where the next one begins. Without `found` the sync came forward all the same. */
export interface Listed<Position, Entry extends Pending> {
  found: Entry[]
  position: Position
  warnings: string[]
}

/** How one mailbox is read. */
export interface MailReader<Position extends MailPosition<Entry>, Entry extends Pending> extends MailFetcher<Entry> {
  /** Who has not listed what a sync leaves unread: a word for warnings. */
  vendor: string
  /** Messages on a page, at most. */
  limit: number
  /** List pages without wanted mail that one call passes over. */
  mostLists: number
  /** Whether pages of the list are left to read. */
  hasMore: (position: Position) => boolean
  listNext: (position: Position) => Promise<Listed<Position, Entry>>
}

/** One page of a mailbox. `next` is where the one after it begins; without it everything is read. */
export interface MailPage<Position> {
  items: Email[]
  warnings: string[]
  next?: Position
}

/**
 * Reads on from a position until there is mail: what earlier pages left over first, then the vendor's list. Every id
 * that was listed is delivered, found to lie outside the request, named in a warning, or carried on in `next`.
 * Throws a ProviderError when there is nothing to show for the call.
 */
export async function readMailPage<Position extends MailPosition<Entry>, Entry extends Pending>(
  reader: MailReader<Position, Entry>,
  position: Position,
): Promise<MailPage<Position>> {
  const page = new PageInHand(reader, position)
  await page.read()
  return page.finish()
}

class PageInHand<Position extends MailPosition<Entry>, Entry extends Pending> {
  readonly #reader: MailReader<Position, Entry>
  readonly #warnings: string[] = []
  /** Fetched in vain on this page: carried on, but not tried twice in one call. */
  readonly #failed: Entry[] = []
  #position: Position
  #items: Email[] = []
  #stop: Stop | undefined
  #lists = 0
  /** Whether the sync comes forward by this call even when it brings no mail. */
  #progress = false

  constructor(reader: MailReader<Position, Entry>, position: Position) {
    this.#reader = reader
    this.#position = position
  }

  async read(): Promise<void> {
    while (this.#items.length === 0 && !this.#stop && this.#hasMore()) {
      const batch = new Batch(this.#reader, await this.#nextBatch())
      await batch.read()
      this.#take(batch)
    }
  }

  #hasMore(): boolean {
    const { mostLists, hasMore } = this.#reader
    return this.#position.pending.length > 0 || (this.#lists < mostLists && hasMore(this.#position))
  }

  /** What earlier pages left over comes first. */
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
      this.#lists += 1
      this.#progress ||= found.length === 0
      this.#position = { ...position, pending: found }
      this.#warnings.push(...warnings)
    } catch (error) {
      // Time ran out while lists without mail were passed over: the next page goes on from there.
      if (!this.#progress || !(error instanceof VendorError) || budget.left() > 0) throw error
      this.#stop = { error }
    }
  }

  #take(batch: Batch<Entry>): void {
    const { emails, warnings, failed, left, settled } = batch
    this.#items = emails
    this.#warnings.push(...warnings)
    this.#failed.push(...failed)
    this.#position = { ...this.#position, pending: [...left, ...this.#position.pending] }
    this.#progress ||= settled > 0 || failed.some(({ tries }) => tries > 1)
    this.#stop ??= batch.stop
    if (this.#items.length === 0) this.#complain(batch)
  }

  /**
   * An empty page would tell the platform to go on at once. The vendor asked to wait, or nothing came of the call: that
   * is an error, and nothing is lost by it, since the cursor that was sent is still good.
   */
  #complain({ stop, failure }: Batch<Entry>): void {
    const error = stop?.error
    if (error instanceof VendorError && error.class === 'rate-limited') throw error
    if (this.#progress) return
    if (error ?? failure) throw error ?? failure
  }

  finish(): MailPage<Position> {
    const pending = [...this.#position.pending, ...this.#failed]
    const items = this.#items
    const warnings = [...this.#warnings]
    if (this.#stop) warnings.push(whyStopped(this.#stop, this.#position.pending.length))
    const hasMore = this.#reader.hasMore(this.#position)
    if (pending.length === 0 && !hasMore) return { items, warnings }
    const empty = items.length === 0 ? this.#position.empty + 1 : 0
    if (empty > MOST_EMPTY)
      return { items, warnings: [...warnings, whatIsUnread(this.#reader.vendor, pending, hasMore)] }
    return { items, warnings, next: { ...this.#position, pending, empty } }
  }
}

function whyStopped({ error }: Stop, left: number): string {
  const why = error ? error.message : 'This page is as large as a page may be.'
  return left > 0 ? `${why} ${left} listed messages come with the next page.` : why
}

function whatIsUnread(vendor: string, pending: readonly Pending[], hasMore: boolean): string {
  const ids = pending.map(({ id }) => id).join(', ')
  const unread = [...(ids ? [`the messages ${ids}`] : []), ...(hasMore ? [`what ${vendor} has not listed yet`] : [])]
  return `${MOST_EMPTY + 1} pages in a row held no mail, so this sync ends here. Not read: ${unread.join(' and ')}.`
}
