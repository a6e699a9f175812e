import type { ActionItem, Highlight, OutlineItem, PersonReference } from '../../../../src/contract/index.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { matchEvents } from '../../../storage/graph/blocks/meetings.ts'
import { type BatchFunction, load } from '../../batch-loader.ts'
import { builder } from '../../builder.ts'
import { largeContentCost, loadCappedContent } from '../lazy-content.ts'
import { defineBlockType } from './block.ts'
import { Event } from './event.ts'
import { Person } from './person.ts'

interface TranscriptionDetail {
  duration?: number
  organizedBy?: PersonReference
  attendees?: PersonReference[]
  processingStage?: string
}

const Transcript = builder.objectRef<{ title: string; text: string }>('Transcript').implement({
  fields: (t) => ({ title: t.exposeString('title'), text: t.exposeString('text') }),
})

const HighlightRef = builder.objectRef<Highlight>('Highlight').implement({
  description: 'A highlighted moment. Offsets are in milliseconds from the start.',
  fields: (t) => ({
    text: t.exposeString('text'),
    title: t.exposeString('title', { nullable: true }),
    startOffset: t.exposeFloat('startOffset', { nullable: true }),
    endOffset: t.exposeFloat('endOffset', { nullable: true }),
    speaker: t.expose('speaker', { type: Person, nullable: true }),
    uri: t.exposeString('uri', { nullable: true }),
  }),
})

const Outline = builder.objectRef<OutlineItem>('OutlineItem')
Outline.implement({
  description: 'A section of the conversation. Offsets are in milliseconds from the start.',
  fields: (t) => ({
    title: t.exposeString('title'),
    text: t.exposeString('text', { nullable: true }),
    startOffset: t.exposeFloat('startOffset', { nullable: true }),
    endOffset: t.exposeFloat('endOffset', { nullable: true }),
    children: t.field({
      type: [Outline],
      nullable: { list: false, items: false },
      resolve: ({ children }) => children ?? [],
    }),
  }),
})

const ActionItemRef = builder.objectRef<ActionItem>('ActionItem').implement({
  description: 'An action item. Each is proposed as a task.',
  fields: (t) => ({
    title: t.exposeString('title'),
    text: t.exposeString('text', { nullable: true }),
    assignedTo: t.expose('assignedTo', { type: Person, nullable: true }),
    dateDue: t.exposeFloat('dateDue', { nullable: true }),
    status: t.exposeString('status', { nullable: true, description: "The vendor's status." }),
    externalId: t.exposeString('externalId', { nullable: true }),
    startOffset: t.exposeFloat('startOffset', { nullable: true }),
  }),
})

const readEvents: BatchFunction<string, BlockRow> = ({ db, viewer }, ids) => matchEvents(db, viewer, ids)

const of = ({ detail }: BlockRow) => detail as TranscriptionDetail

export const Transcription = defineBlockType('transcription', 'A transcription of a meeting.', (t) => ({
  dateStart: t.exposeFloat('date_start', { nullable: true }),
  dateEnd: t.exposeFloat('date_end', { nullable: true }),
  duration: t.float({
    description: 'Duration in milliseconds.',
    resolve: (transcription) => of(transcription).duration,
  }),
  organizedBy: t.field({ type: Person, nullable: true, resolve: (transcription) => of(transcription).organizedBy }),
  attendees: t.field({
    type: [Person],
    nullable: { list: false, items: false },
    resolve: (transcription) => of(transcription).attendees ?? [],
  }),
  transcript: t.field({
    ...largeContentCost,
    type: Transcript,
    nullable: true,
    resolve: (transcription, _args, context) =>
      loadCappedContent<{ title: string; text: string }>(context, transcription, 'transcript'),
  }),
  highlights: t.field({
    ...largeContentCost,
    type: [HighlightRef],
    nullable: { list: true, items: false },
    resolve: (transcription, _args, context) => loadCappedContent<Highlight[]>(context, transcription, 'highlights'),
  }),
  outline: t.field({
    ...largeContentCost,
    type: [Outline],
    nullable: { list: true, items: false },
    resolve: (transcription, _args, context) => loadCappedContent<OutlineItem[]>(context, transcription, 'outline'),
  }),
  tasks: t.field({
    ...largeContentCost,
    type: [ActionItemRef],
    nullable: { list: true, items: false },
    resolve: (transcription, _args, context) => loadCappedContent<ActionItem[]>(context, transcription, 'tasks'),
  }),
  processingStage: t.string({ resolve: (transcription) => of(transcription).processingStage }),
  event: t.field({
    type: Event,
    nullable: true,
    description: 'The calendar event of the meeting, matched by time, people, title and conference URL.',
    resolve: async ({ block_id }, _args, context) => (await load(context, readEvents, block_id)) ?? null,
  }),
}))
