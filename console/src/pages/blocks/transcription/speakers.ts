import type { Utterance } from './utterances.ts'

export interface Speaker {
  name: string
  /** How long they spoke (ms), estimated. */
  duration: number
  /** Of all that was said, from 0 to 1. */
  share: number
  utterances: number
  /** Name of a colour of the theme. */
  color: string
}

/** Colours that differ enough; further speakers share them. */
const COLORS = ['blue', 'orange', 'teal', 'grape', 'lime', 'pink', 'cyan', 'yellow', 'indigo', 'red'] as const
/** A slow speaker needs this long for a word (ms). What is longer is silence. */
const WORD_MS = 700
const MIN_MS = 1_000

/** Who spoke for how long, those who spoke longest first. */
export function toSpeakers(utterances: readonly Utterance[]): Speaker[] {
  const speakers = new Map<string, { duration: number; utterances: number }>()
  utterances.forEach((utterance, position) => {
    if (utterance.speaker === undefined) return
    const found = speakers.get(utterance.speaker) ?? { duration: 0, utterances: 0 }
    found.duration += durationOf(utterance, utterances[position + 1])
    found.utterances += 1
    speakers.set(utterance.speaker, found)
  })
  const total = [...speakers.values()].reduce((sum, { duration }) => sum + duration, 0)
  return [...speakers]
    .map(([name, { duration, utterances: count }], index) => ({
      name,
      duration,
      share: total === 0 ? 0 : duration / total,
      utterances: count,
      color: COLORS[index % COLORS.length] ?? 'gray',
    }))
    .toSorted((left, right) => right.duration - left.duration)
}

/** Until the next one begins, but not longer than it takes to say. */
function durationOf({ time, text }: Utterance, next: Utterance | undefined): number {
  const words = text.split(/\s+/).length
  // Some languages have no spaces between words.
  const spoken = Math.max(MIN_MS, Math.max(words, text.length / 6) * WORD_MS)
  if (time === undefined || next?.time === undefined) return spoken
  return Math.max(0, Math.min(next.time - time, spoken))
}
