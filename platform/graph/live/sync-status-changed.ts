import type { Health as HealthName, SyncName as Sync } from '../../model/sync.ts'
import type { ChangeEvent } from '../../storage/changes.ts'
import { findRun } from '../../storage/connections/lists.ts'
import { validIds } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import { Health } from '../connections/sync.ts'
import { SyncName, SyncRun } from '../connections/sync-run.ts'
import { followChanges } from './follow.ts'

/** A change of a sync's status, as stored in the feed of changes. */
interface SyncEvent extends ChangeEvent {
  detail: { health: HealthName; pausedByUser?: boolean; runId?: string }
}

const SyncEventType = builder.objectRef<SyncEvent>('SyncEvent').implement({
  description: 'A sync has imported something or failed, its health has changed, or a person has paused or resumed it.',
  fields: (t) => ({
    sequence: t.string({ nullable: false, resolve: ({ sequence }) => String(sequence) }),
    connectionId: t.exposeID('subject_id', { nullable: false }),
    sync: t.field({ type: SyncName, nullable: false, resolve: ({ subject_type }) => subject_type as Sync }),
    pausedByUser: t.boolean({
      description: 'Only set when it has changed.',
      resolve: ({ detail }) => detail.pausedByUser,
    }),
    health: t.field({ type: Health, nullable: false, resolve: ({ detail }) => detail.health }),
    report: t.field({
      type: SyncRun,
      nullable: true,
      description: 'The run that caused the event; null if a person has paused or resumed the sync.',
      resolve: ({ detail }, _args, { db, viewer }) =>
        detail.runId ? findRun(db, viewer.tenantId, detail.runId) : null,
    }),
    date: t.exposeFloat('date', { nullable: false }),
  }),
})

const SyncStatusChangedInput = builder.inputType('SyncStatusChangedInput', {
  fields: (t) => ({ connectionIds: t.stringList() }),
})

builder.subscriptionField('syncStatusChanged', (t) =>
  t.field({
    type: SyncEventType,
    nullable: false,
    args: { input: t.arg({ type: SyncStatusChangedInput }) },
    subscribe: (_root, { input }, context) => {
      const ids = input?.connectionIds ? validIds(input.connectionIds) : undefined
      return followChanges(context, (changes) =>
        changes.filter(isOfSync).filter(({ subject_id }) => !ids || ids.includes(subject_id)),
      )
    },
    resolve: (event) => event,
  }),
)

function isOfSync(change: ChangeEvent): change is SyncEvent {
  return change.subject === 'sync' && typeof change.detail?.health === 'string'
}
