import { isObject } from './parse.ts'

/** Processing stages in which there is no usable transcript, yet or at all. */
const NOT_READY: ReadonlySet<string> = new Set(['pending', 'processing', 'failed', 'skipped'])

/**
 * Why the transcription of a meeting is not used, although it may be in a later run. Undefined if nothing speaks against
 * it. `item` may be any JSON value.
 */
export function reasonNotReady(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const { processingStage, transcript } = item
  if (typeof processingStage === 'string' && NOT_READY.has(processingStage.toLowerCase())) {
    return `its processing stage is ${processingStage}`
  }
  const text = isObject(transcript) ? transcript.text : transcript
  return text === undefined || text === null || text === '' ? 'it has no transcript yet' : undefined
}
