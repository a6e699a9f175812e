import type { VendorError } from '../vendor-errors.ts'

/** If everything is refused, so many meetings or transcripts mean that the account is. */
const MIN_REFUSALS = 2
/** The same if something could be read on earlier pages: a few may be refused in a row. */
const MIN_LATER_REFUSALS = 5

/**
 * The refused meetings and transcripts of a page. Vendors refuse single ones with the same error as a whole account, so
 * what it means is decided at the end of the page (docs/decisions/045-transcripts-complete-or-named.md).
 */
export class Refusals {
  readonly #hasReadBefore: boolean
  readonly #warnings: string[] = []
  #first: VendorError | undefined

  /** `hasReadBefore`: whether earlier pages of the sync could read something. */
  constructor(hasReadBefore: boolean) {
    this.#hasReadBefore = hasReadBefore
  }

  /** `subject` names the meeting or transcript, as in `The meeting “Weekly” (2 November 2026)`. */
  add(error: VendorError, subject: string): void {
    this.#first ??= error
    this.#warnings.push(`${subject} was left out. ${error.message}`)
  }

  /** Whether there are so many that the account must be refused, unless something else can be read. */
  get areMany(): boolean {
    return this.#warnings.length >= MIN_LATER_REFUSALS
  }

  /** A warning for each refusal. Throws the first error if nothing could be read on this page and there are several. */
  settle(hasRead: boolean): readonly string[] {
    const min = this.#hasReadBefore ? MIN_LATER_REFUSALS : MIN_REFUSALS
    if (this.#first && !hasRead && this.#warnings.length >= min) throw this.#first
    return this.#warnings
  }
}
