import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ConnectionKey } from '../model/sync.ts'
import type { Tx } from '../storage/postgres/database.ts'
import { ActionError } from './errors.ts'

/** A write to a vendor that is about to be sent. */
export interface WriteIntent {
  /** Identifies the write among those of its route; see `toStoredKey`. */
  requestKey: string
  /** SHA-256 of the content, in hex. */
  hash: string
  /** Whether the write may be sent although an earlier attempt may have been executed. */
  mayRepeat: boolean
}

const MAX_KEY_LENGTH = 200

const CONTENT_PREFIX = 'content '

/**
 * Returns the key under which a write is stored: that of the caller, or one derived from the content hash. Throws
 * BAD_USER_INPUT if the caller's key is empty or too long.
 */
export function toStoredKey(requestKey: string | undefined, hash: string): string {
  if (requestKey === undefined) return `${CONTENT_PREFIX}${hash}`
  if (requestKey !== '' && requestKey.length <= MAX_KEY_LENGTH) return `key ${requestKey}`
  const message = `input.requestKey: must have 1 to ${MAX_KEY_LENGTH} characters.`
  throw new ActionError('BAD_USER_INPUT', message, { argument: 'input.requestKey' })
}

/** Permission to send a write under this id, or the stored result of an earlier attempt that succeeded. */
export type Reservation = { intentId: string } | { result: unknown }

/** Where reservations are stored. Keys are unique per tenant and route. */
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

/** Longer than any write takes. A reservation older than this was abandoned, and the outcome of its write is unknown. */
const RESERVATION_TTL_MS = 240_000

/**
 * Reserves writes before anything is sent. Returns a reservation for each intent, in the same order. Throws CONFLICT if one
 * of them must not be sent, because an earlier attempt with its key is in progress, may have been executed, or had other
 * content. The result of an attempt without a key of the caller is returned once: whoever sends equal content after that
 * wants it twice.
 */
export async function reserve(
  tx: Tx,
  scope: Scope,
  intents: readonly WriteIntent[],
  now: number,
): Promise<Reservation[]> {
  const rows = intents.map((intent) => ({ ...intent, intentId: randomUUID() }))
  const attempts = await insertOrLock(tx, scope, rows, now)
  const reservations = rows.map((row): Reservation => {
    const attempt = attempts.get(row.requestKey)
    return attempt ? resolveEarlier(row, attempt, now) : { intentId: row.intentId }
  })
  const repeated = rows.filter(
    ({ requestKey }, index) => attempts.has(requestKey) && 'intentId' in (reservations[index] as Reservation),
  )
  await renew(tx, scope, repeated, now)
  const returned = rows.filter((_, index) => 'result' in (reservations[index] as Reservation))
  await removeContentKeys(tx, scope, returned)
  return reservations
}

/** An attempt may delete its key between our insert, which conflicts with it, and our lock, which no longer finds it. */
const MAX_TRIES = 5

/** Inserts a row for each intent, or locks the existing row with its key. Returns the existing rows by key. */
async function insertOrLock(
  tx: Tx,
  scope: Scope,
  rows: readonly Row[],
  now: number,
): Promise<Map<string, EarlierAttempt>> {
  const attempts = new Map<string, EarlierAttempt>()
  let rest = rows
  for (let tries = 0; rest.length > 0; tries += 1) {
    if (tries === MAX_TRIES) throw conflictInProgress()
    const insertedKeys = await insert(tx, scope, rest, now)
    const existing = rest.filter(({ requestKey }) => !insertedKeys.has(requestKey))
    for (const [key, row] of await lockEarlier(tx, scope, existing)) attempts.set(key, row)
    rest = existing.filter(({ requestKey }) => !attempts.has(requestKey))
  }
  return attempts
}

type Row = WriteIntent & { intentId: string }

/** Inserts in the order of the keys, so that concurrent batches with the same keys do not deadlock. Returns inserted keys. */
async function insert(tx: Tx, scope: Scope, rows: readonly Row[], now: number): Promise<Set<string>> {
  const ordered = rows.toSorted((a, b) => (a.requestKey < b.requestKey ? -1 : 1))
  const { rows: inserted } = await sql<{ request_key: string }>`
    insert into write_intents (tenant_id, intent_id, connection_id, route, request_key, request_hash, state,
      date_created, date_updated)
    select ${scope.tenantId}, i."intentId", ${scope.connectionId}, ${scope.route}, i."requestKey",
      decode(i.hash, 'hex'), 'begun', ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb) as i ("intentId" uuid, "requestKey" text, hash text)
    on conflict (tenant_id, route, request_key) do nothing
    returning request_key`.execute(tx)
  return new Set(inserted.map(({ request_key }) => request_key))
}

async function lockEarlier(tx: Tx, scope: Scope, rows: readonly Row[]): Promise<Map<string, EarlierAttempt>> {
  if (rows.length === 0) return new Map()
  const keys = rows.map(({ requestKey }) => requestKey)
  const { rows: found } = await sql<EarlierAttempt>`
    select request_key, encode(request_hash, 'hex') as hash, state, answer, date_updated from write_intents
    where tenant_id = ${scope.tenantId} and route = ${scope.route} and request_key = any(${keys}::text[])
    order by request_key for update`.execute(tx)
  return new Map(found.map((row) => [row.request_key, row]))
}

/** Decides whether a write may be sent after an earlier attempt with its key. Throws CONFLICT if not. */
function resolveEarlier({ mayRepeat, hash, intentId }: Row, earlier: EarlierAttempt, now: number): Reservation {
  if (earlier.hash !== hash) {
    throw new ActionError('CONFLICT', 'This request key was used for a write with other content.')
  }
  if (earlier.state === 'done') return { result: earlier.answer }
  const isInProgress = earlier.state === 'begun' && now - earlier.date_updated < RESERVATION_TTL_MS
  if (isInProgress) throw conflictInProgress()
  if (mayRepeat) return { intentId }
  throw new ActionError('CONFLICT', MAYBE_WRITTEN, { state: 'unknown', dateAttempted: earlier.date_updated })
}

const conflictInProgress = () => new ActionError('CONFLICT', 'This write is already in progress.', { state: 'begun' })

const MAYBE_WRITTEN =
  'It is not known whether an earlier attempt was written. Check at the provider; to write regardless, repeat the ' +
  'request with repeatUnknown.'

async function renew(tx: Tx, scope: Scope, rows: readonly Row[], now: number): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update write_intents w set intent_id = i."intentId", connection_id = ${scope.connectionId},
      request_hash = decode(i.hash, 'hex'), state = 'begun', answer = null, date_created = ${now}, date_updated = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i ("intentId" uuid, "requestKey" text, hash text)
    where w.tenant_id = ${scope.tenantId} and w.route = ${scope.route} and w.request_key = i."requestKey"`.execute(tx)
}

async function removeContentKeys(tx: Tx, scope: Scope, rows: readonly Row[]): Promise<void> {
  const keys = rows.map(({ requestKey }) => requestKey).filter((key) => key.startsWith(CONTENT_PREFIX))
  if (keys.length === 0) return
  await sql`
    delete from write_intents
    where tenant_id = ${scope.tenantId} and route = ${scope.route} and request_key = any(${keys}::text[])`.execute(tx)
}

/** How a write ended. `closed`: its key is released, so that the write can be sent again. */
export interface Settlement {
  intentId: string
  state: 'done' | 'unknown' | 'closed'
  /** The result that is returned when the write is requested again. */
  answer?: unknown
}

/** Stores how writes have ended. */
export async function settle(tx: Tx, tenantId: string, settled: readonly Settlement[], now: number): Promise<void> {
  const closed = settled.filter(({ state }) => state === 'closed').map(({ intentId }) => intentId)
  await sql`
    delete from write_intents where tenant_id = ${tenantId} and intent_id = any(${closed}::uuid[])`.execute(tx)
  const retained = settled.filter(({ state }) => state !== 'closed')
  await sql`
    update write_intents w set state = i.state, answer = i.answer, date_updated = ${now}
    from jsonb_to_recordset(${JSON.stringify(retained)}::jsonb) as i ("intentId" uuid, state text, answer jsonb)
    where w.tenant_id = ${tenantId} and w.intent_id = i."intentId"`.execute(tx)
}
