import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { RunError } from '../../model/sync.ts'
import { SYNC_NAMES } from '../../model/sync.ts'
import { findConnection, listRuns } from '../../storage/connections/lists.ts'
import type { Run } from '../../storage/connections/rows.ts'
import { NumberFilterInput, toNumberFilter } from '../arguments/filters.ts'
import { parseId } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'
import { notFound } from '../errors.ts'

export const SyncName = caseInsensitiveEnum('SyncName', SYNC_NAMES)
const SyncRunTrigger = caseInsensitiveEnum('SyncRunTrigger', ['schedule', 'manual', 'connect', 'retry', 'probe'])
const SyncRunState = caseInsensitiveEnum('SyncRunState', ['running', 'ok', 'deferred', 'failed'])

export const SyncError = builder.objectRef<RunError>('SyncError').implement({
  description: 'The error, as in the problem document (RFC 9457) returned by the provider.',
  fields: (t) => ({
    type: t.exposeString('type', { nullable: false }),
    title: t.exposeString('title', { nullable: false }),
    detail: t.exposeString('detail', { nullable: false }),
    status: t.exposeInt('status', { nullable: false }),
  }),
})

export const SyncRun = builder.objectRef<Run>('SyncRun').implement({
  description: 'A run of a sync. The five counters add up to the number of items received.',
  fields: (t) => ({
    _id: t.exposeID('runId', { nullable: false }),
    sync: t.expose('sync', { type: SyncName, nullable: false }),
    trigger: t.expose('trigger', { type: SyncRunTrigger, nullable: false }),
    state: t.expose('state', { type: SyncRunState, nullable: false }),
    dateStart: t.exposeFloat('dateStart', { nullable: false }),
    dateEnd: t.exposeFloat('dateEnd', { nullable: true }),
    pages: t.exposeInt('pages', { nullable: false }),
    created: t.exposeInt('created', { nullable: false }),
    updated: t.exposeInt('updated', { nullable: false }),
    unchanged: t.exposeInt('unchanged', { nullable: false }),
    skipped: t.exposeInt('skipped', { nullable: false }),
    failedCount: t.exposeInt('failedCount', { nullable: false }),
    warnings: t.exposeStringList('warnings', { nullable: { list: false, items: false } }),
    error: t.expose('error', { type: SyncError, nullable: true }),
  }),
})

const SyncRunsInput = builder.inputType('SyncRunsInput', {
  fields: (t) => ({
    connectionId: t.string({ required: true }),
    sync: t.field({ type: SyncName }),
    noteworthy: t.boolean({
      description: 'Only runs that changed something, failed, were deferred, have warnings, or are running.',
    }),
    dateStart: t.field({ type: NumberFilterInput }),
    size: t.int(),
    page: t.int(),
  }),
})

builder.queryField('syncRuns', (t) =>
  t.field({
    type: [SyncRun],
    nullable: { list: true, items: false },
    description: 'The runs of a connection, newest first.',
    args: { input: t.arg({ type: SyncRunsInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { db, viewer } = context
      const key = { tenantId: viewer.tenantId, connectionId: parseId(input.connectionId, 'The connection') }
      const slice = parsePageRequest(input, context)
      if (!(await findConnection(db, key))) throw notFound('The connection')
      const { sync, noteworthy, dateStart } = input
      const filter = { sync: sync ?? undefined, noteworthy: noteworthy ?? false, dateStart: toNumberFilter(dateStart) }
      return listRuns(db, key, omitUndefined({ ...slice, ...filter }))
    },
  }),
)
