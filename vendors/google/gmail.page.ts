import type { Email } from '../../src/contract/index.ts'
import { VendorError } from '../../src/kit/errors.ts'
import { Batch, type Reader, type Stop } from './gmail.batch.ts'
import type { Pending, Position } from './gmail.cursor.ts'
import { listNext } from './gmail.list.ts'

/** List pages without wanted mail that one call passes over. */
const MOST_LISTS = 25
/** Pages without mail in a row that are given out; the next one ends the sync. */
const MOST_EMPTY = 9

/** One page of a mailbox. `next` is where the one after it begins; without it everything is read. */
export interface MailPage {
  items: Email[]
  warnings: string[]
  next?: Position
}

/** Reads on from a position until there is mail. Throws a ProviderError when there is nothing to show for the call. */
export async function readPage(reader: Reader, position: Position): Promise<MailPage> {
  const page = new PageInHand(reader, position)
  await page.read()
  return page.finish()
}

class PageInHand {
  readonly #reader: Reader
  readonly #warnings: string[] = []
  /** Fetched in vain on this page: carried on, but not tried twice in one call. */
  readonly #failed: Pending[] = []
  #position: Position
  #items: Email[] = []
  #stop: Stop | undefined
  #lists = 0
  #restarted = false
  /** Whether the sync comes forward by this call even when it brings no mail. */
  #progress = false

  constructor(reader: Reader, position: Position) {
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
    return this.#position.pending.length > 0 || (this.#hasMoreLists() && this.#lists < MOST_LISTS)
  }

  #hasMoreLists(): boolean {
    return this.#position.chunk < this.#reader.search.chunks.length
  }

  /** What earlier pages left over comes first. */
  async #nextBatch(): Promise<Pending[]> {
    const { limit } = this.#reader
    const { pending } = this.#position
    if (pending.length === 0) return this.#list()
    this.#position = { ...this.#position, pending: pending.slice(limit) }
    return pending.slice(0, limit)
  }

  async #list(): Promise<Pending[]> {
    const { ask, search, limit, call } = this.#reader
    const mayRestart = !this.#restarted
    try {
      const listed = await listNext(ask, search, this.#position, limit, mayRestart)
      this.#lists += 1
      this.#restarted ||= listed.position.restarts > this.#position.restarts
      this.#progress ||= listed.found.length === 0
      this.#position = listed.position
      this.#warnings.push(...listed.warnings)
      return listed.found
    } catch (error) {
      // Time ran out while lists without mail were passed over: the next page goes on from there.
      if (!this.#progress || !(error instanceof VendorError) || call.budget.left() > 0) throw error
      this.#stop = { error }
      return []
    }
  }

  #take(batch: Batch): void {
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
   * An empty page would tell the platform to go on at once. Gmail asked to wait, or nothing came of the call: that is
   * an error, and nothing is lost by it, since the cursor that was sent is still good.
   */
  #complain({ stop, failure }: Batch): void {
    const error = stop?.error
    if (error instanceof VendorError && error.class === 'rate-limited') throw error
    if (this.#progress) return
    if (error ?? failure) throw error ?? failure
  }

  finish(): MailPage {
    const pending = [...this.#position.pending, ...this.#failed]
    const items = this.#items
    const warnings = [...this.#warnings]
    if (this.#stop) warnings.push(whyStopped(this.#stop, this.#position.pending.length))
    if (pending.length === 0 && !this.#hasMoreLists()) return { items, warnings }
    const empty = items.length === 0 ? this.#position.empty + 1 : 0
    if (empty > MOST_EMPTY) return { items, warnings: [...warnings, whatIsUnread(pending)] }
    return { items, warnings, next: { ...this.#position, pending, empty } }
  }
}

function whyStopped({ error }: Stop, left: number): string {
  const why = error ? error.message : 'This page is as large as a page may be.'
  return left > 0 ? `${why} ${left} listed messages come with the next page.` : why
}

function whatIsUnread(pending: Pending[]): string {
  const ids = pending.map(({ id }) => id).join(', ')
  const named = ids ? ` Not read: the messages ${ids}, and whatever Gmail has not listed yet.` : ''
  return `${MOST_EMPTY + 1} pages in a row held no mail, so this sync ends before the end of the list.${named}`
}
