import { splitWords } from '../../storage/graph/search/text-query.ts'
import { foldText, MAX_SEARCH_TEXT_LENGTH } from '../../storage/text-normalization.ts'

const SNIPPET_LENGTH = 240
/** Parts of the text overlap, so that words that are near each other are in one of them. */
const STEP = SNIPPET_LENGTH / 2

/**
 * Returns the part of a text that contains most of the words of a search, the first of several; undefined if it contains
 * none. Only the part of the text that is searched counts.
 */
export function findSnippet(text: string, search: string): string | undefined {
  const searched = text.slice(0, MAX_SEARCH_TEXT_LENGTH)
  const words = splitWords(search).map(toPattern)
  if (words.length === 0 || count(searched, words) === 0) return undefined
  let best = { start: 0, found: 0 }
  for (let start = 0; start < searched.length && best.found < words.length; start += STEP) {
    const found = count(searched.slice(start, start + SNIPPET_LENGTH), words)
    if (found > best.found) best = { start, found }
  }
  return best.found === 0 ? undefined : cut(searched, best.start)
}

/** Matches the beginning of a word, as the last word of a search does. */
function toPattern(word: string): RegExp {
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return new RegExp(`(?<![\\p{L}\\p{N}])${bare.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')}`, 'u')
}

function count(text: string, words: readonly RegExp[]): number {
  const folded = foldText(text)
  return words.filter((word) => word.test(folded)).length
}

/** Cuts between words where there are any, and shows by ellipses that there is more. */
function cut(text: string, start: number): string {
  const end = start + SNIPPET_LENGTH
  const part = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '')
  const from = start > 0 ? part.replace(/^\S{0,30}\s/u, '') : part
  const to = end < text.length ? from.replace(/\s\S{0,30}$/u, '') : from
  return `${start > 0 ? '…' : ''}${to.trim()}${end < text.length ? '…' : ''}`
}
