import { Heap } from './heap.ts'
import type { StoredSync } from './stored.ts'

interface Entry {
  dateDue: number
  /** Syncs that are due at the same time are taken in the order in which they were added. */
  order: number
  sync: StoredSync
}

/** The syncs that can be claimed, ordered by their due time. */
export class DueQueue {
  readonly #entries = new Heap<Entry>((a, b) => a.dateDue < b.dateDue || (a.dateDue === b.dateDue && a.order < b.order))
  #order = 0

  /** Undefined: the sync is not due again. */
  setDue(sync: StoredSync, dateDue: number | undefined): void {
    sync.dateDue = dateDue
    if (dateDue !== undefined) this.#entries.push({ dateDue, order: this.#order++, sync })
  }

  /** Removes and returns the next sync that is due by now. */
  take(now: number): StoredSync | undefined {
    const next = this.#peek()
    if (!next || next.dateDue > now) return undefined
    this.#entries.pop()
    return next.sync
  }

  nextDate(): number | undefined {
    return this.#peek()?.dateDue
  }

  /** Drops entries that are outdated because the due time of their sync has changed, or that cannot be claimed. */
  #peek(): Entry | undefined {
    for (let entry = this.#entries.first; entry; entry = this.#entries.first) {
      const { sync, dateDue } = entry
      if (sync.dateDue === dateDue && sync.connection.status === 'active' && !sync.state.pausedByUser) return entry
      this.#entries.pop()
    }
    return undefined
  }
}
