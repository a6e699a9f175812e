import type { ChangeEvent } from '../../storage/changes.ts'
import { findConnections } from '../../storage/connections/lists.ts'
import type { Connection } from '../../storage/connections/rows.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import { builder } from '../builder.ts'
import { ConnectionType } from '../connections/connection.ts'
import { eventFields } from './event-fields.ts'
import { followChanges } from './follow.ts'

const readConnections: BatchFunction<string, Connection> = ({ db, viewer }, ids) =>
  findConnections(db, viewer.tenantId, ids)

const ConnectionEvent = builder.objectRef<ChangeEvent>('ConnectionEvent').implement({
  description:
    'An account was connected, confirmed or disconnected, or has to be connected again, or lacks a permission.',
  fields: (t) => ({
    ...eventFields(t),
    connection: t.field({
      type: ConnectionType,
      nullable: true,
      resolve: ({ subject_id }, _args, context) => load(context, readConnections, subject_id),
    }),
  }),
})

builder.subscriptionField('connectionChanged', (t) =>
  t.field({
    type: ConnectionEvent,
    nullable: false,
    subscribe: (_root, _args, context) =>
      followChanges(context, (changes) => changes.filter(({ subject }) => subject === 'connection')),
    resolve: (event) => event,
  }),
)
