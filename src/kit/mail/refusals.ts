import type { VendorError } from '../vendor-errors.ts'

/** After so many refused messages and none that could be read, the account is considered refused. */
const MAX_REFUSALS = 5

/** A message that the account may not read. */
export interface Refusal<Entry> {
  entry: Entry
  error: VendorError
}

/**
 * The refused messages of a batch. Vendors refuse single messages with the same error as a whole account, so what it means
 * is decided at the end of the batch (docs/decisions/015-one-refused-message.md).
 */
export class Refusals<Entry> {
  readonly #refusals: Refusal<Entry>[] = []

  /** Throws the error if it always concerns the whole account. */
  add(entry: Entry, error: VendorError): void {
    if (!error.concernsItem) throw error
    this.#refusals.push({ entry, error })
  }

  /**
   * The refusals of single messages. Throws the first one if it was the account that was refused: no message of the batch
   * could be read, and none before it, or many are refused.
   */
  settle({
    hasReadBatch,
    hasReadBefore,
  }: {
    hasReadBatch: boolean
    hasReadBefore: boolean
  }): readonly Refusal<Entry>[] {
    const [first] = this.#refusals
    const isAccountRefused = !hasReadBatch && (!hasReadBefore || this.#refusals.length >= MAX_REFUSALS)
    if (first && isAccountRefused) throw first.error
    return this.#refusals
  }
}
