import { createId } from './ids.ts'

/** A query whose answer did not fit onto one page. */
export interface Cursor {
  /** The access token that opened it: a cursor ends with its session. */
  readonly session: string
  readonly totalSize: number
  readonly length: number
  readonly pageSize: number
  readonly record: (index: number) => object
}

/** Open cursors per user; one more silently closes the oldest. */
const MAX_OPEN_PER_USER = 10
const KEY_PREFIX = '01g'

/** The query locators of an org. */
export class Cursors {
  readonly #open = new Map<string, Cursor>()
  readonly #byUser = new Map<string, string[]>()
  readonly #instance: string
  #sequence = 1_000_000

  constructor(instance: string) {
    this.#instance = instance
  }

  open(userId: string, cursor: Cursor): string {
    const id = createId(KEY_PREFIX, this.#instance, this.#sequence++)
    this.#open.set(id, cursor)
    const own = [...(this.#byUser.get(userId) ?? []), id]
    const excess = Math.max(0, own.length - MAX_OPEN_PER_USER)
    for (const oldest of own.splice(0, excess)) this.#open.delete(oldest)
    this.#byUser.set(userId, own)
    return id
  }

  /** The cursor, for the session that opened it only. */
  get(id: string, session: string): Cursor | undefined {
    const cursor = this.#open.get(id)
    return cursor?.session === session ? cursor : undefined
  }
}
