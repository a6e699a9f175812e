import { randomUUID } from 'node:crypto'
import type { ConnectedProvider } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { ConnectionKey } from '../model/sync.ts'
import type { AuthorizedConnection } from '../provider/authorized-connection.ts'
import { ENDPOINTS, type RequestOf, type ResponseOf } from '../provider/endpoints.ts'
import type { CallOutcome } from '../provider/outcome.ts'
import { inTransaction, type Tx } from '../storage/postgres/database.ts'
import { toActionError, withUnknownOutcome, writeInProgress } from './errors.ts'
import { type Reservation, reserve, type Settlement, settle, type WriteIntent } from './idempotency-keys.ts'
import { type BatchRoute, type Item, type ItemOutcome, type ResponseItem, toItemOutcomes } from './outcomes.ts'
import type { ProviderActions } from './provider-actions.ts'

/** An item of a batch write. */
export interface WriteRequest<Sent extends Item> extends WriteIntent {
  item: Sent
  /** The key is the caller's own: the result is stored and returned again for the same key. */
  hasRequestKey?: boolean
  /** If the caller has stopped waiting, the result is returned to the next equal request. */
  storesLateResult?: boolean
}

export interface BatchWrite<Name extends BatchRoute, Sent extends Item> {
  name: Name
  requests: readonly WriteRequest<Sent>[]
  /** Creates the body of the request. */
  toRequest: (connectedProvider: ConnectedProvider, items: Sent[]) => RequestOf<Name>
  /** Finds the vendor ids of items by their own ids. Called after the reservation, when no other attempt is in progress. */
  findExternalIds?: (tx: Tx) => Promise<ReadonlyMap<string, string>>
  /** Stores the outcomes, in the transaction that settles the reservations. */
  save?: (tx: Tx, items: readonly WrittenItem<Name, Sent>[]) => Promise<void>
}

export interface WrittenItem<Name extends BatchRoute, Sent extends Item> {
  item: Sent
  outcome: ItemOutcome<ResponseItem<Name>>
}

/**
 * Writes a list of items to a vendor, each at most once. Resolves to what `finish` makes of the outcomes, which are in the same
 * order; it is called also if the caller waits no longer. Throws ActionError if the whole request failed and nothing is known
 * of single items.
 */
export async function batchWrite<Name extends BatchRoute, Sent extends Item, Result>(
  actions: ProviderActions,
  connection: AuthorizedConnection,
  batch: BatchWrite<Name, Sent>,
  finish: (outcomes: ItemOutcome<ResponseItem<Name>>[]) => Promise<Result>,
): Promise<Result> {
  const entries = await reserveAll(actions, connection.current, batch)
  return actions.inFlightWrites.waitFor(async (isAwaited) => {
    return finish(await execute(actions, connection, batch, entries, isAwaited))
  }, writeInProgress)
}

/** An item with its current outcome. Without an `intentId`, the outcome is the stored result of an earlier attempt. */
interface Entry<Name extends BatchRoute, Sent extends Item> extends WrittenItem<Name, Sent> {
  intentId?: string
  hasRequestKey: boolean
  storesLateResult: boolean
}

const NOT_SENT: ItemOutcome<never> = { state: 'refused', errors: [] }

async function reserveAll<Name extends BatchRoute, Sent extends Item>(
  { deps: { db, now } }: ProviderActions,
  key: ConnectionKey,
  { name, requests, findExternalIds }: BatchWrite<Name, Sent>,
): Promise<Entry<Name, Sent>[]> {
  return inTransaction(db, async (tx) => {
    const reservations = await reserve(tx, { ...key, route: ENDPOINTS[name].paths[0] }, requests, now())
    const externalIds = await findExternalIds?.(tx)
    return requests.map(({ item, hasRequestKey = false, storesLateResult = false }, index) => {
      const externalId = item._id === undefined ? undefined : externalIds?.get(item._id)
      const keys = { hasRequestKey, storesLateResult }
      const entry = { item: externalId === undefined ? item : { ...item, externalId }, ...keys }
      const reservation = reservations[index] as Reservation
      if ('intentId' in reservation) return { ...entry, ...reservation, outcome: NOT_SENT }
      return { ...entry, outcome: reservation.result as ItemOutcome<ResponseItem<Name>> }
    })
  })
}

async function execute<Name extends BatchRoute, Sent extends Item>(
  actions: ProviderActions,
  connection: AuthorizedConnection,
  batch: BatchWrite<Name, Sent>,
  entries: readonly Entry<Name, Sent>[],
  isAwaited: () => boolean,
): Promise<ItemOutcome<ResponseItem<Name>>[]> {
  const open = entries.filter(({ intentId }) => intentId !== undefined)
  if (open.length === 0) return entries.map(({ outcome }) => outcome)
  const outcome = await send(actions, connection, batch, open)
  const { db, now } = actions.deps
  await inTransaction(db, async (tx) => {
    await batch.save?.(tx, open)
    const settlements = open.map((entry) => toSettlement(entry, isAwaited()))
    await settle(tx, connection.current.tenantId, settlements, now())
  })
  reportFailure(outcome, open)
  return entries.map((entry) => entry.outcome)
}

/**
 * Sends the open entries and updates their outcomes. If the credential is rejected part-way, the remaining items are sent
 * with a newer one; items that may have been written are not sent again.
 */
async function send<Name extends BatchRoute, Sent extends Item>(
  actions: ProviderActions,
  connection: AuthorizedConnection,
  { name, toRequest }: BatchWrite<Name, Sent>,
  open: Entry<Name, Sent>[],
): Promise<CallOutcome<ResponseOf<Name>>> {
  let rest = open
  let idempotencyKey = open[0]?.intentId ?? randomUUID()
  const items = () => rest.map(({ item }) => item)
  const updateEntries = (outcome: CallOutcome<ResponseOf<Name>>) => {
    for (const [index, itemOutcome] of toItemOutcomes(name, items(), outcome).entries()) {
      const entry = rest[index] as Entry<Name, Sent>
      const externalId = itemOutcome.externalId ?? entry.item.externalId
      entry.outcome = { ...itemOutcome, ...omitUndefined({ externalId: externalId || undefined }) }
      entry.item = { ...entry.item, ...omitUndefined({ externalId: externalId || undefined }) }
    }
  }
  const outcome = await actions.call(name, [connection], () => toRequest(connection.connectedProvider, items()), {
    signal: actions.writeDeadline(),
    idempotencyKey: () => idempotencyKey,
    mayRepeat: (rejection) => {
      updateEntries(rejection)
      const unwritten = rest.filter((entry) => entry.outcome.state === 'refused')
      if (unwritten.length === 0) return false
      if (unwritten.length < rest.length) idempotencyKey = randomUUID()
      rest = unwritten
      return true
    },
  })
  updateEntries(outcome)
  return outcome
}

/**
 * Retains only writes that may have created something whose vendor id is unknown, and results that may be requested again: under
 * a caller's own key, or because the caller has stopped waiting and knows only that the write has begun.
 */
function toSettlement<Name extends BatchRoute, Sent extends Item>(
  { intentId = '', hasRequestKey, storesLateResult, item, outcome }: Entry<Name, Sent>,
  isAwaited: boolean,
): Settlement {
  if (outcome.state === 'unknown' && !item.externalId) return { intentId, state: 'unknown' }
  if (outcome.state === 'written' && (hasRequestKey || (storesLateResult && !isAwaited)))
    return { intentId, state: 'done', answer: outcome }
  return { intentId, state: 'closed' }
}

/** Throws the failure of the whole request, unless items were written or have errors of their own; then it is added to the rest. */
function reportFailure<Name extends BatchRoute, Sent extends Item>(
  outcome: CallOutcome<unknown>,
  entries: readonly Entry<Name, Sent>[],
): void {
  if (outcome.kind === 'ok') return
  const failure = toActionError(outcome)
  const allRefused = entries.every((entry) => entry.outcome.state === 'refused')
  const isUnexplained = ({ outcome: { state, errors } }: Entry<Name, Sent>) =>
    state !== 'written' && errors.length === 0
  if (allRefused && (outcome.kind === 'expired' || entries.every(isUnexplained))) throw failure
  const mayHaveCreated = entries.some(({ item }) => !item.externalId)
  if (entries.every(isUnexplained)) throw withUnknownOutcome(failure, mayHaveCreated)
  for (const entry of entries.filter(isUnexplained)) {
    entry.outcome = { ...entry.outcome, errors: [{ pointer: '', detail: failure.message }] }
  }
}
