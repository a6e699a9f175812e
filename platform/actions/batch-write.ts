import { randomUUID } from 'node:crypto'
import type { ConnectedProvider } from '../../src/contract/index.ts'
import { inTransaction, type Tx } from '../storage/postgres/database.ts'
import type { CallOutcome } from '../provider/outcome.ts'
import { type Answered, type Asked, CALLS } from '../provider/endpoints.ts'
import type { ConnectionKey } from '../model/sync.ts'
import type { RunConnection } from '../provider/authorized-connection.ts'
import { failureOf, stillWriting, unknownOutcome } from './failure.ts'
import { begin, type Intent, type Settled, settle } from './idempotency-keys.ts'
import { type AnsweredItem, type Item, type ItemOutcome, type ListWrite, outcomesOf } from './outcomes.ts'
import type { Outside } from './provider-actions.ts'

/** Something to be written, in a list of such. */
export interface ItemWish<Sent extends Item> extends Intent {
  item: Sent
  /** The caller has named the write: what came of it is kept, and answered when it is asked for again. */
  isNamed?: boolean
}

export interface ListWish<Name extends ListWrite, Sent extends Item> {
  name: Name
  wishes: readonly ItemWish<Sent>[]
  question: (connectedProvider: ConnectedProvider, items: Sent[]) => Asked<Name>
  /** Vendor's ids by our own, read when no other attempt can be under way any more. */
  knownIds?: (tx: Tx) => Promise<ReadonlyMap<string, string>>
  /** Keeps what came of the items, in the transaction that ends the attempt. */
  keep?: (tx: Tx, items: readonly Written<Name, Sent>[]) => Promise<void>
}

export interface Written<Name extends ListWrite, Sent extends Item> {
  item: Sent
  outcome: ItemOutcome<AnsweredItem<Name>>
}

/**
 * Writes a list of things to a vendor, none of them twice: what came of each, in the same order. Throws where nothing was
 * written, or where nothing at all is known.
 */
export async function writeList<Name extends ListWrite, Sent extends Item>(
  outside: Outside,
  connection: RunConnection,
  wish: ListWish<Name, Sent>,
): Promise<ItemOutcome<AnsweredItem<Name>>[]> {
  const entries = await beginAll(outside, connection.current, wish)
  return outside.writes.finish(carryOut(outside, connection, wish, entries), stillWriting)
}

/** A thing on its way; one whose outcome is known from before has no intent. */
interface Entry<Name extends ListWrite, Sent extends Item> extends Written<Name, Sent> {
  intentId?: string
  isNamed: boolean
}

const NOT_SENT: ItemOutcome<never> = { state: 'refused', errors: [] }

async function beginAll<Name extends ListWrite, Sent extends Item>(
  { parts: { db, now } }: Outside,
  key: ConnectionKey,
  { name, wishes, knownIds }: ListWish<Name, Sent>,
): Promise<Entry<Name, Sent>[]> {
  return inTransaction(db, async (tx) => {
    const begun = await begin(tx, { ...key, route: CALLS[name].paths[0] }, wishes, now())
    const known = await knownIds?.(tx)
    return wishes.map(({ item, isNamed = false }, at) => {
      const externalId = item._id === undefined ? undefined : known?.get(item._id)
      const entry = { item: externalId === undefined ? item : { ...item, externalId }, isNamed }
      const earlier = begun[at] as { intentId: string } | { answer: unknown }
      if ('intentId' in earlier) return { ...entry, ...earlier, outcome: NOT_SENT }
      return { ...entry, outcome: earlier.answer as ItemOutcome<AnsweredItem<Name>> }
    })
  })
}

async function carryOut<Name extends ListWrite, Sent extends Item>(
  outside: Outside,
  connection: RunConnection,
  wish: ListWish<Name, Sent>,
  entries: readonly Entry<Name, Sent>[],
): Promise<ItemOutcome<AnsweredItem<Name>>[]> {
  const open = entries.filter(({ intentId }) => intentId !== undefined)
  if (open.length === 0) return entries.map(({ outcome }) => outcome)
  const outcome = await send(outside, connection, wish, open)
  const { db, now } = outside.parts
  await inTransaction(db, async (tx) => {
    await wish.keep?.(tx, open)
    await settle(tx, connection.current.tenantId, open.map(toSettled), now())
  })
  tellFailure(outcome, open)
  return entries.map((entry) => entry.outcome)
}

/**
 * Sends what is open and notes in each entry what became of it. Where the credential was refused in the middle, the rest
 * goes with a newer one; what may have been written stays as it is.
 */
async function send<Name extends ListWrite, Sent extends Item>(
  outside: Outside,
  connection: RunConnection,
  { name, question }: ListWish<Name, Sent>,
  open: Entry<Name, Sent>[],
): Promise<CallOutcome<Answered<Name>>> {
  let rest = open
  let idempotencyKey = open[0]?.intentId ?? randomUUID()
  const items = () => rest.map(({ item }) => item)
  const note = (outcome: CallOutcome<Answered<Name>>) => {
    for (const [at, told] of outcomesOf(name, items(), outcome).entries()) {
      const entry = rest[at] as Entry<Name, Sent>
      const externalId = told.externalId ?? entry.item.externalId
      entry.outcome = { ...told, ...(externalId ? { externalId } : {}) }
      entry.item = { ...entry.item, ...(externalId ? { externalId } : {}) }
    }
  }
  const outcome = await outside.ask(name, [connection], () => question(connection.connectedProvider, items()), {
    signal: outside.longestWrite(),
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
function toSettled<Name extends ListWrite, Sent extends Item>({
  intentId = '',
  isNamed,
  item,
  outcome,
}: Entry<Name, Sent>): Settled {
  if (outcome.state === 'unknown' && !item.externalId) return { intentId, state: 'unknown' }
  if (outcome.state === 'written' && isNamed) return { intentId, state: 'done', answer: outcome }
  return { intentId, state: 'closed' }
}

/** A failure of the whole is thrown, unless something was written or is said of single things; then those tell it. */
function tellFailure<Name extends ListWrite, Sent extends Item>(
  outcome: CallOutcome<unknown>,
  entries: readonly Entry<Name, Sent>[],
): void {
  if (outcome.kind === 'ok') return
  const failure = failureOf(outcome)
  const isRefused = entries.every((entry) => entry.outcome.state === 'refused')
  const isSilent = ({ outcome: { state, errors } }: Entry<Name, Sent>) => state !== 'written' && errors.length === 0
  if (isRefused && (outcome.kind === 'expired' || entries.every(isSilent))) throw failure
  const isCreated = entries.some(({ item }) => !item.externalId)
  if (entries.every(isSilent)) throw unknownOutcome(failure, isCreated)
  for (const entry of entries.filter(isSilent)) {
    entry.outcome = { ...entry.outcome, errors: [{ pointer: '', detail: failure.message }] }
  }
}
