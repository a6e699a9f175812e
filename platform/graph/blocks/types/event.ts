import type { Attendee as AttendeeOfEvent, PersonReference } from '../../../../src/contract/index.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { matchTranscriptions } from '../../../storage/graph/blocks/meetings.ts'
import { type BatchFunction, load } from '../../batch-loader.ts'
import { builder, caseInsensitiveEnum } from '../../builder.ts'
import { loadPersonTag, Tag } from '../../tags/tag.ts'
import { loadBlock } from '../child-blocks.ts'
import { defineBlockType } from './block.ts'
import { Calendar } from './calendar.ts'
import { Person } from './person.ts'
import { Transcription } from './transcription.ts'

interface EventDetail {
  allDay?: boolean
  timeZone?: string
  location?: string
  organizedBy?: PersonReference
  attendees?: AttendeeOfEvent[]
  conferenceUrl?: string
  recurrence?: string[]
  recurringExternalId?: string
  dateOriginalStart?: number
  iCalUid?: string
  visibility?: string
  busy?: boolean
}

const EVENT_STATUSES = ['confirmed', 'tentative', 'cancelled'] as const
const EventStatus = caseInsensitiveEnum('EventStatus', EVENT_STATUSES)
const ResponseStatus = caseInsensitiveEnum('ResponseStatus', ['accepted', 'declined', 'tentative', 'none'])

const Attendee = builder.objectRef<AttendeeOfEvent>('Attendee').implement({
  description: 'An invited person and their response.',
  fields: (t) => ({
    email: t.exposeString('email'),
    friendlyName: t.exposeString('friendlyName', { nullable: true }),
    responseStatus: t.field({ type: ResponseStatus, resolve: ({ responseStatus }) => responseStatus ?? 'none' }),
    optional: t.boolean({ resolve: ({ optional }) => optional ?? false }),
    tag: t.field({
      type: Tag,
      nullable: true,
      resolve: async ({ email }, _args, context) => (await loadPersonTag(context, email)) ?? null,
    }),
  }),
})

const readTranscriptions: BatchFunction<string, BlockRow[]> = ({ db, viewer }, ids) =>
  matchTranscriptions(db, viewer, ids)

const of = ({ detail }: BlockRow) => detail as EventDetail

export const Event = defineBlockType('event', 'A calendar event. Each occurrence of a series is an event.', (t) => ({
  dateStart: t.exposeFloat('date_start', { nullable: true }),
  dateEnd: t.exposeFloat('date_end', { nullable: true, description: 'The end, exclusive.' }),
  allDay: t.boolean({ resolve: (event) => of(event).allDay ?? false }),
  timeZone: t.string({ description: 'An IANA time zone name.', resolve: (event) => of(event).timeZone }),
  location: t.string({ resolve: (event) => of(event).location }),
  description: t.exposeString('text', { nullable: true }),
  organizedBy: t.field({ type: Person, nullable: true, resolve: (event) => of(event).organizedBy }),
  attendees: t.field({
    type: [Attendee],
    nullable: { list: false, items: false },
    resolve: (event) => of(event).attendees ?? [],
  }),
  status: t.field({
    type: EventStatus,
    resolve: ({ status }) => (status ?? 'confirmed') as (typeof EVENT_STATUSES)[number],
  }),
  conferenceUrl: t.string({ resolve: (event) => of(event).conferenceUrl }),
  recurrence: t.stringList({
    nullable: { list: false, items: false },
    description: 'The recurrence rules of the series (RFC 5545).',
    resolve: (event) => of(event).recurrence ?? [],
  }),
  recurringExternalId: t.string({
    description: "The vendor's id of the series.",
    resolve: (event) => of(event).recurringExternalId,
  }),
  dateOriginalStart: t.float({
    description: 'The original start of this occurrence in its series.',
    resolve: (event) => of(event).dateOriginalStart,
  }),
  iCalUid: t.string({ resolve: (event) => of(event).iCalUid }),
  calendar: t.field({
    type: Calendar,
    nullable: true,
    resolve: async ({ parent_id }, _args, context) => (await loadBlock(context, parent_id)) ?? null,
  }),
  visibility: t.string({ resolve: (event) => of(event).visibility }),
  busy: t.boolean({ resolve: (event) => of(event).busy }),
  transcriptions: t.field({
    type: [Transcription],
    nullable: { list: false, items: false },
    description: 'Transcriptions of the meeting, matched by time, people, title and conference URL.',
    resolve: async ({ block_id }, _args, context) => (await load(context, readTranscriptions, block_id)) ?? [],
  }),
}))
