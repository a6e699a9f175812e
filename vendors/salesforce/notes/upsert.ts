import type { ExternalNote, ProblemItem, UpsertNotesRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
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

/** An answered note may say what did not go as usual: an addition to the contract. */
type WrittenNote = ExternalNote & { warnings?: string[] }

/** Writes each note and attaches it to the records of its tags. */
export async function upsertNotes(
  { connectedProvider, externalNotes }: UpsertNotesRequest,
  call: Call<SalesforceSettings>,
): Promise<WrittenNote[]> {
  const org = new Org(connectedProvider.credential, call)
  const drafts = externalNotes.map((note, index) => toPendingNote(note, `#/externalNotes/${index}`))
  const { outcomes, kind } = await writeNotes(org, drafts)
  if (kind !== 'ContentNote') logOnce(connectedProvider.connectionId, kind, call)
  const warnings = kind === 'ContentNote' ? {} : { warnings: [PLAIN_NOTE_WARNINGS[kind]] }
  const answered = externalNotes.map((note, index): WrittenNote => {
    const id = outcomes[index]?.id
    return { ...note, ...(id ? { externalId: id } : {}), ...warnings }
  })
  const problems = drafts.flatMap((draft, index) => toNoteProblems(draft, outcomes[index]))
  if (problems.length > 0) throw toUpsertFailure(answered, outcomes, problems)
  return answered
}

/** What was written, and as what. Notes may have been switched off since the objects were last asked for. */
async function writeNotes(
  org: Org,
  drafts: readonly PendingNote[],
): Promise<{ outcomes: NoteResult[]; kind: NoteKind }> {
  const kind = chooseKind(await org.objects())
  const outcomes = await writeAs(org, kind, drafts)
  const homeless = [...drafts.keys()].filter((index) => outcomes[index] && isObjectMissing(outcomes[index]))
  const now = homeless.length > 0 ? chooseKind(await org.refreshObjects()) : kind
  if (now === kind) return { outcomes, kind }
  const again = await writeAs(
    org,
    now,
    homeless.flatMap((index) => drafts[index] ?? []),
  )
  for (const [position, index] of homeless.entries()) outcomes[index] = again[position] as NoteResult
  return { outcomes, kind: now }
}

/** One after the other: notes of one record would lock each other out. */
async function writeAs(org: Org, kind: NoteKind, drafts: readonly PendingNote[]): Promise<NoteResult[]> {
  const outcomes: NoteResult[] = []
  let end: ProviderError | undefined
  for (const draft of kind === 'ContentNote' ? await matchExistingNotes(org, drafts) : drafts) {
    const result: NoteResult = end ? { outcome: { state: 'failed', error: end } } : await writeNote(org, kind, draft)
    outcomes.push(result)
    if (result.outcome.state === 'failed' && stopsAll(result.outcome.error)) end = result.outcome.error
  }
  return outcomes
}

/** What stands there already stays of its kind: it may have been written when notes were switched off. */
async function writeNote(org: Org, kind: NoteKind, draft: PendingNote): Promise<NoteResult> {
  if (draft.problems.length > 0) return { outcome: { state: 'refused', errors: [] } }
  try {
    const own = await resolveKind(org, kind, draft)
    return own === 'ContentNote' ? await writeContentNote(org, draft) : await writePlainNote(org, own, draft)
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

/** A resource that is not there at all: nothing can have been written to it. */
function isObjectMissing({ id, outcome }: NoteResult): boolean {
  return id === undefined && outcome.state === 'refused' && outcome.errors.some(({ code }) => code === 'NOT_FOUND')
}

function toNoteProblems({ pointer, problems, isUpdate }: PendingNote, result: NoteResult | undefined): ProblemItem[] {
  if (problems.length > 0) return problems
  if (!result || result.outcome.state === 'written') return []
  return toProblems(result.outcome, isUpdate, () => pointer)
}

function toUpsertFailure(
  answered: WrittenNote[],
  results: readonly NoteResult[],
  problems: ProblemItem[],
): ProviderError {
  const outcomes: WriteOutcome[] = results.map(({ outcome }) => outcome)
  const errors = outcomes.flatMap((outcome) => (outcome.state === 'failed' ? outcome.error : []))
  return toFailure({
    label: 'notes',
    total: answered.length,
    failed: outcomes.filter(({ state }) => state !== 'written').length,
    problems,
    extensions: { externalNotes: answered },
    errors,
    nothingWritten: errors.length === answered.length && results.every(({ id }) => id === undefined),
  })
}
