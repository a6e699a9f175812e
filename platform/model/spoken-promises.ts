import { findPromises, type PromisedAction } from './promises.ts'

/** Something that a speaker has promised in a meeting. */
export interface SpokenPromise extends PromisedAction {
  /** As the transcript names them. */
  speaker: string
  /** When it was said, from the start of the transcript (ms). */
  startOffset: number
}

/** A line of a transcript, as syncs deliver it: `[00:04:12] Ada Lovelace: I'll send it on Friday.` */
const LINE = /^\[(\d{2,}):(\d{2}):(\d{2})\] ([^:]{1,200}): (.+)$/

/** Finds the promises in a transcript, in their order. `date`: when the meeting was (epoch ms). */
export function* findSpokenPromises(transcript: string, date: number, timeZone: string): Generator<SpokenPromise> {
  for (const line of transcript.split('\n')) {
    const [, hours, minutes, seconds, speaker = '', text = ''] = LINE.exec(line) ?? []
    const startOffset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
    for (const promise of findPromises(text, date, timeZone)) yield { ...promise, speaker, startOffset }
  }
}

/** A name as it is compared: vendors differ in case and blanks. */
export function toSpeaker(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}
