const WORD = /[\p{L}\p{N}]+/gu

/** The words of a text in lower case, as in the search index. */
export function tokenize(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/** Patterns of one or more adjacent words: a single term or a phrase. */
export type Term = readonly RegExp[]

export function containsTerm(words: readonly string[], term: Term): boolean {
  const last = words.length - term.length
  for (let offset = 0; offset <= last; offset++) {
    if (term.every((pattern, index) => pattern.test(words[offset + index] ?? ''))) return true
  }
  return false
}
