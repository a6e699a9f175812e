import type { ExternalNote, ProblemItem, TableRecord } from '../../src/contract/index.ts'
import { ENDPOINTS, type ResponseOf } from '../provider/endpoints.ts'
import type { CallFailure, CallOutcome } from '../provider/outcome.ts'
import { problemItems } from './errors.ts'

/** The routes that write several things at once and answer for each. */
export type BatchRoute = 'upsertTable' | 'upsertNotes'

/** One of the things that are written, as far as its identity goes. */
export interface Item {
  /** Ours, where the route has one. */
  _id?: string
  /** The vendor's; empty or absent until it is there. */
  externalId?: string | undefined
}

/** What became of one of them. The vendor's id is known wherever the vendor made or had it, whatever else went wrong. */
export interface ItemOutcome<Answer extends Item = Item> {
  state: 'written' | 'refused' | 'unknown'
  externalId?: string
  /** As it was answered. */
  answer?: Answer
  /** Why it was not written. */
  errors: ProblemItem[]
}

/** How a route's answers are read. */
interface BatchFormat<Name extends BatchRoute, Answer extends Item> {
  /** Where the things stand in the request, for the pointers of what is wrong with them. */
  pointer: string
  itemsOf: (answer: ResponseOf<Name>) => readonly Answer[]
}

interface ItemOf {
  upsertTable: TableRecord
  upsertNotes: ExternalNote
}
export type ResponseItem<Name extends BatchRoute> = ItemOf[Name]

const BATCH_FORMATS: { [Name in BatchRoute]: BatchFormat<Name, ItemOf[Name]> } = {
  upsertTable: { pointer: '#/table/records', itemsOf: ({ records = [] }) => records },
  upsertNotes: { pointer: '#/externalNotes', itemsOf: (notes) => notes },
}

/** What a provider says of something whose writing it does not know the end of. */
const UNKNOWN_OUTCOME = 'UNKNOWN_OUTCOME'

/** What became of each thing that was sent, in the same order, from the answer or from the problem in its place. */
export function toItemOutcomes<Name extends BatchRoute>(
  name: Name,
  sent: readonly Item[],
  outcome: CallOutcome<ResponseOf<Name>>,
): ItemOutcome<ItemOf[Name]>[] {
  const kind: BatchFormat<Name, ItemOf[Name]> = BATCH_FORMATS[name]
  if (outcome.kind === 'ok')
    return matchItems(sent, kind.itemsOf(outcome.result)).map((answer) => toOutcome(answer, []))
  const partial = partialResponse(name, outcome)
  if (!partial) return sent.map(() => ({ state: mayHaveBeenWritten(outcome) ? 'unknown' : 'refused', errors: [] }))
  const errors = problemItems(outcome)
  return matchItems(sent, kind.itemsOf(partial)).map((answer, at) => {
    const own = errors.filter(({ pointer }) => pointsInto(pointer, `${kind.pointer}/${at}`))
    return toOutcome(answer, own)
  })
}

/** Problems of partial failures, and of credentials that died in the middle, carry the whole answer. */
function partialResponse<Name extends BatchRoute>(name: Name, outcome: CallFailure): ResponseOf<Name> | undefined {
  const problem = 'problem' in outcome ? outcome.problem : undefined
  if (!problem || !('table' in problem || 'externalNotes' in problem)) return undefined
  const reading = ENDPOINTS[name].decode(problem)
  return 'value' in reading ? (reading.value as ResponseOf<Name>) : undefined
}

/** Of a write: one that was ended by its time may have been under way. */
export function mayHaveBeenWritten(outcome: CallFailure): boolean {
  return outcome.kind === 'aborted' || ('mayHaveHappened' in outcome && outcome.mayHaveHappened)
}

/** By our own id where there is one; else by position, which means something only in a list of the same length. */
function matchItems<Answer extends Item>(sent: readonly Item[], answered: readonly Answer[]): (Answer | undefined)[] {
  const byId = new Map(answered.map((answer) => [answer._id, answer]))
  const byExternalId = new Map(answered.map((answer) => [answer.externalId, answer]))
  const hasPositions = sent.length === answered.length
  return sent.map(({ _id, externalId }, at) => {
    if (_id !== undefined) return byId.get(_id)
    return hasPositions ? answered[at] : externalId ? byExternalId.get(externalId) : undefined
  })
}

function toOutcome<Answer extends Item>(answer: Answer | undefined, errors: ProblemItem[]): ItemOutcome<Answer> {
  const { externalId } = answer ?? {}
  const known = { ...(externalId ? { externalId } : {}), ...(answer ? { answer } : {}), errors }
  if (errors.some(({ code }) => code === UNKNOWN_OUTCOME)) return { state: 'unknown', ...known }
  if (errors.length > 0) return { state: 'refused', ...known }
  // Who was asked to write and names no id has told nothing that can be relied on.
  return { state: externalId ? 'written' : 'unknown', ...known }
}

function pointsInto(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`)
}
