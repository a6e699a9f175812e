import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Database } from '../../../../../platform/storage/postgres/database.ts'

const execute = promisify(execFile)

/** A node of the cluster; number 0 is the coordinator, and the others are counted from its port on. */
export interface ClusterNode {
  number: number
  port: number
}

/** Kills and starts the nodes of a cluster by a program: `kill NUMBER` and `up NUMBER`. */
export class ClusterNodes {
  readonly all: readonly ClusterNode[]
  readonly #tool: string
  readonly #databaseUrl: string

  private constructor(tool: string, databaseUrl: string, all: readonly ClusterNode[]) {
    this.#tool = tool
    this.#databaseUrl = databaseUrl
    this.all = all
  }

  static async find(tool: string, databaseUrl: string, directory: Database): Promise<ClusterNodes> {
    const coordinator = Number(new URL(databaseUrl).port)
    const { rows } = await sql<{ port: number }>`select nodeport as port from pg_dist_node order by groupid`.execute(
      directory,
    )
    const nodes = rows.map(({ port }) => ({ number: port - coordinator, port }))
    return new ClusterNodes(tool, databaseUrl, nodes)
  }

  /** Only the nodes that `isWanted`. */
  only(isWanted: (node: ClusterNode) => boolean): ClusterNodes {
    return new ClusterNodes(this.#tool, this.#databaseUrl, this.all.filter(isWanted))
  }

  /** All processes of the node end without a word. */
  async kill({ number }: ClusterNode): Promise<void> {
    await execute(this.#tool, ['kill', String(number)])
  }

  async start({ number }: ClusterNode): Promise<void> {
    await execute(this.#tool, ['up', String(number)])
  }

  /** Ends the transactions over several nodes that a node has prepared and whose end it has not been told. */
  async recoverTransactions(): Promise<void> {
    for (const node of this.all) await this.#query(node, 'select recover_prepared_transactions()')
  }

  /** Transactions of the database that are prepared on any node. */
  async countPrepared(): Promise<number> {
    const count = 'select count(*)::int as count from pg_prepared_xacts where database = current_database()'
    const counts = await Promise.all(this.all.map((node) => this.#query<{ count: number }>(node, count)))
    return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0)
  }

  async #query<Row>({ port }: ClusterNode, statement: string): Promise<Row[]> {
    const connectionString = Object.assign(new URL(this.#databaseUrl), { port: String(port) }).href
    const client = new Client({ connectionString })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
}
