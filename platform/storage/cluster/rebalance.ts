import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../postgres/database.ts'

/** A rebalance, which the cluster carries out whether anybody follows it or not. */
export interface Rebalance {
  jobId: number
  /** As Citus names it: `scheduled`, `running`, `finished`, `failing`, `failed`, `cancelling` or `cancelled`. */
  state: string
  /** The number of its steps; most of them move a bucket. */
  tasks: number
  done: number
  /** What the steps that failed have reported, those that are tried again too. */
  problems: readonly string[]
}

const RUNNING = ['scheduled', 'running', 'failing', 'cancelling']

export const isRunning = ({ state }: Pick<Rebalance, 'state'>): boolean => RUNNING.includes(state)

/** Whether a rebalance is under way. */
export async function isRebalancing(db: Database): Promise<boolean> {
  const newest = await findNewest(db)
  return newest !== undefined && isRunning(newest)
}

async function findNewest(db: Database): Promise<Pick<Rebalance, 'jobId' | 'state'> | undefined> {
  const { rows } = await sql<Pick<Rebalance, 'jobId' | 'state'>>`
    select job_id as "jobId", state::text as state from pg_catalog.pg_dist_background_job
    where job_type = 'rebalance' order by job_id desc limit 1`.execute(db)
  return rows[0]
}

const ALREADY_RUNNING = /rebalance is already running/i

/**
 * Starts to distribute the buckets over the nodes by their sizes. Undefined if they are distributed evenly. If a rebalance is
 * running, this is the one.
 */
export async function startRebalance(db: Database): Promise<{ jobId: number; isNew: boolean } | undefined> {
  try {
    const { rows } = await sql<{ id: number | null }>`select citus_rebalance_start() as id`.execute(db)
    const id = rows[0]?.id
    return id ? { jobId: id, isNew: true } : undefined
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && ALREADY_RUNNING.test(error.message))) throw error
    const newest = await findNewest(db)
    return newest && { jobId: newest.jobId, isNew: false }
  }
}

export async function readRebalance(db: Database, jobId: number): Promise<Rebalance> {
  const { rows } = await sql<Rebalance>`
    select j.job_id as "jobId", j.state::text as state, count(t.task_id)::int as tasks,
      (count(t.task_id) filter (where t.status = 'done'))::int as done,
      coalesce(array_agg(t.message) filter (where t.status in ('error', 'cancelled', 'runnable') and t.message <> ''), '{}') as problems
    from pg_catalog.pg_dist_background_job j left join pg_catalog.pg_dist_background_task t on t.job_id = j.job_id
    where j.job_id = ${jobId}::bigint group by j.job_id, j.state`.execute(db)
  const [rebalance] = rows
  if (!rebalance) throw new Error(`the cluster does not know the rebalance ${jobId}`)
  return rebalance
}
