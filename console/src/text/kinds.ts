import type { BlockType, TagType } from '../../../platform/client/index.ts'

export interface Kind {
  singular: string
  plural: string
  /** Name of a colour of the theme. */
  color: string
}

/** What blocks are called, and their colours, everywhere. */
export const BLOCK_KINDS: Readonly<Record<BlockType, Kind>> = {
  email: { singular: 'email', plural: 'emails', color: 'blue' },
  event: { singular: 'event', plural: 'events', color: 'violet' },
  transcription: { singular: 'transcript', plural: 'transcripts', color: 'grape' },
  task: { singular: 'task', plural: 'tasks', color: 'orange' },
  note: { singular: 'note', plural: 'notes', color: 'yellow' },
  record: { singular: 'record', plural: 'records', color: 'teal' },
  document: { singular: 'document', plural: 'documents', color: 'cyan' },
  website: { singular: 'web page', plural: 'web pages', color: 'lime' },
  thread: { singular: 'thread', plural: 'threads', color: 'indigo' },
  message: { singular: 'message', plural: 'messages', color: 'indigo' },
  table: { singular: 'table', plural: 'tables', color: 'green' },
  calendar: { singular: 'calendar', plural: 'calendars', color: 'violet' },
  file: { singular: 'file', plural: 'files', color: 'cyan' },
  agent: { singular: 'agent', plural: 'agents', color: 'pink' },
  workflow: { singular: 'workflow', plural: 'workflows', color: 'pink' },
  reference: { singular: 'reference', plural: 'references', color: 'gray' },
}

export const TAG_KINDS: Readonly<Record<TagType, Kind>> = {
  person: { singular: 'person', plural: 'people', color: 'blue' },
  topic: { singular: 'topic', plural: 'topics', color: 'teal' },
  location: { singular: 'place', plural: 'places', color: 'orange' },
  date: { singular: 'date', plural: 'dates', color: 'gray' },
}

/** Companies are topics of this subtype. */
export const COMPANY_SUBTYPE = 'organization'
