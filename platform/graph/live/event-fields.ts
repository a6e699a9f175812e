import type { ObjectFieldBuilder } from '@pothos/core'
import type { ChangeEvent } from '../../storage/changes.ts'
import type { builder } from '../builder.ts'
import { ChangeEventType } from './change-event.ts'

type Fields = ObjectFieldBuilder<typeof builder.$inferSchemaTypes, ChangeEvent>

/** The fields of every live event. */
export function eventFields(t: Fields) {
  return {
    sequence: t.string({
      nullable: false,
      description: 'The position in the feed. Later changes are read by `changes(since)`.',
      resolve: ({ sequence }) => String(sequence),
    }),
    eventType: t.expose('event_type', { type: ChangeEventType, nullable: false }),
    _id: t.exposeID('subject_id', { nullable: false }),
    actor: t.exposeString('actor_id', {
      nullable: true,
      description: 'The id of the tenant who made the change; null for a sync.',
    }),
    date: t.exposeFloat('date', { nullable: false }),
  }
}
