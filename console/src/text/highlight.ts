/** A part of a text: what a search has found in it, or what is between. */
export interface TextPart {
  text: string
  isMatch: boolean
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u

/** Removes case and accents, as the platform does for searches: “Zoe” finds “Zoë”. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/** The folded words of a search, without punctuation around them. */
export function toSearchWords(search: string): string[] {
  return foldText(search)
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '')
}

/** Whether every word of a search is in a text, to narrow down what was found for an earlier one. */
export function mentions(text: string, search: string): boolean {
  const folded = foldText(text)
  return toSearchWords(search).every((word) => folded.includes(word))
}

/**
 * Splits a text at the words of a search, as the platform finds them: the last word is the beginning of a word, the others
 * are whole words. The parts together are the text.
 */
export function splitAtMatches(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of findMatches(text, words)) {
    if (match.start > end) parts.push({ text: text.slice(end, match.start), isMatch: false })
    parts.push({ text: text.slice(match.start, match.end), isMatch: true })
    end = match.end
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false })
  return parts
}

/** The part of a text around its first match, with at most `length` characters. Without a match its beginning. */
export function excerptOf(text: string, words: readonly string[], length: number): string {
  if (text.length <= length) return text
  const first = findMatches(text, words)[0]
  // A third of the excerpt leads up to the match.
  const start = first && first.end > length ? Math.max(0, first.start - Math.floor(length / 3)) : 0
  const excerpt = text.slice(start, start + length).toWellFormed()
  return `${start > 0 ? '…' : ''}${excerpt.replaceAll('\uFFFD', '')}${start + length < text.length ? '…' : ''}`
}

interface Range {
  start: number
  end: number
}

/** Where the words are in the text, in order and without overlaps. */
function findMatches(text: string, words: readonly string[]): Range[] {
  if (words.length === 0) return []
  const { folded, starts } = foldWithPositions(text)
  const found = words.flatMap((word, index) => findWord(folded, word, index === words.length - 1))
  found.sort((left, right) => left.start - right.start || right.end - left.end)
  const ranges: Range[] = []
  for (const { start, end } of found) {
    const range = { start: starts[start] ?? text.length, end: starts[end] ?? text.length }
    const previous = ranges.at(-1)
    if (previous && range.start < previous.end) previous.end = Math.max(previous.end, range.end)
    else ranges.push(range)
  }
  return ranges
}

function findWord(folded: string, word: string, isPrefix: boolean): Range[] {
  const ranges: Range[] = []
  for (let start = folded.indexOf(word); start >= 0; start = folded.indexOf(word, start + word.length)) {
    const end = start + word.length
    const beginsWord = !isWordCharacter(folded, start - 1)
    if (beginsWord && (isPrefix || !isWordCharacter(folded, end))) ranges.push({ start, end })
  }
  return ranges
}

function isWordCharacter(text: string, index: number): boolean {
  if (index < 0 || index >= text.length) return false
  // The second half of a pair is looked up together with the first one.
  const code = text.charCodeAt(index)
  const start = code >= 0xdc00 && code <= 0xdfff ? index - 1 : index
  return WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(Math.max(0, start)) ?? 0))
}

/** Folds a text, and says at which index of it each folded character begins. Marks belong to the letter before them. */
function foldWithPositions(text: string): { folded: string; starts: number[] } {
  let folded = ''
  const starts: number[] = []
  let index = 0
  for (const character of text) {
    const part = foldText(character)
    for (let offset = 0; offset < part.length; offset++) starts.push(index)
    folded += part
    index += character.length
  }
  return { folded, starts }
}
