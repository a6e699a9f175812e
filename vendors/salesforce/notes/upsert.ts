import type { ExternalNote, ProblemItem, UpsertNotesRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import type { Outcome } from '../api/collections.ts'
import { Org } from '../api/org.ts'
import { isEnd } from '../api/partial-results.ts'
import type { SalesforceSettings } from '../settings.ts'
import { toFailure, toProblems } from '../writes/problems.ts'
import { writeContentNote } from './content-note.ts'
import { findNotes } from './existing.ts'
import { chooseKind, type NoteKind, PLAIN_WORDS, tellOnce } from './kind.ts'
import { type NoteDraft, type NoteOutcome, toNoteDraft } from './pending.ts'
import { writePlainNote } from './plain-note.ts'

/** An answered note may say what did not go as usual: an addition to the contract. */
type AnsweredNote = ExternalNote & { warnings?: string[] }

/** Writes each note and attaches it to the records of its tags. */
export async function upsertNotes(
  { connectedProvider, externalNotes }: UpsertNotesRequest,
  call: Call<SalesforceSettings>,
): Promise<AnsweredNote[]> {
  const org = new Org(connectedProvider.credential, call)
  const drafts = externalNotes.map((note, index) => toNoteDraft(note, `#/externalNotes/${index}`))
  const { outcomes, kind } = await writeNotes(org, drafts)
  if (kind !== 'ContentNote') tellOnce(connectedProvider.connectionId, kind, call)
  const warnings = kind === 'ContentNote' ? {} : { warnings: [PLAIN_WORDS[kind]] }
  const answered = externalNotes.map((note, index): AnsweredNote => {
    const id = outcomes[index]?.id
    return { ...note, ...(id ? { externalId: id } : {}), ...warnings }
  })
  const problems = drafts.flatMap((draft, index) => problemsOf(draft, outcomes[index]))
  if (problems.length > 0) throw failure(answered, outcomes, problems)
  return answered
}

/** What was written, and as what. Notes may have been switched off since the objects were last asked for. */
async function writeNotes(
  org: Org,
  drafts: readonly NoteDraft[],
): Promise<{ outcomes: NoteOutcome[]; kind: NoteKind }> {
  const kind = chooseKind(await org.objects())
  const outcomes = await writeAs(org, kind, drafts)
  const homeless = [...drafts.keys()].filter((index) => outcomes[index] && isWithoutObject(outcomes[index]))
  const now = homeless.length > 0 ? chooseKind(await org.objectsAfresh()) : kind
  if (now === kind) return { outcomes, kind }
  const again = await writeAs(
    org,
    now,
    homeless.flatMap((index) => drafts[index] ?? []),
  )
  for (const [position, index] of homeless.entries()) outcomes[index] = again[position] as NoteOutcome
  return { outcomes, kind: now }
}

/** One after the other: notes of one record would lock each other out. */
async function writeAs(org: Org, kind: NoteKind, drafts: readonly NoteDraft[]): Promise<NoteOutcome[]> {
  const outcomes: NoteOutcome[] = []
  let end: ProviderError | undefined
  for (const draft of kind === 'ContentNote' ? await findNotes(org, drafts) : drafts) {
    const result: NoteOutcome = end ? { outcome: { state: 'failed', error: end } } : await writeNote(org, kind, draft)
    outcomes.push(result)
    if (result.outcome.state === 'failed' && endsAll(result.outcome.error)) end = result.outcome.error
  }
  return outcomes
}

/** What stands there already stays of its kind: it may have been written when notes were switched off. */
async function writeNote(org: Org, kind: NoteKind, draft: NoteDraft): Promise<NoteOutcome> {
  if (draft.problems.length > 0) return { outcome: { state: 'refused', errors: [] } }
  try {
    const own = await kindOf(org, kind, draft)
    return own === 'ContentNote' ? await writeContentNote(org, draft) : await writePlainNote(org, own, draft)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { outcome: { state: 'failed', error } }
  }
}

async function kindOf(org: Org, kind: NoteKind, { ids: [id] }: NoteDraft): Promise<NoteKind> {
  if (!id) return kind
  const object = (await org.objectOf(id))?.name
  return object === 'Note' || object === 'Task' ? object : 'ContentNote'
}

function endsAll(error: ProviderError): boolean {
  return error instanceof CredentialsExpiredError || isEnd(error)
}

/** A resource that is not there at all: nothing can have been written to it. */
function isWithoutObject({ id, outcome }: NoteOutcome): boolean {
  return id === undefined && outcome.state === 'refused' && outcome.errors.some(({ code }) => code === 'NOT_FOUND')
}

function problemsOf({ pointer, problems, isUpdate }: NoteDraft, result: NoteOutcome | undefined): ProblemItem[] {
  if (problems.length > 0) return problems
  if (!result || result.outcome.state === 'written') return []
  return toProblems(result.outcome, isUpdate, () => pointer)
}

function failure(answered: AnsweredNote[], results: readonly NoteOutcome[], problems: ProblemItem[]): ProviderError {
  const outcomes: Outcome[] = results.map(({ outcome }) => outcome)
  const errors = outcomes.flatMap((outcome) => (outcome.state === 'failed' ? outcome.error : []))
  return toFailure({
    words: 'notes',
    total: answered.length,
    failed: outcomes.filter(({ state }) => state !== 'written').length,
    problems,
    extensions: { externalNotes: answered },
    errors,
    nothingHappened: errors.length === answered.length && results.every(({ id }) => id === undefined),
  })
}
