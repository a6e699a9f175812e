import { describe, expect, test } from '@jest/globals'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { CommandError } from '../../../platform/commands/context.ts'
import { moveOneBucket } from '../../../platform/commands/move.ts'
import { databaseOf } from '../../../platform/storage/postgres/database.ts'
import { Secret } from '../../../src/runtime/secret.ts'

const NODES = [1, 2].map((id) => ({ id, host: `node-${id}`, port: 5432, buckets: 2 - id }))
const CANCELLED = reported('57014', 'canceling statement due to user request')

/** An error that a server of the cluster reports. */
function reported(code: string, message: string): Error {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
}

/** What happens when the coordinator gets a statement. */
interface Steps {
  onLocate: (stopping: AbortController) => void
  onConnection: (stopping: AbortController) => void
  onCancel: (attempt: number, fail: (error: Error) => void) => void
}

/** A coordinator whose bucket_1 is on node-1, and the command that moves it to node-2. */
function startMove({ onLocate = () => {}, onConnection = () => {}, onCancel = () => {} }: Partial<Steps>) {
  const stopping = new AbortController()
  const begun = Promise.withResolvers<void>()
  const settled = Promise.withResolvers<void>()
  const sent = { moves: 0, cancels: 0 }
  const at: { node?: string; error?: Error } = { node: 'node-1' }
  const execute = async (statement: string): Promise<object[]> => {
    if (statement.includes('pg_dist_schema s')) {
      onLocate(stopping)
      if (at.error) throw at.error
      return at.node ? [{ name: 'bucket_1', host: at.node, port: 5432 }] : []
    }
    if (statement.includes('d.nodeid as id')) return NODES
    if (statement.includes('pg_backend_pid')) {
      onConnection(stopping)
      return [{ pid: 7 }]
    }
    if (statement.includes('pg_cancel_backend')) {
      sent.cancels += 1
      onCancel(sent.cancels, settled.reject)
    }
    if (statement.includes('citus_schema_move')) {
      sent.moves += 1
      begun.resolve()
      await settled.promise
    }
    return []
  }
  const query = async (statement: string) => ({ command: 'SELECT', rowCount: 0, rows: await execute(statement) })
  const pool = { connect: async () => ({ query, release: () => undefined }), end: async () => undefined }
  const lines: string[] = []
  const ended = moveOneBucket(
    {
      db: databaseOf(pool as unknown as PostgresPool),
      databaseUrl: new Secret('postgres://coordinator/hub'),
      print: (line) => lines.push(line),
      stopping: stopping.signal,
    },
    'bucket_1',
  ).then(
    () => lines.at(-1),
    (error: Error) => error,
  )
  return { stopping, begun: begun.promise, settled, sent, at, ended }
}

describe('a move that is told to stop', () => {
  test.each([
    ['its bucket is looked up', { onLocate: (stopping: AbortController) => stopping.abort() }],
    ['its connection is prepared', { onConnection: (stopping: AbortController) => stopping.abort() }],
  ])('while %s does not begin', async (_, steps) => {
    const { ended, begun, settled, sent } = startMove(steps)
    // Lets a move that has begun nevertheless end.
    void begun.then(settled.resolve)
    expect(await ended).toEqual(new CommandError('bucket_1 was not moved: it was cancelled before it began.'))
    expect(sent).toEqual({ moves: 0, cancels: 0 })
  })

  test('is cancelled again after a cancel that failed and one without effect', async () => {
    const { ended, begun, stopping, sent } = startMove({
      onCancel: (attempt, fail) => {
        if (attempt === 1) throw new Error('timeout exceeded when trying to connect')
        if (attempt === 3) fail(CANCELLED)
      },
    })
    await begun
    stopping.abort()
    expect(await ended).toEqual(
      new CommandError('bucket_1 was not moved: it was cancelled. It is on node-1:5432 as before.'),
    )
    expect(sent).toEqual({ moves: 1, cancels: 3 })
  }, 20_000)

  test('after it has ended is not cancelled', async () => {
    const { ended, begun, settled, stopping, sent } = startMove({})
    await begun
    settled.resolve()
    expect(await ended).toMatch(/^bucket_1: moved to node-2:5432 in /)
    stopping.abort()
    expect(sent).toEqual({ moves: 1, cancels: 0 })
  })
})

describe('a move that fails', () => {
  const LOST =
    'bucket_1: the connection to the coordinator was lost. The cluster may complete the move: npm run platform -- buckets shows where the bucket is.'
  const FULL = reported('53100', 'No space left on device')

  test.each([
    ['its connection was lost', new Error('Connection terminated unexpectedly'), {}, LOST],
    [
      'its coordinator was shut down',
      reported('57P01', 'terminating connection due to administrator command'),
      { error: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) },
      LOST,
    ],
    [
      'a node is full',
      FULL,
      { node: 'node-1' },
      'bucket_1 was not moved: No space left on device. It is on node-1:5432 as before.',
    ],
    [
      'its clean-up failed',
      FULL,
      { node: 'node-2' },
      'The move of bucket_1 has failed: No space left on device. It is on node-2:5432 now.',
    ],
    [
      'its bucket was dropped',
      FULL,
      {},
      'bucket_1 was not moved: No space left on device. The cluster has no such bucket any more.',
    ],
  ])('because %s says only what is certain of where the bucket is', async (_, failure, then, message) => {
    const { ended, begun, settled, at } = startMove({})
    await begun
    delete at.node
    Object.assign(at, then)
    settled.reject(failure)
    expect(await ended).toEqual(new CommandError(message))
  })
})
