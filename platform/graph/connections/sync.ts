import type { ConnectionKey, SyncName as Name } from '../../model/sync.ts'
import { findConnection, listRuns, loadSyncsByConnection } from '../../storage/connections/lists.ts'
import type { Run, Sync } from '../../storage/connections/rows.ts'
import { pauseSync, resumeSync } from '../../storage/connections/sync-control.ts'
import { parseId } from '../arguments/ids.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { conflict, notFound } from '../errors.ts'
import { withCost } from '../with-cost.ts'
import { SyncError, SyncName, SyncRun } from './sync-run.ts'

/** The maximum time that `runSync` waits for the run to end, and the timeout of its operation (ms). */
const MAX_RUN_WAIT_MS = 60_000
const RUN_TIMEOUT_MS = 65_000

export const Health = caseInsensitiveEnum('SyncHealth', ['healthy', 'degraded', 'failing', 'paused'])

export const SyncType = builder.objectRef<Sync>('Sync').implement({
  description: 'A sync of a connection: its health and its last run.',
  fields: (t) => ({
    sync: t.expose('sync', { type: SyncName, nullable: false }),
    health: t.expose('health', { type: Health, nullable: false }),
    pausedByUser: t.exposeBoolean('pausedByUser', { nullable: false }),
    failureCount: t.exposeInt('failureCount', { nullable: false }),
    dateLastSuccess: t.exposeFloat('dateLastSuccess', { nullable: true }),
    dateNextRun: t.exposeFloat('dateNextRun', { nullable: true }),
    lastError: t.expose('lastError', { type: SyncError, nullable: true }),
    lastRun: t.expose('lastRun', {
      type: SyncRun,
      nullable: true,
      description: 'The current run if there is one, otherwise the last.',
    }),
  }),
})

const SyncInput = builder.inputType('SyncInput', {
  fields: (t) => ({ connectionId: t.string({ required: true }), sync: t.field({ type: SyncName, required: true }) }),
})

type SyncInputFields = { connectionId: string; sync: Name }

function parseKey({ connectionId }: SyncInputFields, { viewer }: GraphContext): ConnectionKey {
  return { tenantId: viewer.tenantId, connectionId: parseId(connectionId, 'The sync') }
}

builder.mutationField('pauseSync', (t) =>
  t.field({
    type: SyncType,
    description: 'No run starts until the sync is resumed.',
    args: { input: t.arg({ type: SyncInput, required: true }) },
    resolve: async (_root, { input }, context) =>
      (await pauseSync(context.db, parseKey(input, context), input.sync, context.now())) ?? raise(notFound('The sync')),
  }),
)

builder.mutationField('resumeSync', (t) =>
  t.field({
    type: SyncType,
    args: { input: t.arg({ type: SyncInput, required: true }) },
    resolve: async (_root, { input }, context) =>
      (await resumeSync(context.db, parseKey(input, context), input.sync, context.now())) ??
      raise(notFound('The sync')),
  }),
)

builder.mutationField('runSync', (t) =>
  t.field({
    type: SyncRun,
    description:
      'Runs the sync now and returns the run when it has ended, or its state after a minute. A failed run does not count ' +
      'against the health.',
    ...withCost({ heavy: true, timeoutMs: RUN_TIMEOUT_MS }),
    args: { input: t.arg({ type: SyncInput, required: true }) },
    resolve: (_root, { input }, context) => runSync(parseKey(input, context), input.sync, context),
  }),
)

async function runSync(key: ConnectionKey, sync: Name, { db, worker, signal }: GraphContext): Promise<Run> {
  const connection = await findConnection(db, key)
  const syncBeforeRun = await findSync(key, sync, db)
  if (!connection || !syncBeforeRun) throw notFound('The sync')
  if (connection.status !== 'active') throw conflict(`The connection is ${connection.status}; nothing can be synced.`)
  const started = await worker.runNow(key, sync)
  if (started) {
    await waitFor(MAX_RUN_WAIT_MS, started.done, signal)
    const runs = await listRuns(db, key, { sync, size: 10, page: 0 })
    const run = runs.find(({ runId }) => runId === started.runId)
    if (run) return run
  }
  // Another run of the sync is in progress.
  const running = (await findSync(key, sync, db))?.lastRun
  return running ?? raise(conflict('The sync cannot be run at the moment.'))
}

async function findSync(key: ConnectionKey, sync: Name, db: GraphContext['db']): Promise<Sync | undefined> {
  const syncs = await loadSyncsByConnection(db, key.tenantId, [key.connectionId])
  return syncs.get(key.connectionId)?.find((candidate) => candidate.sync === sync)
}

function waitFor(ms: number, done: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  return Promise.race([done, promise]).finally(() => clearTimeout(timer))
}

function raise(error: Error): never {
  throw error
}
