import { Transcription } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { isObject, safeParse } from './parse.ts'

/** A meeting whose transcription cannot be used. */
export interface UnreadyMeeting {
  reason: string
  /** When the meeting began (epoch ms). Absent: its transcript is not expected any more. */
  awaitedSince?: number
}

/** Processing stages in which there is no usable transcript, yet or at all. */
const AWAITED_STAGES: ReadonlySet<string> = new Set(['pending', 'processing'])
const FINAL_STAGES: ReadonlySet<string> = new Set(['failed', 'skipped'])

/** Recognizes a meeting without a usable transcript. Undefined for everything else, a JSON value of any kind. */
export function findUnreadyMeeting(item: unknown): UnreadyMeeting | undefined {
  if (!isObject(item)) return undefined
  const { processingStage, dateStart } = item
  const stage = typeof processingStage === 'string' ? processingStage.toLowerCase() : ''
  if (FINAL_STAGES.has(stage)) return { reason: `its processing stage is ${processingStage}` }
  const awaitedSince = typeof dateStart === 'number' ? dateStart : undefined
  if (AWAITED_STAGES.has(stage)) {
    return omitUndefined({ reason: `its processing stage is ${processingStage}`, awaitedSince })
  }
  return lacksOnlyTranscript(item) ? omitUndefined({ reason: 'it has no transcript yet', awaitedSince }) : undefined
}

function lacksOnlyTranscript({ transcript, ...meeting }: Record<string, unknown>): boolean {
  const text = isObject(transcript) ? transcript.text : transcript
  if (text !== undefined && text !== null && text !== '') return false
  return 'value' in safeParse(Transcription, { ...meeting, transcript: { title: '-', text: '-' } })
}
