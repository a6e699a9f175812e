import type { Transcription } from '../../../../src/contract/index.ts'
import { readTranscriptionPage, type TranscriptionPage } from '../../../../src/kit/transcripts/page.ts'
import type {
  PendingMeeting,
  PendingTranscript,
  TranscriptionPosition,
} from '../../../../src/kit/transcripts/position.ts'
import type { LeftOut, TranscriptReader } from '../../../../src/kit/transcripts/reader.ts'
import { OnceWarnings } from '../../../../src/kit/transcripts/warnings.ts'
import { type ErrorClass, VendorError } from '../../../../src/kit/vendor-errors.ts'
import { createCall } from '../../../kit/call.ts'

interface Meeting extends PendingMeeting {
  id: string
}

interface Transcript extends PendingTranscript<Meeting> {
  id: string
}

export interface Position extends TranscriptionPosition<Meeting, Transcript> {
  /** The number of list pages read. */
  read: number
}

export const START: Position = { read: 0, before: 0, meetings: [], transcripts: [], warned: [] }

/** What becomes of a meeting (`a`) or a transcript (`a/1`): an error that is thrown, or why the transcript is left out. */
export type Fates = Record<string, Error | LeftOut | string>

/** Meetings by list page. A name ending in a number, such as `a2`, has so many transcripts; others have one. */
export function aReader(
  lists: string[][],
  fates: Fates = {},
  options: Partial<TranscriptReader<Position, Meeting, Transcript>> = {},
) {
  const requests: string[] = []
  const { budget, log } = createCall({})
  const reader: TranscriptReader<Position, Meeting, Transcript> = {
    limit: 3,
    maxConcurrent: 1,
    budget,
    log,
    once: new OnceWarnings([]),
    failingTime: () => 0,
    hasMore: ({ read }) => read < lists.length,
    listMeetings: async (position) => ({
      found: (lists[position.read] ?? []).map((id) => ({ id, tries: 0 })),
      position: { ...position, read: position.read + 1 },
      warnings: [],
    }),
    listTranscripts: async (meeting) => {
      requests.push(meeting.id)
      if (fates[meeting.id] instanceof Error) throw fates[meeting.id]
      const length = Number(/\d+$/.exec(meeting.id)?.[0] ?? 1)
      return Array.from({ length }, (_, index) => ({ id: `${meeting.id}/${index + 1}`, tries: 0, meeting }))
    },
    readTranscript: async ({ id }) => {
      requests.push(id)
      const fate = fates[id]
      if (fate instanceof Error) throw fate
      if (fate === 'not-ready' || fate === 'empty' || fate === 'excluded') return fate
      return aTranscription(id, fate ?? 'Hello.')
    },
    toName: async (meeting, transcript) => `“${transcript?.id ?? meeting.id}”`,
    ...options,
  }
  return { reader, requests }
}

function aTranscription(externalId: string, text: string): Transcription {
  return {
    blockType: 'transcription',
    provider: 'p',
    application: 'a',
    externalId,
    uri: 'https://meetings.example',
    title: externalId,
    dateStart: 0,
    duration: 0,
    attendees: [],
    transcript: { title: externalId, text },
  }
}

export function refusal(errorClass: ErrorClass, { retry = false, item = false } = {}): VendorError {
  const rule = { class: errorClass, retry, sentence: `It is ${errorClass}.`, next: 'Wait.' }
  const concerns = item ? { concerns: 'item' as const } : {}
  return new VendorError({ ...rule, ...concerns }, { at: 'api', status: 500, reasons: [], cause: undefined })
}

export function idsOf({ items }: TranscriptionPage<Position>): string[] {
  return items.map(({ externalId }) => externalId)
}

/** All pages of a sync. Fails if it does not end. */
export async function readAll(reader: TranscriptReader<Position, Meeting, Transcript>) {
  const pages = []
  let position: Position | undefined = START
  while (position) {
    const once = new OnceWarnings(position.warned)
    const page: TranscriptionPage<Position> = await readTranscriptionPage({ ...reader, once }, position)
    pages.push({ ids: idsOf(page), warnings: page.warnings })
    // As through a cursor.
    position = page.next && JSON.parse(JSON.stringify(page.next))
    if (pages.length > 50) throw new Error('the sync does not end')
  }
  return pages
}
