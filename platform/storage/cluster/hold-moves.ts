import { type RawBuilder, sql } from 'kysely'

/** ShareLock. Citus takes it for each statement that writes; a move needs the exclusive one before it ends. */
const LOCK_MODE = 5

/**
 * A statement after which no move of the bucket ends before the transaction does; a move that is about to end is waited for.
 * A transaction sends it before its first statement in a bucket. Citus itself locks only with the first write. By then a read has
 * tied the transaction to the node that the bucket was on, and what it writes there after a move is lost.
 */
export function holdMoves(bucket: string): RawBuilder<unknown> {
  return sql`
    select lock_shard_metadata(${LOCK_MODE}, array(
      select shardid from pg_catalog.pg_dist_shard where logicalrelid = ${`${bucket}.feeds`}::regclass
    ))`
}
