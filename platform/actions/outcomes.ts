import type { ExternalNote, ProblemItem, TableRecord } from '../../src/contract/index.ts'
import type { CallOutcome, Trouble } from '../provider/outcome.ts'
import { type Answered, CALLS } from '../provider/endpoints.ts'
import { errorsIn } from './failure.ts'

/** The routes that write several things at once and answer for each. */
export type ListWrite = 'upsertTable' | 'upsertNotes'

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
interface Kind<Name extends ListWrite, Answer extends Item> {
  /** Where the things stand in the request, for the pointers of what is wrong with them. */
  pointer: string
  itemsOf: (answer: Answered<Name>) => readonly Answer[]
}

interface ItemOf {
  upsertTable: TableRecord
  upsertNotes: ExternalNote
}
export type AnsweredItem<Name extends ListWrite> = ItemOf[Name]

const KINDS: { [Name in ListWrite]: Kind<Name, ItemOf[Name]> } = {
  upsertTable: { pointer: '#/table/records', itemsOf: ({ records = [] }) => records },
  upsertNotes: { pointer: '#/externalNotes', itemsOf: (notes) => notes },
}

/** What a provider says of something whose writing it does not know the end of. */
const UNKNOWN_OUTCOME = 'UNKNOWN_OUTCOME'

/** What became of each thing that was sent, in the same order, from the answer or from the problem in its place. */
export function outcomesOf<Name extends ListWrite>(
  name: Name,
  sent: readonly Item[],
  outcome: CallOutcome<Answered<Name>>,
): ItemOutcome<ItemOf[Name]>[] {
  const kind: Kind<Name, ItemOf[Name]> = KINDS[name]
  if (outcome.kind === 'ok') return matched(sent, kind.itemsOf(outcome.answer)).map((answer) => toOutcome(answer, []))
  const partial = partialAnswer(name, outcome)
  if (!partial) return sent.map(() => ({ state: mayHaveHappened(outcome) ? 'unknown' : 'refused', errors: [] }))
  const errors = errorsIn(outcome)
  return matched(sent, kind.itemsOf(partial)).map((answer, at) => {
    const own = errors.filter(({ pointer }) => isAt(pointer, `${kind.pointer}/${at}`))
    return toOutcome(answer, own)
  })
}

/** Problems of partial failures, and of credentials that died in the middle, carry the whole answer. */
function partialAnswer<Name extends ListWrite>(name: Name, outcome: Trouble): Answered<Name> | undefined {
  const problem = 'problem' in outcome ? outcome.problem : undefined
  if (!problem || !('table' in problem || 'externalNotes' in problem)) return undefined
  const reading = CALLS[name].read(problem)
  return 'value' in reading ? (reading.value as Answered<Name>) : undefined
}

/** Of a write: one that was ended by its time may have been under way. */
export function mayHaveHappened(outcome: Trouble): boolean {
  return outcome.kind === 'stopped' || ('mayHaveHappened' in outcome && outcome.mayHaveHappened)
}

/** By our own id where there is one; else by position, which means something only in a list of the same length. */
function matched<Answer extends Item>(sent: readonly Item[], answered: readonly Answer[]): (Answer | undefined)[] {
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

function isAt(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`)
}
