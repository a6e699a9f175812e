import type { Utterance } from '../../../src/kit/transcripts/text.ts'

/** What one person says without a pause. The offsets of the first cues may be negative. `text` may have tags and lines. */
export type Cue = Utterance & Times

interface Times {
  /** Milliseconds from the start of the transcript. */
  startOffset: number
  endOffset: number
}

/**
 * Reads the text of a transcript: WebVTT as Teams writes it, or the format without speakers, which has a header or not, and
 * an empty line between the times and the text or not. Lines are told apart by their place, because a sentence may look
 * like times (docs/decisions/046-own-reader-of-transcripts.md). https://learn.microsoft.com/graph/api/calltranscript-get
 */
export function parseCues(content: string): Cue[] {
  const cues: Cue[] = []
  let times: Times | undefined
  let lines: string[] = []
  const finish = () => {
    if (times) cues.push(...toCues(times, lines.join('\n')))
  }
  for (const block of toBlocks(content)) {
    const timed = findTimes(block)
    if (timed) {
      finish()
      times = timed.times
      lines = timed.text
    } else if (!NOT_SPOKEN.test(block[0] ?? '')) {
      lines.push(...block)
    }
  }
  finish()
  return cues
}

/** https://www.w3.org/TR/webvtt1/#file-structure */
const NOT_SPOKEN = /^(?:NOTE|STYLE|REGION)(?:\s|$)/

/** The runs of lines that are not empty, without the header, which the first cue may follow at once. */
function toBlocks(content: string): string[][] {
  const lines = content
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r\n|\r|\n/)
  const hasEmptyLines = lines.some((line) => line.trim() === '')
  const blocks: string[][] = [[]]
  for (const [index, line] of lines.entries()) {
    if (index === 0 && /^WEBVTT(?:\s|$)/.test(line)) continue
    if (line.trim() !== '') blocks.at(-1)?.push(line)
    else if (blocks.at(-1)?.length !== 0) blocks.push([])
  }
  return blocks.flatMap((block) => (block.length > 0 ? splitDense(block, hasEmptyLines ? MIN_DENSE_CUES : 1) : []))
}

/** Where other cues are separated, one or two lines in a cue that look like times are sentences. */
const MIN_DENSE_CUES = 3

/** Splits a block of several cues, each with times and text, that no empty lines separate. */
function splitDense(block: string[], minCues: number): string[][] {
  if (block.length < 2 * minCues) return [block]
  const starts = block.flatMap((line, index) => (parseTimes(line) ? [index] : []))
  const haveText = starts.every((start, index) => (starts[index + 1] ?? block.length) - start > 1)
  if (starts.length < minCues || !haveText) return [block]
  return starts.map((start, index) => block.slice(start, starts[index + 1]))
}

/** The times of a cue and the lines after them. They are in its first line, or in the second, after an id. */
function findTimes(block: readonly string[]): { times: Times; text: string[] } | undefined {
  for (const index of [0, 1]) {
    const times = parseTimes(block[index] ?? '')
    if (times) return { times, text: block.slice(index + 1) }
  }
  return undefined
}

/** Hours are optional, each number may have one digit, and what was said before the transcript began is negative. */
const TIME = String.raw`(-?)(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2}(?:[.,]\d{1,9})?)`
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s|$)`)

function parseTimes(line: string): Times | undefined {
  const match = line.includes('-->') ? TIMES.exec(line) : null
  if (!match) return undefined
  const startOffset = toMilliseconds(match.slice(1, 5))
  return { startOffset, endOffset: Math.max(startOffset, toMilliseconds(match.slice(5, 9))) }
}

function toMilliseconds([sign, hours = '0', minutes = '0', seconds = '0']: (string | undefined)[]): number {
  const total = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
  return Math.round(total * 1_000) * (sign === '-' && total > 0 ? -1 : 1)
}

/** `<v Ann Lee>`, also with classes: `<v.loud Ann Lee>`. It applies up to its end tag, or to the next voice. */
const VOICE = /<v(?:\.[^\s<>]*)?(?:\s([^<>]*))?>/i

/** Nearly every cue has one voice. */
const ONE_VOICE = /^<v\s([^<>]*)>([^<]*)(?:<\/v>)?$/

/** One cue for each voice. */
function toCues(times: Times, payload: string): Cue[] {
  const [, name = '', words = ''] = ONE_VOICE.exec(payload) ?? []
  if (name.trim() !== '' && words.trim() !== '') return [{ ...times, speaker: name.trim(), text: words }]
  // The expression has a group, so names and texts alternate. An end tag begins a voice without a name.
  const [first = '', ...rest] = payload.replace(/<\/v>/gi, '<v>').split(VOICE)
  const cues: Cue[] = [{ ...times, text: first }]
  for (let index = 0; index < rest.length; index += 2) {
    const speaker = rest[index]?.trim()
    const text = rest[index + 1] ?? ''
    cues.push(speaker ? { ...times, speaker, text } : { ...times, text })
  }
  return cues.filter(({ text }) => text.trim() !== '')
}
