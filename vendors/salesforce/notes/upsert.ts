import type {
  ConnectedProvider,
  ExternalNote,
  ProblemItem,
  UpsertNotesRequest,
  WrittenNote,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { omitEmpty } from '../../../src/runtime/omit.ts'
import type { WriteOutcome } from '../api/collections.ts'
import { Org } from '../api/org.ts'
import { isExhausted } from '../api/partial-results.ts'
import type { SalesforceSettings } from '../settings.ts'
import { toFailure, toProblems } from '../writes/problems.ts'
import { writeContentNote } from './content-note.ts'
import { matchExistingNotes } from './existing.ts'
import { chooseKind, logOnce, type NoteKind, PLAIN_NOTE_WARNINGS } from './kind.ts'
import { type NoteResult, type PendingNote, toPendingNote } from './pending.ts'
import { writePlainNote } from './plain-note.ts'

/** A note in the response, with what is read of it there. */
type NoteInResponse = ExternalNote & WrittenNote

/** Writes each note and attaches it to the records of its tags. Throws a ProviderError that names each failed note. */
export async function upsertNotes(
  { connectedProvider, externalNotes }: UpsertNotesRequest,
  call: Call<SalesforceSettings>,
): Promise<NoteInResponse[]> {
  const org = new Org(connectedProvider.credential, call)
  const notes = externalNotes.map((note, index) => toPendingNote(note, `#/externalNotes/${index}`))
  const { outcomes, kind } = await writeNotes(org, connectedProvider, notes)
  if (kind !== 'ContentNote') logOnce(connectedProvider.connectionId, kind, call)
  const kindWarnings = kind === 'ContentNote' ? [] : [PLAIN_NOTE_WARNINGS[kind]]
  const written = externalNotes.map((note, index): NoteInResponse => {
    const { id, warnings = [] } = outcomes[index] ?? {}
    const allWarnings = [...kindWarnings, ...warnings]
    return { ...note, ...omitEmpty({ externalId: id, warnings: allWarnings.length > 0 ? allWarnings : undefined }) }
  })
  const problems = notes.flatMap((note, index) => toNoteProblems(note, outcomes[index]))
  if (problems.length > 0) throw toUpsertFailure(written, outcomes, problems)
  return written
}

/** Writes the notes, again as another kind if notes were disabled after the list of objects was cached. */
async function writeNotes(
  org: Org,
  connection: ConnectedProvider,
  notes: readonly PendingNote[],
): Promise<{ outcomes: NoteResult[]; kind: NoteKind }> {
  const kind = chooseKind(await org.objects())
  const outcomes = await writeAs(org, connection, kind, notes)
  const unsupported = [...notes.keys()].filter((index) => outcomes[index] && isObjectMissing(outcomes[index]))
  const currentKind = unsupported.length > 0 ? chooseKind(await org.refreshObjects()) : kind
  if (currentKind === kind) return { outcomes, kind }
  const retried = await writeAs(
    org,
    connection,
    currentKind,
    unsupported.flatMap((index) => notes[index] ?? []),
  )
  for (const [position, index] of unsupported.entries()) outcomes[index] = retried[position] as NoteResult
  return { outcomes, kind: currentKind }
}

/** Writes sequentially, as concurrent notes of the same record would lock each other out. */
async function writeAs(
  org: Org,
  connection: ConnectedProvider,
  kind: NoteKind,
  notes: readonly PendingNote[],
): Promise<NoteResult[]> {
  const outcomes: NoteResult[] = []
  let stopError: ProviderError | undefined
  for (const note of kind === 'ContentNote' ? await matchExistingNotes(org, notes) : notes) {
    const result: NoteResult = stopError
      ? { outcome: { state: 'failed', error: stopError } }
      : await writeNote(org, connection, kind, note)
    outcomes.push(result)
    if (result.outcome.state === 'failed' && stopsAll(result.outcome.error)) stopError = result.outcome.error
  }
  return outcomes
}

/** Writes a note. An existing one keeps its kind, as it may have been written while notes were disabled. */
async function writeNote(
  org: Org,
  connection: ConnectedProvider,
  kind: NoteKind,
  note: PendingNote,
): Promise<NoteResult> {
  if (note.problems.length > 0) return { outcome: { state: 'rejected', errors: [] } }
  try {
    const noteKind = await resolveKind(org, kind, note)
    return noteKind === 'ContentNote'
      ? await writeContentNote(org, note)
      : await writePlainNote(org, connection, noteKind, note)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { outcome: { state: 'failed', error } }
  }
}

async function resolveKind(org: Org, kind: NoteKind, { ids: [id] }: PendingNote): Promise<NoteKind> {
  if (!id) return kind
  const object = (await org.findObject(id))?.name
  return object === 'Note' || object === 'Task' ? object : 'ContentNote'
}

function stopsAll(error: ProviderError): boolean {
  return error instanceof CredentialsExpiredError || isExhausted(error)
}

/** Whether the object itself does not exist, so that nothing can have been written. */
function isObjectMissing({ id, outcome }: NoteResult): boolean {
  return id === undefined && outcome.state === 'rejected' && outcome.errors.some(({ code }) => code === 'NOT_FOUND')
}

function toNoteProblems({ pointer, problems, isUpdate }: PendingNote, result: NoteResult | undefined): ProblemItem[] {
  if (problems.length > 0) return problems
  if (!result || result.outcome.state === 'written') return []
  return toProblems(result.outcome, isUpdate, () => pointer)
}

function toUpsertFailure(
  notes: NoteInResponse[],
  results: readonly NoteResult[],
  problems: ProblemItem[],
): ProviderError {
  const outcomes: WriteOutcome[] = results.map(({ outcome }) => outcome)
  const errors = outcomes.flatMap((outcome) => (outcome.state === 'failed' ? outcome.error : []))
  return toFailure({
    label: 'notes',
    total: notes.length,
    failed: outcomes.filter(({ state }) => state !== 'written').length,
    problems,
    extensions: { externalNotes: notes },
    errors,
    nothingWritten: errors.length === notes.length && results.every(({ id }) => id === undefined),
  })
}
