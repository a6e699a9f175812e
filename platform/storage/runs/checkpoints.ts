import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Checkpoint } from '../../model/sync.ts'
import { toStorableText } from '../text-normalization.ts'

/** A checkpoint as its column holds it. */
export interface StoredCheckpoint extends Checkpoint {
  /** A cursor with characters that PostgreSQL cannot store, as JSON text, in which they are escaped. */
  escapedCursor?: string
}

/** A provider may choose any text as its cursor, and must get back exactly that text. */
export function toCheckpointJson({ cursor, ...rest }: Checkpoint): string {
  const isStorable = cursor === undefined || toStorableText(cursor) === cursor
  const stored: StoredCheckpoint = isStorable
    ? omitUndefined({ ...rest, cursor })
    : { ...rest, escapedCursor: JSON.stringify(cursor) }
  return JSON.stringify(stored)
}

export function toCheckpoint({ escapedCursor, ...rest }: StoredCheckpoint): Checkpoint {
  return escapedCursor === undefined ? rest : { ...rest, cursor: JSON.parse(escapedCursor) as string }
}
