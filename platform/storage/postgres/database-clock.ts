import { sql } from 'kysely'
import { type Clock, systemClock } from '../../model/clock.ts'
import type { Database } from './database.ts'

/** How often the database's clock is read. */
const READ_INTERVAL_MS = 15_000
/** A difference up to this is drift, and is followed at once. A larger one is a jump. */
const MAX_DRIFT_MS = 1_000
/** A jump is followed when this many consecutive readings agree on it, which takes a minute: shorter ones are ignored. */
const READINGS_OF_A_JUMP = 4
/** A reading that took longer is too inexact. */
const MAX_READ_TIME_MS = 2_000

export interface DatabaseClockDeps {
  /** Reads the database's clock (epoch ms). */
  read: () => Promise<number>
  /** Measures the time between readings; replaced in tests. */
  timer?: Clock
}

/**
 * The database's clock, which all processes share, as far as they can tell the time by it. Between readings time passes
 * by a counter that nobody can set. So neither the clock of this machine nor a jump of the database's clock that is soon
 * undone has any effect.
 */
export class DatabaseClock implements Clock {
  readonly #deps: DatabaseClockDeps
  readonly #timer: Clock
  /** The date when the counter of `elapsed` was zero. */
  #origin = 0
  #jump: { origin: number; readings: number } | undefined
  readonly #listeners: ((ms: number) => void)[] = []
  #cancel = () => {}

  constructor(deps: DatabaseClockDeps) {
    this.#deps = deps
    this.#timer = deps.timer ?? systemClock
  }

  /** Reads the clock once, and again and again until `stop`. Throws if the database does not respond. */
  async start(): Promise<void> {
    const { origin } = await this.#readOrigin()
    this.#origin = origin
    this.#scheduleReading()
  }

  stop(): void {
    this.#cancel()
  }

  /** The listener is called after a jump was followed, with its size (ms). */
  onJump(listener: (ms: number) => void): void {
    this.#listeners.push(listener)
  }

  now(): number {
    return Math.round(this.#origin + this.#timer.elapsed())
  }

  elapsed(): number {
    return this.#timer.elapsed()
  }

  schedule(ms: number, action: () => void): () => void {
    return this.#timer.schedule(ms, action)
  }

  #scheduleReading(): void {
    this.#cancel = this.#timer.schedule(READ_INTERVAL_MS, () => {
      this.#scheduleReading()
      // While the database is down, time passes by the counter.
      this.#readOrigin().then(
        ({ origin, readTimeMs }) => readTimeMs <= MAX_READ_TIME_MS && this.#follow(origin),
        () => undefined,
      )
    })
  }

  #follow(origin: number): void {
    if (Math.abs(origin - this.#origin) <= MAX_DRIFT_MS) {
      this.#origin = origin
      this.#jump = undefined
      return
    }
    const agrees = this.#jump !== undefined && Math.abs(origin - this.#jump.origin) <= MAX_DRIFT_MS
    this.#jump = { origin, readings: agrees ? (this.#jump?.readings ?? 0) + 1 : 1 }
    if (this.#jump.readings < READINGS_OF_A_JUMP) return
    const size = origin - this.#origin
    this.#origin = origin
    this.#jump = undefined
    for (const listener of this.#listeners) listener(Math.round(size))
  }

  async #readOrigin(): Promise<{ origin: number; readTimeMs: number }> {
    const start = this.#timer.elapsed()
    const date = await this.#deps.read()
    const end = this.#timer.elapsed()
    return { origin: date - (start + end) / 2, readTimeMs: end - start }
  }
}

/** Reads the clock of the database server (epoch ms). */
export async function readDatabaseClock(db: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  return rows[0]?.now ?? Number.NaN
}
