import type pg from 'pg'

/** Who makes a change; a real service would have it from the sign-in. */
export interface Actor {
  tenantId: string
  ownTagId: string
}

/** The members of all requests' parameters; each mutation uses some. */
export interface Parameters extends Actor {
  id: string
  title: string
  document: string
  tags: { tagId: string; shared: boolean; sharingLevel: number; sharingApproach: number }[]
  shortcode: string
  archive: boolean
}

/** One transaction on one connection. Statements are prepared under their name. */
export class PlainTransaction {
  readonly actor: Actor
  readonly now = Date.now()
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient, actor: Actor) {
    this.#client = client
    this.actor = actor
  }

  async rows<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#client.query<Row>({ name, text, values })).rows
  }
}

/** Runs `work` in a transaction and returns its result. */
export async function inPlainTransaction<Result>(
  pool: pg.Pool,
  actor: Actor,
  work: (transaction: PlainTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(new PlainTransaction(client, actor))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
