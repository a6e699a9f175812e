import type { BlockType } from '../../../../../platform/client/index.ts'

/** The kinds that the time line of a tag can be narrowed to. */
export const TIME_LINE_KINDS = [
  'email',
  'event',
  'transcription',
  'task',
  'note',
  'thread',
  'record',
  'document',
  'file',
  'website',
] as const satisfies readonly BlockType[]
export type TimeLineKind = (typeof TIME_LINE_KINDS)[number]

/** The kinds that the address names; unknown ones are ignored. */
export function readKinds(texts: readonly string[]): TimeLineKind[] {
  return TIME_LINE_KINDS.filter((kind) => texts.includes(kind))
}
