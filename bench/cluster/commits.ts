import pg from 'pg'
import { percentile } from '../report.ts'

const COMMITS = 100
const WARM_UP_COMMITS = 10

/** How long a commit of these updates takes (ms, p50), without the updates themselves. */
export async function measureCommits(connectionString: string, updates: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const times: number[] = []
  for (let number = 0; number < WARM_UP_COMMITS + COMMITS; number += 1) {
    await client.query('begin')
    for (const update of updates) await client.query(update)
    const start = performance.now()
    await client.query('commit')
    if (number >= WARM_UP_COMMITS) times.push(performance.now() - start)
  }
  await client.end()
  return percentile(times, 0.5)
}
