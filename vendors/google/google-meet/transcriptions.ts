import type {
  ConnectedProvider,
  StandardSyncResponse,
  SyncTranscriptionRequest,
  Transcription,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { rememberFailures } from '../../../src/kit/memory/lasting-failures.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { readTranscriptionPage } from '../../../src/kit/transcripts/page.ts'
import { openPosition, sealPosition, toTranscriptionLimit } from '../../../src/kit/transcripts/position.ts'
import type { TranscriptReader } from '../../../src/kit/transcripts/reader.ts'
import { OnceWarnings } from '../../../src/kit/transcripts/warnings.ts'
import { MAX_CONCURRENT_REQUESTS } from '../client.ts'
import type { GoogleSettings } from '../settings.ts'
import { fetchTranscripts } from './entries.ts'
import { type Meeting, type Position, RETENTION_MS, startPosition, type Transcript } from './position.ts'
import { fetchRecords } from './records.ts'
import { MeetSource, toName } from './source.ts'

/** Returns one page of the transcripts of meetings that overlap the window, newest meeting first. */
export async function syncTranscriptions(
  request: SyncTranscriptionRequest,
  call: Call<GoogleSettings>,
): Promise<StandardSyncResponse<Transcription>> {
  const { connectedProvider, transcriptionFilter } = request
  const { dateStart, dateEnd, limit } = transcriptionFilter
  const now = call.clock()
  const position = openPosition<Position, GoogleSettings>(request, call) ?? startPosition(request, now)
  if (position.before <= dateStart) return toPage<Transcription>([])
  if (dateEnd <= now - RETENTION_MS) return toPage<Transcription>([], [EXPIRED_WARNING])
  const once = new OnceWarnings(position.warned)
  const source = await MeetSource.open(connectedProvider, call, once)
  const reader = createReader(source, { connectedProvider, dateStart, limit: toTranscriptionLimit(limit), once }, call)
  source.expect([...position.transcripts.map(({ meeting }) => meeting), ...position.meetings])
  const page = await readTranscriptionPage(reader, position)
  return toPage(page.items, page.warnings, page.next && sealPosition(request, call, page.next))
}

const EXPIRED_WARNING =
  'Google Meet deletes the transcripts of a meeting 30 days after its end, so there are none in this window.'

function createReader(
  source: MeetSource,
  {
    connectedProvider,
    dateStart,
    limit,
    once,
  }: { connectedProvider: ConnectedProvider; dateStart: number; limit: number; once: OnceWarnings },
  call: Call<GoogleSettings>,
): TranscriptReader<Position, Meeting, Transcript> {
  const { budget, log } = call
  return {
    limit,
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    budget,
    log,
    once,
    failingTime: rememberFailures(call, connectedProvider),
    hasMore: ({ isListed }) => !isListed,
    listMeetings: async (position) => {
      const list = await fetchRecords(source.meet, position, dateStart)
      source.expect(list.found)
      return list
    },
    listTranscripts: (meeting) => fetchTranscripts(source.meet, meeting),
    readTranscript: (transcript) => source.readTranscript(transcript),
    toName: async (meeting, transcript) => {
      const event = await source.findEvent(meeting).catch(() => undefined)
      return toName(event, transcript ?? { meeting })
    },
  }
}
