import type { Utterance } from './utterances.ts'

/** The indexes of the utterances that contain all words of a search, in text or name. Empty without words. */
export function findMatches(utterances: readonly Utterance[], search: string): number[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return utterances.flatMap(({ index, speaker = '', text }) => {
    const content = fold(`${speaker} ${text}`)
    return words.every((word) => content.includes(word)) ? [index] : []
  })
}

/** Letters without case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}

/** The match after (1) or before (-1) the current one, going round. */
export function stepMatch(matches: readonly number[], current: number | undefined, step: 1 | -1): number | undefined {
  const position = current === undefined ? -1 : matches.indexOf(current)
  if (position < 0) return step === 1 ? matches[0] : matches.at(-1)
  return matches[(position + step + matches.length) % matches.length]
}
