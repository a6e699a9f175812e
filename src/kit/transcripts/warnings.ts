/** The warnings of a sync that are given on one page only, such as a missing optional permission. */
export class OnceWarnings {
  readonly #keys: Set<string>
  /** The sentences of this page, in order. */
  readonly sentences: string[] = []

  /** `warned` are the keys of earlier pages: `position.warned`. */
  constructor(warned: readonly string[]) {
    this.#keys = new Set(warned)
  }

  /** Adds a warning to this page unless an earlier page of the sync, or this one, has one with this key. */
  add(key: string, sentence: string): void {
    if (this.#keys.has(key)) return
    this.#keys.add(key)
    this.sentences.push(sentence)
  }

  /** Whether this sync has given the warning. */
  has(key: string): boolean {
    return this.#keys.has(key)
  }

  /** The keys of all warnings given so far, for `position.warned`. */
  get keys(): string[] {
    return [...this.#keys]
  }
}
