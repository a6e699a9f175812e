import { SYNC_NAMES } from '../../model/sync.ts'
import { findConnection } from '../../storage/connections/lists.ts'
import { addUpRuns, type RunDay } from '../../storage/connections/run-history.ts'
import { parseId } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import { badInput, notFound } from '../errors.ts'
import { startOfDay } from '../search/task-presets.ts'
import { withCost } from '../with-cost.ts'
import { SyncName } from './sync-run.ts'

/** Runs are retained for as long. */
const MAX_DAYS = 14

const SyncDay = builder.objectRef<RunDay>('SyncDay').implement({
  description: 'The runs of a sync on one day, added up.',
  fields: (t) => ({
    sync: t.expose('sync', { type: SyncName, nullable: false }),
    date: t.exposeFloat('date', { nullable: false, description: "When the day began, in the viewer's time zone." }),
    runs: t.exposeInt('runs', { nullable: false }),
    failedRuns: t.exposeInt('failedRuns', { nullable: false }),
    deferredRuns: t.exposeInt('deferredRuns', { nullable: false }),
    warnedRuns: t.exposeInt('warnedRuns', { nullable: false, description: 'The runs with warnings.' }),
    created: t.exposeFloat('created', { nullable: false }),
    updated: t.exposeFloat('updated', { nullable: false }),
    unchanged: t.exposeFloat('unchanged', { nullable: false }),
    skipped: t.exposeFloat('skipped', { nullable: false }),
    failedCount: t.exposeFloat('failedCount', { nullable: false }),
  }),
})

const SyncHistoryInput = builder.inputType('SyncHistoryInput', {
  fields: (t) => ({
    connectionId: t.string({ required: true }),
    days: t.int({ description: 'Including today. Default and maximum: 14, the time for which runs are retained.' }),
  }),
})

builder.queryField('syncHistory', (t) =>
  t.field({
    type: [SyncDay],
    nullable: { list: true, items: false },
    description: 'The runs of a connection, added up by sync and day, oldest day first. Days without runs are missing.',
    ...withCost({ points: 10, rows: MAX_DAYS * SYNC_NAMES.length }),
    args: { input: t.arg({ type: SyncHistoryInput, required: true }) },
    resolve: async (_root, { input }, { db, viewer, now, timeZone }) => {
      const days = input.days ?? MAX_DAYS
      if (days < 1 || days > MAX_DAYS) throw badInput('input.days', `must be between 1 and ${MAX_DAYS}.`)
      const key = { tenantId: viewer.tenantId, connectionId: parseId(input.connectionId, 'The connection') }
      if (!(await findConnection(db, key))) throw notFound('The connection')
      const today = now()
      const starts = Array.from({ length: days }, (_, index) => startOfDay(today, timeZone, index - days + 1))
      return addUpRuns(db, key, starts)
    },
  }),
)
