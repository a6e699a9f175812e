import { LRUCache } from 'lru-cache'
import type { Call } from '../../../src/kit/application.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { ObjectSummary } from '../api/describe.ts'
import type { SalesforceSettings } from '../settings.ts'

/** Where notes can be put, the best first. An administrator may have switched the newer ones off. */
const KINDS = ['ContentNote', 'Note', 'Task'] as const
export type NoteKind = (typeof KINDS)[number]
/** What stands in for notes where they are switched off: one for each record, because each knows only one. */
export type PlainKind = Exclude<NoteKind, 'ContentNote'>

/** Throws VendorError when this user has none of them. */
export function chooseKind(objects: readonly ObjectSummary[]): NoteKind {
  const found = KINDS.find((kind) => objects.some(({ name, createable }) => name === kind && createable))
  if (found) return found
  throw new VendorError(
    {
      class: 'scope-required',
      retry: false,
      sentence: 'This user can write neither notes nor tasks in Salesforce.',
      next: 'Ask your Salesforce administrator to switch notes on.',
    },
    { at: 'api', status: 403, reasons: ['notes-disabled'], cause: undefined },
  )
}

/** Told with each note that was written so. */
export const PLAIN_NOTE_WARNINGS: Readonly<Record<PlainKind, string>> = {
  Note: 'Notes are switched off in this org: this was written as notes of the old kind, without formatting.',
  Task: 'Notes are switched off in this org: this was written as completed tasks, without formatting.',
}

/** Connections whose operator knows already; to forget one means a second line in the log. */
const loggedConnections = new LRUCache<string, true>({ max: 10_000 })

export function logOnce(connectionId: string, kind: PlainKind, call: Call<SalesforceSettings>): void {
  if (loggedConnections.has(connectionId)) return
  loggedConnections.set(connectionId, true)
  call.log.info({ connectionId, kind }, PLAIN_NOTE_WARNINGS[kind])
}
