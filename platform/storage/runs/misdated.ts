import { type RawBuilder, sql } from 'kysely'
import type { SyncName } from '../../model/sync.ts'
import type { Database } from '../postgres/database.ts'

/** Twice as long as a lease, because the clocks of two processes differ a little. */
export function isMisdatedLease(now: number, leaseMs: number): RawBuilder<boolean> {
  return sql<boolean>`lease_until > ${now + 2 * leaseMs}`
}

/**
 * The statement that ends leases which end later than any lease of `leaseMs` can. They were written while the clock was
 * ahead, and would keep their syncs standing until that time. If the worker still runs, its writes fail once the sync is
 * claimed again.
 */
export function endMisdatedLeases(now: number, leaseMs: number): RawBuilder<unknown> {
  return sql`update syncs set lease_until = ${now}, date_due = ${now} where ${isMisdatedLease(now, leaseMs)}`
}

/** The longest time that can be between a run of a sync and the next one (ms), while it is not paused and when it is. */
export interface MaxDelays {
  bySync: Readonly<Record<SyncName, number>>
  paused: number
}

/**
 * Makes syncs due that are not due before a time which is further ahead than their schedule allows: the clock was ahead
 * when it was computed, or has been set back since. Returns their number.
 */
export async function bringForwardMisdatedSyncs(
  db: Database,
  { bySync, paused }: MaxDelays,
  now: number,
): Promise<number> {
  const rows = Object.entries(bySync).map(([sync, delay]) => ({ sync, delay }))
  const minDelay = Math.min(paused, ...Object.values(bySync))
  const { numAffectedRows = 0n } = await sql`
    update syncs s set date_next_run = ${now}, date_due = ${now}, date_requested = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k (sync text, delay bigint)
    where s.runnable and s.date_due > ${now + minDelay} and s.sync = k.sync and s.lease_until is null
      and s.date_due > ${now}::bigint + case when s.health = 'paused' then ${paused}::bigint else k.delay end
  `.execute(db)
  return Number(numAffectedRows)
}
