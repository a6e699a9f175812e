import type { Call } from '../../../src/kit/application.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { createCache } from '../../../src/runtime/cache.ts'
import type { ObjectSummary } from '../api/describe.ts'
import type { SalesforceSettings } from '../settings.ts'

/** Objects for notes, in order of preference. An administrator may have disabled the newer ones. */
const KINDS = ['ContentNote', 'Note', 'Task'] as const
export type NoteKind = (typeof KINDS)[number]
/** Used where ContentNote is disabled. Each note is written once per record, because it has a single parent. */
export type PlainKind = Exclude<NoteKind, 'ContentNote'>

/** Throws VendorError if this user can create none of them. */
export function chooseKind(objects: readonly ObjectSummary[]): NoteKind {
  const kind = KINDS.find((candidate) => objects.some(({ name, createable }) => name === candidate && createable))
  if (kind) return kind
  throw new VendorError(
    {
      class: 'scope-required',
      retry: false,
      sentence: 'This user can create neither notes nor tasks in Salesforce.',
      next: 'Ask your Salesforce administrator to enable notes.',
    },
    { at: 'api', status: 403, reasons: ['notes-disabled'], cause: undefined },
  )
}

/** The warning in the response for each note that is written in this form. */
export const PLAIN_NOTE_WARNINGS: Readonly<Record<PlainKind, string>> = {
  Note: 'Notes are disabled in this org, so this was written as a classic note without formatting.',
  Task: 'Notes are disabled in this org, so this was written as a completed task without formatting.',
}

/** Connections for which the log line was written. Evicting one only means a second line. */
const loggedConnections = createCache<true>(10_000)

export function logOnce(connectionId: string, kind: PlainKind, call: Call<SalesforceSettings>): void {
  if (loggedConnections.has(connectionId)) return
  loggedConnections.set(connectionId, true)
  call.log.info({ connectionId, kind }, PLAIN_NOTE_WARNINGS[kind])
}
