import { splitWords } from '../../storage/graph/search/text-query.ts'
import { foldText, MAX_SEARCH_TEXT_LENGTH } from '../../storage/text-normalization.ts'

const SNIPPET_LENGTH = 240
/** Parts of the text overlap, so that words that are near each other are in one of them. */
const STEP = SNIPPET_LENGTH / 2
/** More words do not make a better choice. */
const MAX_WORDS = 10
/** The occurrences of a word that are looked at, because a long text may consist of it. */
const MAX_OCCURRENCES = 500

/**
 * Returns the part of a text that contains most of the words of a search, the first of several; undefined if it contains
 * none. Only the part of the text that is searched counts.
 */
export function findSnippet(text: string, search: string): string | undefined {
  const searched = text.slice(0, MAX_SEARCH_TEXT_LENGTH)
  const words = [...new Set(splitWords(search))].slice(0, MAX_WORDS).map(toPattern)
  if (words.length === 0) return undefined
  const counts = countByPart(searched, words)
  const [part, found] = counts.reduce((best, count, index) => (count > best[1] ? [index, count] : best), [0, 0])
  return found === 0 ? undefined : cut(searched, part * STEP)
}

/** Matches the beginning of a word, as the last word of a search does. */
function toPattern(word: string): RegExp {
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return new RegExp(`(?<![\\p{L}\\p{N}])${bare.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')}`, 'gu')
}

/** How many of the words each part contains as a whole. A part begins every `STEP` characters and is twice as long. */
function countByPart(text: string, words: readonly RegExp[]): number[] {
  // Folding may change the length, so each step is folded by itself, and its place in the folded text is known.
  const steps = Array.from({ length: Math.ceil(text.length / STEP) }, (_, index) => {
    return foldText(text.slice(index * STEP, (index + 1) * STEP))
  })
  const folded = steps.join('')
  const starts: number[] = []
  let end = 0
  for (const step of steps) {
    starts.push(end)
    end += step.length
  }
  const counts = steps.map(() => 0)
  for (const word of words) {
    const parts = new Set<number>()
    let occurrences = 0
    for (const { index, 0: found } of folded.matchAll(word)) {
      const [first, last] = [stepAt(starts, index), stepAt(starts, index + found.length - 1)]
      for (const part of [first - 1, first]) if (part >= 0 && last <= part + 1) parts.add(part)
      occurrences += 1
      if (occurrences === MAX_OCCURRENCES) break
    }
    for (const part of parts) counts[part] = (counts[part] ?? 0) + 1
  }
  return counts
}

/** The step in which a position of the folded text is. */
function stepAt(starts: readonly number[], position: number): number {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle
  }
  return low
}

/** Cuts between words where there are any, and shows by ellipses that there is more. */
function cut(text: string, start: number): string {
  const end = start + SNIPPET_LENGTH
  const part = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '')
  const from = start > 0 ? part.replace(/^\S{0,30}\s/u, '') : part
  const to = end < text.length ? from.replace(/\s\S{0,30}$/u, '') : from
  return `${start > 0 ? '…' : ''}${to.trim()}${end < text.length ? '…' : ''}`
}
