import { Random } from '../../core/random.ts'

/** The position in a listing at which a page begins. */
export interface Position {
  index: number
  /** The number of empty pages to return first. */
  emptyPages: number
}

/**
 * The `$skip` values of nextLinks and their positions. Microsoft counts all items it has examined in the mailbox, so
 * that the value is not the number of returned items (https://learn.microsoft.com/graph/api/user-list-messages).
 */
export class SkipValues {
  readonly #random = new Random(5)
  readonly #positions = new Map<string, Position>()
  readonly #values = new Map<string, number>()

  /** Returns the same value for the same position of the same listing. */
  getOrCreate(listing: string, { index, emptyPages }: Position): number {
    const key = `${listing} ${index} ${emptyPages}`
    const value = this.#values.get(key) ?? this.create(listing, { index, emptyPages })
    this.#values.set(key, value)
    return value
  }

  /** Returns a new value, even if the position already has one. */
  create(listing: string, position: Position): number {
    const value = position.index + 1000 + this.#random.below(1_000_000)
    this.#positions.set(`${listing} ${value}`, position)
    return value
  }

  getPosition(listing: string, value: number): Position | undefined {
    return this.#positions.get(`${listing} ${value}`)
  }
}
