import { createId } from './ids.ts'

/** A query result with more than one page. */
export interface Cursor {
  /** The access token that opened the cursor. The cursor is only valid for this session. */
  readonly session: string
  readonly totalSize: number
  readonly length: number
  readonly pageSize: number
  readonly record: (index: number) => object
}

/** Opening a further cursor silently closes the user's oldest one. */
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
    const userCursors = [...(this.#byUser.get(userId) ?? []), id]
    const excess = Math.max(0, userCursors.length - MAX_OPEN_PER_USER)
    for (const oldest of userCursors.splice(0, excess)) this.#open.delete(oldest)
    this.#byUser.set(userId, userCursors)
    return id
  }

  /** Returns undefined for unknown cursors and for cursors of other sessions. */
  get(id: string, session: string): Cursor | undefined {
    const cursor = this.#open.get(id)
    return cursor?.session === session ? cursor : undefined
  }
}
