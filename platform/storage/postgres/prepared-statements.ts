import pg from 'pg'
import { createCache } from '../../../src/runtime/cache.ts'

/** The number of statements that a connection keeps prepared. Each takes some 50 kB of the server's memory. */
const MAX_PREPARED = 150
/** The number of texts that a connection remembers having sent once. */
const MAX_SEEN = 1_000
/** SQLSTATE of a prepared statement that the server does not have. */
const UNKNOWN_STATEMENT = '26000'
/** The function of PostgreSQL that reports that a prepared statement would return other columns than before. */
const CHANGED_RESULT = 'RevalidateCachedQuery'

type Connection = pg.Connection & { parsedStatements: Record<string, string> }

/**
 * A connection that prepares what it sends more than once: PostgreSQL then parses the text only once, and also keeps the
 * plan if it finds the plan for any values as good as those for the values that it has seen.
 *
 * A migration may change what a prepared statement returns. The statement is then prepared anew and sent again; within a
 * transaction, which has failed with it, the error is thrown: `inTransaction` repeats it.
 */
export class PreparingClient extends pg.Client {
  readonly #seen = createCache<true>(MAX_SEEN)
  readonly #names = createCache<string>(MAX_PREPARED, {
    dispose: (name, _text, reason) => {
      if (reason === 'evict') this.#deallocate(name)
    },
  })
  #count = 0

  /** Statements with values are prepared; all others are sent as they are. */
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  override query(...args: any[]): any {
    const [text, values, callback] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || callback !== undefined) {
      return (super.query as (...args: unknown[]) => unknown).apply(this, args)
    }
    const name = this.#nameOf(text)
    if (name === undefined) return this.#send(text, values)
    // Not asked when the error arrives: the transaction may have ended together with it.
    const isInTransaction = this.isInTransaction()
    return this.#send(text, values, name).catch((error: unknown) => {
      if (!isOutdated(error)) throw error
      this.#names.delete(text)
      if (isInTransaction) throw error
      return this.#send(text, values)
    })
  }

  /**
   * With a callback: the promises of pg keep the rows of statements until the next full garbage collection (decision 060).
   * As a query and not as its configuration, of which pg would make a copy, property by property. Without a name nothing
   * is prepared.
   */
  #send(text: string, values: unknown[], name = ''): Promise<pg.QueryResult> {
    // The query has its text already; the types of pg do not say so.
    const query = Object.assign(new pg.Query(text, values), { text, name })
    return new Promise((resolve, reject) => {
      super.query(query, (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result)))
    })
  }

  protected isInTransaction(): boolean {
    return this.getTransactionStatus() !== 'I'
  }

  /** Undefined when the text is sent for the first time: most of those are not sent again. */
  #nameOf(text: string): string | undefined {
    const existing = this.#names.get(text)
    if (existing !== undefined) return existing
    if (!this.#seen.has(text)) {
      this.#seen.set(text, true)
      return undefined
    }
    this.#count += 1
    const name = `s${this.#count}`
    this.#names.set(text, name)
    return name
  }

  /** In a failed transaction this has no effect, and the server keeps the statement until the connection closes. */
  #deallocate(name: string): void {
    super.query(`deallocate ${name}`).catch(() => undefined)
    // A name is not used twice, so its text would stay in memory.
    delete (this as unknown as { connection: Connection }).connection.parsedStatements[name]
  }
}

/** Whether a prepared statement must be prepared anew; nothing of it was executed. */
export function isOutdated(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === UNKNOWN_STATEMENT || error.routine === CHANGED_RESULT
}
