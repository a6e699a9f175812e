/** One thing that somebody says, in milliseconds from the beginning of the talk. */
export interface Utterance {
  /** The name before the colon. */
  readonly speaker: string
  readonly text: string
  readonly startMs: number
  readonly endMs: number
}

const MS_PER_WORD = 380
const MIN_UTTERANCE_MS = 900
const MIN_PAUSE_MS = 120
/** How long the pauses are, in relation to each other. */
const PAUSES = [1, 3, 1, 7, 2, 4, 1, 2, 9]
/** Nobody speaks in the first moment and in the last one. */
const MARGIN_MS = 1500

/**
 * Times a talk, written as lines `speaker: what they say`, so that it fills `durationMs`. The pauses grow with the
 * duration; a talk too long for it goes on beyond. Throws a SyntaxError for a line without a speaker.
 */
export function timeTalk(talk: string, durationMs: number): Utterance[] {
  const lines = talk
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(parseLine)
  const spokenMs = lines.reduce((sum, { lengthMs }) => sum + lengthMs, 0)
  const weights = lines.slice(1).map((_, index) => PAUSES[index % PAUSES.length] ?? 1)
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  const unitMs = Math.max(0, durationMs - 2 * MARGIN_MS - spokenMs) / Math.max(1, totalWeight)
  let startMs = MARGIN_MS
  return lines.map(({ speaker, text, lengthMs }, index) => {
    const utterance = { speaker, text, startMs, endMs: startMs + lengthMs }
    startMs += lengthMs + Math.max(MIN_PAUSE_MS, Math.floor(unitMs * (weights[index] ?? 0)))
    return utterance
  })
}

function parseLine(line: string): { speaker: string; text: string; lengthMs: number } {
  const match = /^([a-z][\w-]*): *(.+)$/.exec(line)
  if (!match) throw new SyntaxError(`A line of a talk has the form "speaker: text": ${line}`)
  const [, speaker = '', text = ''] = match
  return { speaker, text, lengthMs: Math.max(MIN_UTTERANCE_MS, text.split(/\s+/).length * MS_PER_WORD) }
}
