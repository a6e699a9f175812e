import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bucketNameOf } from '../../../platform/storage/buckets.ts'
import { type BucketLocation, locateBuckets } from '../../../platform/storage/cluster/metadata.ts'
import { moveBucket } from '../../../platform/storage/cluster/move.ts'
import { type ClusterNode, listNodes } from '../../../platform/storage/cluster/nodes.ts'
import { inTurn } from '../storage/moves.ts'
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

/** Buckets that move while a test goes on. Both functions fail if a move has. */
interface Moving {
  /** The number of moves that have ended. */
  moves(): number
  /** Resolves to the number of moves. */
  end(): Promise<number>
}

/** Moves one bucket after the other to another node. On one PostgreSQL nothing is moved. */
export function startMoving({ db, buckets }: Api): Moving {
  let isEnding = false
  let moves = 0
  const move = async (turn: number) => {
    const locations = await locateBuckets(buckets.directory)
    const { name, node } = locations[turn % locations.length] as BucketLocation
    const others = (await listNodes(buckets.directory)).filter(({ port }) => port !== node.port)
    await moveBucket(buckets.directory, name, others[0] as ClusterNode, () => undefined)
  }
  const run = async () => {
    if (bucketNameOf(db) === undefined) return
    for (; !isEnding; moves += 1) await inTurn(() => move(moves))
  }
  let failure: Error | undefined
  const running = run().catch((error: Error) => {
    failure = error
  })
  const count = () => {
    if (failure) throw failure
    return moves
  }
  const end = async () => {
    isEnding = true
    await running
    return count()
  }
  return { moves: count, end }
}
