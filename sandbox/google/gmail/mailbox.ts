import { Store } from '../../core/store.ts'
import { compare, type Place } from '../paging.ts'
import type { Message } from './message.ts'

/** Newest first; of two mails of the same millisecond, by id. */
export function placeOf({ internalDate, id }: Message): Place {
  return [-internalDate, id]
}

/** The mails of one account. */
export class Mailbox {
  readonly messages = new Store<Message>({ id: ({ id }) => id, order: (a, b) => compare(placeOf(a), placeOf(b)) })
  /** User labels: id by name. */
  readonly labels = new Map<string, string>()
  #lastNumber = 0

  /** A message id as Gmail makes them: sixteen hexadecimal digits. */
  nextId(): string {
    return (0x18c0_0000_0000_0000n + BigInt(++this.#lastNumber) * 0x1_0000_01b3n).toString(16)
  }

  /** Grows with every mail. */
  get historyId(): string {
    return String(54_321 + this.#lastNumber * 7)
  }
}
