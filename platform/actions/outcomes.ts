import { type ProblemItem, type TableRecord, UNKNOWN_OUTCOME, type WrittenNote } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { ENDPOINTS, type ResponseOf } from '../provider/endpoints.ts'
import type { CallFailure, CallOutcome } from '../provider/outcome.ts'
import { problemItems } from './errors.ts'

/** The routes that write several items at once and report on each. */
export type BatchRoute = 'upsertTable' | 'upsertNotes'

/** The identity of an item that is written. */
export interface Item {
  /** Our own id, for routes that have one. */
  _id?: string
  /** The vendor's id; empty or absent until the item exists there. */
  externalId?: string | undefined
}

/**
 * The outcome of one item. `externalId` is set whenever the vendor is known to have the item, even if the write failed.
 * Outcomes are stored as JSON with the idempotency key, so member names must not change.
 */
export interface ItemOutcome<Written extends Item = Item> {
  state: 'written' | 'refused' | 'unknown'
  externalId?: string
  /** The item as the provider returned it. */
  answer?: Written
  /** Why it was not written. */
  errors: ProblemItem[]
}

/** Where the items are in the requests and responses of a route. */
interface BatchFormat<Name extends BatchRoute, Written extends Item> {
  /** JSON pointer to the items in the request, to which the pointers of errors refer. */
  pointer: string
  itemsOf: (response: ResponseOf<Name>) => readonly Written[]
}

interface ItemOf {
  upsertTable: TableRecord
  upsertNotes: WrittenNote
}
export type ResponseItem<Name extends BatchRoute> = ItemOf[Name]

const BATCH_FORMATS: { [Name in BatchRoute]: BatchFormat<Name, ItemOf[Name]> } = {
  upsertTable: { pointer: '#/table/records', itemsOf: ({ records = [] }) => records },
  upsertNotes: { pointer: '#/externalNotes', itemsOf: (notes) => notes },
}

/** Returns the outcome of each item that was sent, in the same order, from the response or from the problem document. */
export function toItemOutcomes<Name extends BatchRoute>(
  name: Name,
  sent: readonly Item[],
  outcome: CallOutcome<ResponseOf<Name>>,
): ItemOutcome<ItemOf[Name]>[] {
  const format: BatchFormat<Name, ItemOf[Name]> = BATCH_FORMATS[name]
  if (outcome.kind === 'ok') {
    return matchItems(sent, format.itemsOf(outcome.result)).map((item) => toOutcome(item, []))
  }
  const partial = partialResponse(name, outcome)
  if (!partial) return sent.map(() => ({ state: mayHaveBeenWritten(outcome) ? 'unknown' : 'refused', errors: [] }))
  const errors = problemItems(outcome)
  return matchItems(sent, format.itemsOf(partial)).map((item, index) => {
    const itemErrors = errors.filter(({ pointer }) => pointsInto(pointer, `${format.pointer}/${index}`))
    return toOutcome(item, itemErrors)
  })
}

/** Problem documents of partial failures, and of credentials that expire part-way, include the response. */
function partialResponse<Name extends BatchRoute>(name: Name, outcome: CallFailure): ResponseOf<Name> | undefined {
  const problem = 'problem' in outcome ? outcome.problem : undefined
  if (!problem || !('table' in problem || 'externalNotes' in problem)) return undefined
  const decoded = ENDPOINTS[name].decode(problem)
  return 'value' in decoded ? (decoded.value as ResponseOf<Name>) : undefined
}

/** Whether a failed write may have been executed. One that was aborted by its deadline may have reached the vendor. */
export function mayHaveBeenWritten(outcome: CallFailure): boolean {
  return outcome.kind === 'aborted' || ('mayHaveHappened' in outcome && outcome.mayHaveHappened)
}

/** Matches items by our own id if the route has one; else by position if the lists have the same length, or by vendor id. */
function matchItems<Written extends Item>(
  sent: readonly Item[],
  returned: readonly Written[],
): (Written | undefined)[] {
  const byId = new Map(returned.map((item) => [item._id, item]))
  const byExternalId = new Map(returned.map((item) => [item.externalId, item]))
  const hasPositions = sent.length === returned.length
  return sent.map(({ _id, externalId }, index) => {
    if (_id !== undefined) return byId.get(_id)
    return hasPositions ? returned[index] : externalId ? byExternalId.get(externalId) : undefined
  })
}

function toOutcome<Written extends Item>(item: Written | undefined, errors: ProblemItem[]): ItemOutcome<Written> {
  const externalId = item?.externalId || undefined
  const members = { ...omitUndefined({ externalId }), ...(item && { answer: item }), errors }
  if (errors.some(({ code }) => code === UNKNOWN_OUTCOME)) return { state: 'unknown', ...members }
  if (errors.length > 0) return { state: 'refused', ...members }
  // A provider that reports success but returns no id has confirmed nothing.
  return { state: externalId ? 'written' : 'unknown', ...members }
}

function pointsInto(pointer: string, parent: string): boolean {
  return pointer === parent || pointer.startsWith(`${parent}/`)
}
