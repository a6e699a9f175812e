import { htmlToText } from '../html.ts'

/** What somebody said: an entry or cue of a transcript. */
export interface Utterance {
  /** Milliseconds from the start of the transcript; may be negative. Without it, the utterance follows the previous one. */
  startOffset?: number
  /** Milliseconds from the start of the transcript. */
  endOffset?: number
  /** The speaker's name as the vendor shows it. */
  speaker?: string
  /** May contain line breaks, tags and character references. */
  text: string
}

/**
 * The text of a transcript, a line `[hh:mm:ss] Name: text` for each utterance, sorted by start and then as the vendor
 * listed them. Utterances without text are left out, so the result may be ''.
 */
export function toTranscriptText(utterances: readonly Utterance[]): string {
  let latest = 0
  const lines = utterances.map(({ startOffset, speaker, text }) => {
    latest = startOffset ?? latest
    return { start: latest, speaker: toLine(speaker ?? ''), text: toLine(text) }
  })
  return lines
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.start - b.start)
    .map(({ start, speaker, text }) => `[${toClock(start)}] ${speaker ? `${speaker}: ` : ''}${text}`)
    .join('\n')
}

/** A duration as `hh:mm:ss`; a negative one as `00:00:00`. */
function toClock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Removes tags, decodes character references, and joins lines with blanks. */
function toLine(text: string): string {
  const plain = /[<&]/.test(text) ? htmlToText(text.replace(CUE_TIMESTAMP, '')) : text
  return plain.replace(/\s+/g, ' ').trim()
}

/** A point in time within a cue: `<00:00:01.500>`. https://www.w3.org/TR/webvtt1/#webvtt-cue-timestamp */
const CUE_TIMESTAMP = /<[\d:.]+>/g

/**
 * The length of a transcript (ms): from its start to its end (epoch ms), or, if the vendor gives no later end, to the end
 * of the last utterance.
 */
export function toDuration(dateStart: number, dateEnd: number | undefined, utterances: readonly Utterance[]): number {
  if (dateEnd !== undefined && dateEnd > dateStart) return dateEnd - dateStart
  return utterances.reduce((end, { startOffset = 0, endOffset = startOffset }) => Math.max(end, endOffset), 0)
}
