import { Address } from './addresses.ts'
import { ConnectedProvider } from './credential.ts'
import { PersonReference } from './person.ts'
import { EpochMs, Milliseconds, OpenStringEnum, type Static, Type } from './schema.ts'
import { Cursor, DateEnd, DateStart, PageLimit, provenance } from './sync.ts'

const offsets = {
  startOffset: Type.Optional(Milliseconds('From the start of the meeting')),
  endOffset: Type.Optional(Milliseconds('From the start of the meeting')),
}

/** A notable moment of a meeting. */
export const Highlight = Type.Object(
  {
    text: Type.String(),
    title: Type.Optional(Type.String()),
    ...offsets,
    speaker: Type.Optional(PersonReference),
    uri: Type.Optional(Address()),
  },
  { aliases: { quote: 'text', content: 'text' }, accept: readText('text') },
)
export type Highlight = Static<typeof Highlight>

/** A heading of the conversation. Outlines have up to six levels. */
export const OutlineItem = Type.Object(
  {
    title: Type.String(),
    text: Type.Optional(Type.String()),
    ...offsets,
    children: Type.Optional(Type.Array(Type.Unknown(), { description: 'Outline items, at most six levels deep' })),
  },
  { accept: readText('title') },
)
export interface OutlineItem {
  title: string
  text?: string
  startOffset?: number
  endOffset?: number
  children?: OutlineItem[]
}

/** A task that was agreed on. */
export const ActionItem = Type.Object(
  {
    title: Type.String(),
    text: Type.Optional(Type.String()),
    assignedTo: Type.Optional(PersonReference),
    dateDue: Type.Optional(EpochMs('Due date')),
    status: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    startOffset: offsets.startOffset,
  },
  { aliases: { assignee: 'assignedTo', owner: 'assignedTo', description: 'text' }, accept: readText('title') },
)
export type ActionItem = Static<typeof ActionItem>

/** The transcript of a meeting. A meeting without one is left out with a warning. `duration` is in ms. */
export const Transcription = Type.Object({
  blockType: Type.Literal('transcription'),
  ...provenance,
  uri: Address(),
  title: Type.String(),
  dateStart: EpochMs('Start of the meeting'),
  duration: Milliseconds('Length of the meeting'),
  organizedBy: Type.Optional(PersonReference),
  attendees: Type.Array(PersonReference),
  transcript: Type.Object({ title: Type.String(), text: Type.String({ minLength: 1 }) }),
  processingStage: Type.Optional(
    OpenStringEnum(['pending', 'processing', 'processed', 'failed', 'skipped'], 'Processing state at the vendor'),
  ),
  highlights: Type.Optional(listOf(Highlight)),
  outline: Type.Optional(listOf(OutlineItem)),
  tasks: Type.Optional(listOf(ActionItem)),
})
export type Transcription = Static<typeof Transcription>

export const TranscriptionFilter = Type.Object({
  dateStart: DateStart,
  dateEnd: DateEnd,
  limit: Type.Optional(PageLimit),
  cursor: Type.Optional(Cursor),
})
export type TranscriptionFilter = Static<typeof TranscriptionFilter>

export const SyncTranscriptionRequest = Type.Object(
  { connectedProvider: ConnectedProvider, transcriptionFilter: TranscriptionFilter },
  { aliases: { filter: 'transcriptionFilter' } },
)
export type SyncTranscriptionRequest = Static<typeof SyncTranscriptionRequest>

/** A list that is also accepted as one string, in which each line, with or without a bullet, is an entry. */
function listOf<Item extends Parameters<typeof Type.Array>[0]>(item: Item) {
  const accept = (value: unknown) => (typeof value === 'string' ? toLines(value) : value)
  return Type.Array(item, { accept })
}

function toLines(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\s*(?:[-*•#]+|\d+[.)])\s*/, '').trim())
  return lines.filter((line) => line !== '')
}

function readText(member: string) {
  return (value: unknown) => (typeof value === 'string' ? { [member]: value } : value)
}
