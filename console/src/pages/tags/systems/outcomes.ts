import { GraphRequestError } from '../../../../../platform/client/index.ts'

/** A note that was not published. */
export interface Refusal {
  id: string
  reason: string
}

/** Whether something may have been written although it failed. It is only sent again if the person wants it. */
export function isUnknownOutcome(error: unknown): boolean {
  if (!(error instanceof GraphRequestError)) return false
  const extensions = error.errors[0]?.extensions ?? {}
  return extensions.state === 'unknown' || notesOf(extensions.notes).some(({ state }) => state === 'unknown')
}

/** The notes that an error says were not written, and why. */
export function refusalsOf(error: unknown): Refusal[] {
  if (!(error instanceof GraphRequestError)) return []
  return notesOf(error.errors[0]?.extensions.notes).map(({ id, state, reasons }) => ({
    id,
    reason: reasons.join(' ') || (state === 'unknown' ? 'It is not known whether it was written.' : 'It was refused.'),
  }))
}

/** Every warning once. */
export function warningsOf(notes: readonly { publishWarnings: readonly string[] | null }[]): string[] {
  return [...new Set(notes.flatMap(({ publishWarnings }) => publishWarnings ?? []))]
}

interface NoteOutcome {
  id: string
  state: string
  reasons: string[]
}

/** What comes with an error is of an unknown form: anything else than expected is ignored. */
function notesOf(value: unknown): NoteOutcome[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: Record<string, unknown> | null) => {
    if (typeof entry?._id !== 'string') return []
    const errors = Array.isArray(entry.errors) ? entry.errors : []
    return [{ id: entry._id, state: String(entry.state), reasons: errors.map(toText) }]
  })
}

function toText(error: unknown): string {
  if (typeof error === 'string') return error
  const { message, detail } = (error ?? {}) as { message?: unknown; detail?: unknown }
  return String(message ?? detail ?? '')
}
