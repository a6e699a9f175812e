import { Random } from '../../core/random.ts'

/** Where the next page begins. */
export interface Position {
  index: number
  /** Empty pages still to come before it. */
  emptyPages: number
}

/**
 * What `$skip` stands for in nextLinks. Microsoft counts in it whatever it has gone through in the mailbox, so that it
 * jumps and is no count of items (https://learn.microsoft.com/graph/api/user-list-messages). A value that was never in
 * a link is a client's own count.
 */
export class SkipValues {
  readonly #random = new Random(5)
  readonly #positions = new Map<string, Position>()
  readonly #values = new Map<string, number>()

  /** The same place in the same listing always has the same value. */
  getOrCreate(listing: string, { index, emptyPages }: Position): number {
    const place = `${listing} ${index} ${emptyPages}`
    const value = this.#values.get(place) ?? this.create(listing, { index, emptyPages })
    this.#values.set(place, value)
    return value
  }

  /** A further value for a place that may have one already. */
  create(listing: string, position: Position): number {
    const value = position.index + 1000 + this.#random.below(1_000_000)
    this.#positions.set(`${listing} ${value}`, position)
    return value
  }

  getPosition(listing: string, value: number): Position | undefined {
    return this.#positions.get(`${listing} ${value}`)
  }
}
