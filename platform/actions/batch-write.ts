import { randomUUID } from 'node:crypto'
import type { ConnectedProvider } from '../../src/contract/index.ts'
import type { ConnectionKey } from '../model/sync.ts'
import type { AuthorizedConnection } from '../provider/authorized-connection.ts'
import { ENDPOINTS, type RequestOf, type ResponseOf } from '../provider/endpoints.ts'
import type { CallOutcome } from '../provider/outcome.ts'
import { inTransaction, type Tx } from '../storage/postgres/database.ts'
import { toActionError, withUnknownOutcome, writeInProgress } from './errors.ts'
import { reserve, type Settlement, settle, type WriteIntent } from './idempotency-keys.ts'
import { type BatchRoute, type Item, type ItemOutcome, type ResponseItem, toItemOutcomes } from './outcomes.ts'
import type { ProviderActions } from './provider-actions.ts'

/** Something to be written, in a list of such. */
export interface WriteRequest<Sent extends Item> extends WriteIntent {
  item: Sent
  /** The caller has named the write: what came of it is kept, and answered when it is asked for again. */
  isNamed?: boolean
}

export interface BatchWrite<Name extends BatchRoute, Sent extends Item> {
  name: Name
  requests: readonly WriteRequest<Sent>[]
  toRequest: (connectedProvider: ConnectedProvider, items: Sent[]) => RequestOf<Name>
  /** Vendor's ids by our own, read when no other attempt can be under way any more. */
  knownIds?: (tx: Tx) => Promise<ReadonlyMap<string, string>>
  /** Keeps what came of the items, in the transaction that ends the attempt. */
  save?: (tx: Tx, items: readonly WrittenItem<Name, Sent>[]) => Promise<void>
}

export interface WrittenItem<Name extends BatchRoute, Sent extends Item> {
  item: Sent
  outcome: ItemOutcome<ResponseItem<Name>>
}

/**
 * Writes a list of things to a vendor, none of them twice: what came of each, in the same order. Throws where nothing was
 * written, or where nothing at all is known.
 */
export async function batchWrite<Name extends BatchRoute, Sent extends Item>(
  actions: ProviderActions,
  connection: AuthorizedConnection,
  wish: BatchWrite<Name, Sent>,
): Promise<ItemOutcome<ResponseItem<Name>>[]> {
  const entries = await reserveAll(actions, connection.current, wish)
  return actions.inFlightWrites.waitFor(execute(actions, connection, wish, entries), writeInProgress)
}

/** A thing on its way; one whose outcome is known from before has no intent. */
interface Entry<Name extends BatchRoute, Sent extends Item> extends WrittenItem<Name, Sent> {
  intentId?: string
  isNamed: boolean
}

const NOT_SENT: ItemOutcome<never> = { state: 'refused', errors: [] }

async function reserveAll<Name extends BatchRoute, Sent extends Item>(
  { deps: { db, now } }: ProviderActions,
  key: ConnectionKey,
  { name, requests, knownIds }: BatchWrite<Name, Sent>,
): Promise<Entry<Name, Sent>[]> {
  return inTransaction(db, async (tx) => {
    const begun = await reserve(tx, { ...key, route: ENDPOINTS[name].paths[0] }, requests, now())
    const known = await knownIds?.(tx)
    return requests.map(({ item, isNamed = false }, at) => {
      const externalId = item._id === undefined ? undefined : known?.get(item._id)
      const entry = { item: externalId === undefined ? item : { ...item, externalId }, isNamed }
      const earlier = begun[at] as { intentId: string } | { answer: unknown }
      if ('intentId' in earlier) return { ...entry, ...earlier, outcome: NOT_SENT }
      return { ...entry, outcome: earlier.answer as ItemOutcome<ResponseItem<Name>> }
    })
  })
}

async function execute<Name extends BatchRoute, Sent extends Item>(
  actions: ProviderActions,
  connection: AuthorizedConnection,
  wish: BatchWrite<Name, Sent>,
  entries: readonly Entry<Name, Sent>[],
): Promise<ItemOutcome<ResponseItem<Name>>[]> {
  const open = entries.filter(({ intentId }) => intentId !== undefined)
  if (open.length === 0) return entries.map(({ outcome }) => outcome)
  const outcome = await send(actions, connection, wish, open)
  const { db, now } = actions.deps
  await inTransaction(db, async (tx) => {
    await wish.save?.(tx, open)
    await settle(tx, connection.current.tenantId, open.map(toSettlement), now())
  })
  reportFailure(outcome, open)
  return entries.map((entry) => entry.outcome)
}

/**
 * Sends what is open and notes in each entry what became of it. Where the credential was refused in the middle, the rest
 * goes with a newer one; what may have been written stays as it is.
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
  const note = (outcome: CallOutcome<ResponseOf<Name>>) => {
    for (const [at, told] of toItemOutcomes(name, items(), outcome).entries()) {
      const entry = rest[at] as Entry<Name, Sent>
      const externalId = told.externalId ?? entry.item.externalId
      entry.outcome = { ...told, ...(externalId ? { externalId } : {}) }
      entry.item = { ...entry.item, ...(externalId ? { externalId } : {}) }
    }
  }
  const outcome = await actions.call(name, [connection], () => toRequest(connection.connectedProvider, items()), {
    signal: actions.writeDeadline(),
    idempotencyKey: () => idempotencyKey,
    mayRepeat: (refusal) => {
      note(refusal)
      const left = rest.filter((entry) => entry.outcome.state === 'refused')
      if (left.length === 0) return false
      if (left.length < rest.length) idempotencyKey = randomUUID()
      rest = left
      return true
    },
  })
  note(outcome)
  return outcome
}

/** Only what may have been created and cannot be addressed has to be remembered, and what the caller has named. */
function toSettlement<Name extends BatchRoute, Sent extends Item>({
  intentId = '',
  isNamed,
  item,
  outcome,
}: Entry<Name, Sent>): Settlement {
  if (outcome.state === 'unknown' && !item.externalId) return { intentId, state: 'unknown' }
  if (outcome.state === 'written' && isNamed) return { intentId, state: 'done', answer: outcome }
  return { intentId, state: 'closed' }
}

/** A failure of the whole is thrown, unless something was written or is said of single things; then those tell it. */
function reportFailure<Name extends BatchRoute, Sent extends Item>(
  outcome: CallOutcome<unknown>,
  entries: readonly Entry<Name, Sent>[],
): void {
  if (outcome.kind === 'ok') return
  const failure = toActionError(outcome)
  const isRefused = entries.every((entry) => entry.outcome.state === 'refused')
  const isSilent = ({ outcome: { state, errors } }: Entry<Name, Sent>) => state !== 'written' && errors.length === 0
  if (isRefused && (outcome.kind === 'expired' || entries.every(isSilent))) throw failure
  const isCreated = entries.some(({ item }) => !item.externalId)
  if (entries.every(isSilent)) throw withUnknownOutcome(failure, isCreated)
  for (const entry of entries.filter(isSilent)) {
    entry.outcome = { ...entry.outcome, errors: [{ pointer: '', detail: failure.message }] }
  }
}
