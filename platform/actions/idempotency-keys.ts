import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ConnectionKey } from '../model/sync.ts'
import type { Tx } from '../storage/postgres/database.ts'
import { ActionError } from './errors.ts'

/** Something that is about to be written to a vendor. */
export interface WriteIntent {
  /** What names the write, among those of its route. */
  requestKey: string
  /** SHA-256 of what is written, in hex. */
  hash: string
  /** It may be done although an earlier attempt may have been: the caller takes that upon itself. */
  mayRepeat: boolean
}

/** A write that may be sent now, under this id; or the answer it got when it was done. */
export type Reservation = { intentId: string } | { answer: unknown }

/** Where writes are noted: those of a route, for a connection. */
export interface Scope extends ConnectionKey {
  route: string
}

interface EarlierAttempt {
  request_key: string
  hash: string
  state: 'begun' | 'done' | 'unknown'
  answer: unknown
  date_updated: number
}

/** Longer than any write takes: what is still open then was left behind, and nobody knows what became of it. */
const RESERVATION_TTL_MS = 240_000

/**
 * Notes what is going to be written, before anything is sent, and answers in the same order. Throws CONFLICT when one of
 * them must not be sent: an earlier attempt is under way, may have been done, or was something else of that name.
 */
export async function reserve(
  tx: Tx,
  place: Scope,
  intents: readonly WriteIntent[],
  now: number,
): Promise<Reservation[]> {
  const rows = intents.map((intent) => ({ ...intent, intentId: randomUUID() }))
  const earlier = await insertOrLock(tx, place, rows, now)
  const begun = rows.map((row): Reservation => {
    const before = earlier.get(row.requestKey)
    return before ? resolveEarlier(row, before, now) : { intentId: row.intentId }
  })
  const again = rows.filter(({ requestKey }, at) => earlier.has(requestKey) && 'intentId' in (begun[at] as Reservation))
  await renew(tx, place, again, now)
  return begun
}

/** An attempt that ends in this very moment takes its name along, so that it is neither free nor there. */
const MAX_TRIES = 5

/** Inserts each intent, or locks the one that has its name. Answers those that were there. */
async function insertOrLock(
  tx: Tx,
  place: Scope,
  rows: readonly Row[],
  now: number,
): Promise<Map<string, EarlierAttempt>> {
  const earlier = new Map<string, EarlierAttempt>()
  let rest = rows
  for (let tries = 0; rest.length > 0; tries += 1) {
    if (tries === MAX_TRIES) throw writeInProgress()
    const isNew = await insert(tx, place, rest, now)
    const taken = rest.filter(({ requestKey }) => !isNew.has(requestKey))
    for (const [name, row] of await lockEarlier(tx, place, taken)) earlier.set(name, row)
    rest = taken.filter(({ requestKey }) => !earlier.has(requestKey))
  }
  return earlier
}

type Row = WriteIntent & { intentId: string }

/** In the order of their names, so that two that write the same wait for each other and not in a circle. */
async function insert(tx: Tx, place: Scope, rows: readonly Row[], now: number): Promise<Set<string>> {
  const ordered = rows.toSorted((a, b) => (a.requestKey < b.requestKey ? -1 : 1))
  const { rows: inserted } = await sql<{ request_key: string }>`
    insert into write_intents (tenant_id, intent_id, connection_id, route, request_key, request_hash, state,
      date_created, date_updated)
    select ${place.tenantId}, i."intentId", ${place.connectionId}, ${place.route}, i."requestKey",
      decode(i.hash, 'hex'), 'begun', ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb) as i ("intentId" uuid, "requestKey" text, hash text)
    on conflict (tenant_id, route, request_key) do nothing
    returning request_key`.execute(tx)
  return new Set(inserted.map(({ request_key }) => request_key))
}

async function lockEarlier(tx: Tx, place: Scope, rows: readonly Row[]): Promise<Map<string, EarlierAttempt>> {
  if (rows.length === 0) return new Map()
  const names = rows.map(({ requestKey }) => requestKey)
  const { rows: found } = await sql<EarlierAttempt>`
    select request_key, encode(request_hash, 'hex') as hash, state, answer, date_updated from write_intents
    where tenant_id = ${place.tenantId} and route = ${place.route} and request_key = any(${names}::text[])
    order by request_key for update`.execute(tx)
  return new Map(found.map((row) => [row.request_key, row]))
}

/** What an attempt of that name means for one that is made now. */
function resolveEarlier({ mayRepeat, hash, intentId }: Row, earlier: EarlierAttempt, now: number): Reservation {
  if (earlier.hash !== hash) {
    throw new ActionError('CONFLICT', 'Something else was written under this request key.')
  }
  if (earlier.state === 'done') return { answer: earlier.answer }
  const isUnderWay = earlier.state === 'begun' && now - earlier.date_updated < RESERVATION_TTL_MS
  if (isUnderWay) throw writeInProgress()
  if (mayRepeat) return { intentId }
  throw new ActionError('CONFLICT', MAYBE_WRITTEN, { state: 'unknown', dateAttempted: earlier.date_updated })
}

const writeInProgress = () => new ActionError('CONFLICT', 'This is being written at this moment.', { state: 'begun' })

const MAYBE_WRITTEN =
  'It is not known whether an earlier attempt to write this was done. Look for it there; to write it in any case, ask ' +
  'again with repeatUnknown.'

async function renew(tx: Tx, place: Scope, rows: readonly Row[], now: number): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update write_intents w set intent_id = i."intentId", connection_id = ${place.connectionId},
      request_hash = decode(i.hash, 'hex'), state = 'begun', answer = null, date_created = ${now}, date_updated = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i ("intentId" uuid, "requestKey" text, hash text)
    where w.tenant_id = ${place.tenantId} and w.route = ${place.route} and w.request_key = i."requestKey"`.execute(tx)
}

/** What became of a write. `closed`: there is nothing to remember, and it may be tried again like any other. */
export interface Settlement {
  intentId: string
  state: 'done' | 'unknown' | 'closed'
  /** What is answered when it is asked for again. */
  answer?: unknown
}

export async function settle(tx: Tx, tenantId: string, settled: readonly Settlement[], now: number): Promise<void> {
  const closed = settled.filter(({ state }) => state === 'closed').map(({ intentId }) => intentId)
  await sql`
    delete from write_intents where tenant_id = ${tenantId} and intent_id = any(${closed}::uuid[])`.execute(tx)
  const known = settled.filter(({ state }) => state !== 'closed')
  await sql`
    update write_intents w set state = i.state, answer = i.answer, date_updated = ${now}
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as i ("intentId" uuid, state text, answer jsonb)
    where w.tenant_id = ${tenantId} and w.intent_id = i."intentId"`.execute(tx)
}
