import type { ActionItem, Highlight, OutlineItem, PersonReference } from '../../../../src/contract/index.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { matchEvents } from '../../../storage/graph/blocks/meetings.ts'
import { builder } from '../../builder.ts'
import { load, type Reader } from '../../together.ts'
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
  description: 'A moment worth finding again. Offsets are ms from the start.',
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
  description: 'A heading of the conversation. Offsets are ms from the start.',
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
  description: 'Something that was agreed to be done. Each is proposed as a task.',
  fields: (t) => ({
    title: t.exposeString('title'),
    text: t.exposeString('text', { nullable: true }),
    assignedTo: t.expose('assignedTo', { type: Person, nullable: true }),
    dateDue: t.exposeFloat('dateDue', { nullable: true }),
    status: t.exposeString('status', { nullable: true, description: "The vendor's word." }),
    externalId: t.exposeString('externalId', { nullable: true }),
    startOffset: t.exposeFloat('startOffset', { nullable: true }),
  }),
})

const readEvents: Reader<string, BlockRow> = ({ db, viewer }, ids) => matchEvents(db, viewer, ids)

const of = ({ detail }: BlockRow) => detail as TranscriptionDetail

export const Transcription = defineBlockType('transcription', 'What was said in a meeting.', (t) => ({
  dateStart: t.exposeFloat('date_start', { nullable: true }),
  dateEnd: t.exposeFloat('date_end', { nullable: true }),
  duration: t.float({ description: 'Milliseconds.', resolve: (one) => of(one).duration }),
  organizedBy: t.field({ type: Person, nullable: true, resolve: (one) => of(one).organizedBy }),
  attendees: t.field({
    type: [Person],
    nullable: { list: false, items: false },
    resolve: (one) => of(one).attendees ?? [],
  }),
  transcript: t.field({
    ...largeContentCost,
    type: Transcript,
    nullable: true,
    resolve: (one, _args, context) => loadCappedContent<{ title: string; text: string }>(context, one, 'transcript'),
  }),
  highlights: t.field({
    ...largeContentCost,
    type: [HighlightRef],
    nullable: { list: true, items: false },
    resolve: (one, _args, context) => loadCappedContent<Highlight[]>(context, one, 'highlights'),
  }),
  outline: t.field({
    ...largeContentCost,
    type: [Outline],
    nullable: { list: true, items: false },
    resolve: (one, _args, context) => loadCappedContent<OutlineItem[]>(context, one, 'outline'),
  }),
  tasks: t.field({
    ...largeContentCost,
    type: [ActionItemRef],
    nullable: { list: true, items: false },
    resolve: (one, _args, context) => loadCappedContent<ActionItem[]>(context, one, 'tasks'),
  }),
  processingStage: t.string({ resolve: (one) => of(one).processingStage }),
  event: t.field({
    type: Event,
    nullable: true,
    description: 'The entry of a calendar that it was said in: matched by time, people and address.',
    resolve: async ({ block_id }, _args, context) => (await load(context, readEvents, block_id)) ?? null,
  }),
}))
