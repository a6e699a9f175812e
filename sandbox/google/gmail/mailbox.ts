import { Store } from '../../core/store.ts'
import { compareSortKeys, type SortKey } from '../api/sort-key.ts'
import type { Message } from './message.ts'

/** Newest first; messages of the same millisecond are ordered by id. */
export function toSortKey({ internalDate, id }: Message): SortKey {
  return [-internalDate, id]
}

/** The messages of one account. */
export class Mailbox {
  readonly messages = new Store<Message>({
    id: ({ id }) => id,
    order: (a, b) => compareSortKeys(toSortKey(a), toSortKey(b)),
  })
  /** User labels: id by name. */
  readonly labels = new Map<string, string>()
  #lastNumber = 0

  /** Returns a new message id in Gmail's format: sixteen hexadecimal digits. */
  nextId(): string {
    return (0x18c0_0000_0000_0000n + BigInt(++this.#lastNumber) * 0x1_0000_01b3n).toString(16)
  }

  /** Increases with every message. */
  get historyId(): string {
    return String(54_321 + this.#lastNumber * 7)
  }
}
