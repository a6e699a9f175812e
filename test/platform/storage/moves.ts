import { Client } from 'pg'

/**
 * Waits until no other test file moves buckets of the test cluster; returns what ends the turn. They take turns, because the
 * databases of a server share the names of the replication slots that moves create.
 */
export async function takeTurn(): Promise<() => Promise<void>> {
  const url = Object.assign(new URL(process.env.TEST_CLUSTER_URL as string), { pathname: '/postgres' })
  const turn = new Client({ connectionString: url.href })
  await turn.connect()
  await turn.query('select pg_advisory_lock(2)')
  return () => turn.end()
}

/** Runs `work` in a turn of its own: see `takeTurn`. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const endTurn = await takeTurn()
  return work().finally(endTurn)
}
