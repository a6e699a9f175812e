import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { bucketNameOf } from '../../../platform/storage/buckets.ts'
import { type BucketLocation, locateBuckets } from '../../../platform/storage/cluster/metadata.ts'
import { moveBucket } from '../../../platform/storage/cluster/move.ts'
import { type ClusterNode, listNodes } from '../../../platform/storage/cluster/nodes.ts'
import type { Api } from './api.ts'

/** The buckets of a test database on a cluster, each on a node of its own as far as there are enough. */
const BUCKETS = [1, 2, 3]

/**
 * Prepares organizations, each of which has somebody in a bucket already, so that others of it get the same. On one PostgreSQL
 * there is nothing to prepare.
 */
export async function prepareOrganizations({ db }: Api): Promise<void> {
  if (bucketNameOf(db) === undefined) return
  for (const bucket of BUCKETS) {
    const email = `first@${domainOf(bucket)}`
    await sql`
      insert into tenants (tenant_id, issuer, subject, email, tag_id, bucket, date_created, date_updated)
      values (${randomUUID()}, '', ${email}, ${email}, ${randomUUID()}, ${`bucket_${bucket}`}, 1, 1)`.execute(db)
  }
}

/** The email of a person who has never signed in. Takes the numbers of buckets in turn. */
export function emailOfBucket(bucket: number, name = 'person'): string {
  return `${name}-${randomUUID()}@${domainOf(((bucket - 1) % BUCKETS.length) + 1)}`
}

function domainOf(bucket: number): string {
  return `of-bucket-${bucket}.example`
}

/**
 * Moves one bucket after the other to another node while a test goes on. `end` resolves to the number of moves. On one PostgreSQL
 * nothing is moved. Test files take turns: the databases of a server share the names of the replication slots that moves create.
 */
export function startMoving({ db, buckets }: Api): { end: () => Promise<number> } {
  let isEnding = false
  const run = async () => {
    let moves = 0
    if (bucketNameOf(db) === undefined) return moves
    const turns = new Client({
      connectionString: Object.assign(new URL(process.env.TEST_CLUSTER_URL as string), { pathname: '/postgres' }).href,
    })
    await turns.connect()
    try {
      for (; !isEnding; moves += 1) {
        await turns.query('select pg_advisory_lock(2)')
        const locations = await locateBuckets(buckets.directory)
        const { name, node } = locations[moves % locations.length] as BucketLocation
        const others = (await listNodes(buckets.directory)).filter(({ port }) => port !== node.port)
        await moveBucket(buckets.directory, name, others[0] as ClusterNode, () => undefined)
        await turns.query('select pg_advisory_unlock(2)')
      }
    } finally {
      // Also gives up the turn.
      await turns.end()
    }
    return moves
  }
  const running = run()
  const end = () => {
    isEnding = true
    return running
  }
  return { end }
}
