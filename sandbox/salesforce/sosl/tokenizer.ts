const WORD = /[\p{L}\p{N}]+/gu

/** The words of a text as the index keeps them. */
export function tokenize(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/** One or more words that have to stand side by side: a plain term, or a phrase. */
export type Term = readonly RegExp[]

export function containsTerm(words: readonly string[], term: Term): boolean {
  const last = words.length - term.length
  for (let at = 0; at <= last; at++) {
    if (term.every((pattern, index) => pattern.test(words[at + index] ?? ''))) return true
  }
  return false
}
