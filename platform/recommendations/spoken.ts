import { findPromise, type PromisedAction } from './promise.ts'

/** A line of a transcript, as syncs deliver it: `[00:04:12] Ada Lovelace: I'll send it on Friday.` */
const LINE = /^\[\d{2,}:\d{2}:\d{2}\] ([^:]{1,200}): (.+)$/

/** Finds the first promise that one of the speakers makes in a transcript. `date`: when the meeting was (epoch ms). */
export function findSpokenPromise(
  transcript: string,
  speakers: ReadonlySet<string>,
  date: number,
  timeZone: string,
): PromisedAction | undefined {
  for (const line of transcript.split('\n')) {
    const [, speaker = '', text = ''] = LINE.exec(line) ?? []
    const promise = speakers.has(toSpeaker(speaker)) ? findPromise(text, date, timeZone) : undefined
    if (promise) return promise
  }
  return undefined
}

/** A name as it is compared: vendors differ in case and blanks. */
export function toSpeaker(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}
