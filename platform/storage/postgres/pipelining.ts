import type { Socket } from 'node:net'
import { CompiledQuery, type DatabaseConnection, type QueryExecutorProvider, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './prepared-statements.ts'
import type { Tables } from './tables/index.ts'

type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

/** SQLSTATE of every statement that follows a failed one. */
const IN_FAILED_TRANSACTION = '25P02'
/** Statements after which a transaction goes on in spite of a failed one. */
const RECOVERIES = /^\s*rollback to\b/i
/** Statements that do no harm if the transaction has not begun. */
const READS = /^\s*select\b/i
/** The same as `commit`; told apart from the one that ends every transaction. */
const EARLY_COMMIT = 'commit and no chain'

/**
 * A connection, in the driver's pipeline mode, that sends the statements of a transaction without waiting where nobody
 * waits for their results. The server executes them one after the other, as ever.
 *
 * `begin` travels with the first statement if that one only reads. Otherwise it is awaited, so that nothing is written
 * outside the transaction should it fail. The commit may be sent early, with the last statements: after a failed statement
 * the server rolls back instead.
 */
export class PipeliningClient extends PreparingClient {
  #transaction: PipelinedTransaction | undefined
  #earlyCommit: Promise<Result> | undefined
  #isCorked = false

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  override query(...args: any[]): any {
    const [text] = args
    const send = (): Promise<Result> => {
      if (this.#transaction) this.#cork()
      return super.query(...(args as [string]))
    }
    if (typeof text !== 'string' || typeof args.at(-1) === 'function') return send()
    if (text === 'begin') {
      this.#transaction = new PipelinedTransaction(send())
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
    }
    const transaction = this.#transaction
    if (text === EARLY_COMMIT) {
      this.#earlyCommit = transaction?.commit(send)
      return this.#earlyCommit
    }
    if (text !== 'commit' && text !== 'rollback') return transaction ? transaction.execute(text, send) : send()
    const earlyCommit = this.#earlyCommit
    this.#transaction = undefined
    this.#earlyCommit = undefined
    if (!transaction) return send()
    if (text === 'rollback') return transaction.rollBack(send)
    return earlyCommit ?? transaction.commit(send)
  }

  /** Writes what is sent from here until the running code has ended with one system call. */
  #cork(): void {
    if (this.#isCorked) return
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    this.#isCorked = true
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  protected override isInTransaction(): boolean {
    return this.#transaction !== undefined || super.isInTransaction()
  }
}

class PipelinedTransaction {
  readonly #begun: Promise<Result>
  #waits = false
  #failure: unknown

  constructor(begun: Promise<Result>) {
    this.#begun = begun
    begun.catch(() => undefined)
  }

  async execute(text: string, send: () => Promise<Result>): Promise<Result> {
    // Once one has waited, all later ones do, which keeps them in order.
    this.#waits ||= !READS.test(text)
    if (this.#waits) await this.#begun
    try {
      const [result] = await Promise.all([send(), this.#begun])
      if (RECOVERIES.test(text)) this.#failure = undefined
      return result
    } catch (error) {
      throw await this.#toCause(error)
    }
  }

  /**
   * Throws the error of a failed statement, and the transaction is rolled back. The server does not know of one whose values
   * could not be sent, and would commit the others.
   */
  async commit(send: () => Promise<Result>): Promise<Result> {
    await this.#begun
    if (this.#failure !== undefined) throw this.#failure
    const result = await this.execute('commit', send)
    if (result.command === 'ROLLBACK' && this.#failure !== undefined) throw this.#failure
    return result
  }

  /** Is sent after the statements that wait for `begin`, which otherwise would be executed after the transaction. */
  async rollBack(send: () => Promise<Result>): Promise<Result> {
    if (this.#waits) await this.#begun.catch(() => undefined)
    return send()
  }

  /**
   * The error of the statement that failed first. Those of its successors may arrive before it, and are not always that the
   * transaction has failed: a statement that could not be prepared therefore is unknown when it is sent again.
   */
  async #toCause(error: unknown): Promise<unknown> {
    const isConsequence = error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION
    if (!isConsequence) this.#failure ??= error
    else if (this.#failure === undefined) await new Promise((resolve) => setImmediate(resolve))
    return this.#failure ?? error
  }
}

/** A statement of Kysely: one of its builders, or SQL. */
export interface Statement<Row> {
  compile(executor: QueryExecutorProvider): CompiledQuery<Row>
}

/** Sends a statement and returns its rows. */
export type Send = <Row>(statement: Statement<Row>) => Promise<Row[]>

/** Returns the promise. If it rejects while nobody awaits it yet, the process goes on. */
export function mayFail<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined)
  return promise
}

/** Sends statements of one transaction without waiting for those before. */
export class Pipeline {
  readonly #tx: Transaction<Tables>
  readonly #connection: DatabaseConnection
  #hasEnded = false

  private constructor(tx: Transaction<Tables>, connection: DatabaseConnection) {
    this.#tx = tx
    this.#connection = connection
  }

  static async open(tx: Transaction<Tables>): Promise<Pipeline> {
    return tx.getExecutor().provideConnection(async (connection) => new Pipeline(tx, connection))
  }

  /**
   * Sends a statement at once. Its rows may be ignored: if it fails, so does everything after it, with the same error, and
   * the transaction is rolled back. Rejects after the end of the transaction.
   */
  readonly send: Send = <Row>(statement: Statement<Row>) => {
    if (this.#hasEnded) return mayFail(Promise.reject(new Error('the transaction has ended')))
    const sending = this.#connection.executeQuery<Row>(statement.compile(this.#tx)).then(({ rows }) => rows)
    return mayFail(sending)
  }

  /** Sends the commit with the statements before it. The caller must await them all and send nothing more. */
  commit(): void {
    mayFail(this.#connection.executeQuery(CompiledQuery.raw(EARLY_COMMIT)))
    this.end()
  }

  /** Must be called before the transaction is rolled back: what is sent afterwards would be outside of it. */
  end(): void {
    this.#hasEnded = true
  }
}
