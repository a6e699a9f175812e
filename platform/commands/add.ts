import { createBucket, createDirectory, DatabaseInUse } from '../storage/cluster/create.ts'
import { bucketName, locateBuckets } from '../storage/cluster/metadata.ts'
import { formatNode, listNodes } from '../storage/cluster/nodes.ts'
import { readDatabaseClock } from '../storage/postgres/database-clock.ts'
import { migrate } from '../storage/postgres/migrate.ts'
import { listProcesses, oldestSeen } from '../storage/processes.ts'
import { CommandError, type Context } from './context.ts'

const NO_NODES = `The cluster has no node that may hold buckets. On the coordinator:
  select citus_set_coordinator_host('<its host>', <its port>);
  select citus_add_node('<host>', <port>);   -- for each further node`

/** Creates so many buckets, the first of which gets all tables of a database that has none yet. */
export async function addBuckets(context: Context, count: number): Promise<void> {
  const { db, print, stopping } = context
  if ((await listNodes(db)).length === 0) throw new CommandError(NO_NODES)
  const hadBuckets = (await locateBuckets(db)).length > 0
  if (!hadBuckets) await makeDirectory(context)
  else await migrate(db, 'directory')
  for (let created = hadBuckets ? 0 : 1; created < count; created += 1) {
    if (stopping.aborted) throw new CommandError(`Stopped: ${created} of ${count} buckets were created.`)
    const name = await createBucket(db)
    print(`${name}: created on ${await nodeOf(context, name)}`)
  }
  if (hadBuckets)
    print('Processes of the platform use them within ten seconds. New tenants are distributed over all buckets.')
  else print('Start the platform with the same DATABASE_URL.')
}

async function makeDirectory(context: Context): Promise<void> {
  const { db, print } = context
  await migrate(db)
  const now = await readDatabaseClock(db)
  const running = await listProcesses(db, now)
  try {
    print('The database becomes the directory of the cluster; its tables are moved into a bucket.')
    await createDirectory(db, oldestSeen(now))
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error
    const names = running.map(({ processId, role, version }) => `  ${processId} (${role}, ${version})`).join('\n')
    throw new CommandError(
      `The platform must not run while its tables are moved into a bucket. Stop these processes, and call this again:\n${names}\nOne that was killed is listed for a minute.`,
    )
  }
  const name = bucketName(1)
  print(`${name}: on ${await nodeOf(context, name)}, with all tenants that there were`)
}

async function nodeOf({ db }: Context, name: string): Promise<string> {
  const bucket = (await locateBuckets(db)).find((each) => each.name === name)
  return bucket ? formatNode(bucket.node) : 'no node'
}
