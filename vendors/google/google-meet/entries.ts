import type { meet_v2 } from 'googleapis/build/src/apis/meet/index.js'
import { paginate, parseEntries, parseText } from '../../../src/kit/lists.ts'
import { toEpochMs } from '../../../src/kit/time.ts'
import { UnreadableTranscriptError } from '../../../src/kit/transcripts/reader.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Requester } from '../client.ts'
import type { Meeting, Transcript } from './position.ts'
import { UNITS } from './records.ts'

const VENDOR = 'Google Meet'
/** Maxima of the pages of each list. Without them a page of entries has ten. https://developers.google.com/workspace/meet/api/reference/rest/v2 */
const PAGE_SIZE = 100
const PARTICIPANTS_PAGE_SIZE = 250

/** Lists the transcripts of a conference, the latest first; none if it was not transcribed. */
export async function fetchTranscripts(request: Requester<meet_v2.Meet>, meeting: Meeting): Promise<Transcript[]> {
  const transcripts = await fetchAll(
    (pageToken) =>
      request(UNITS, (google, options) =>
        google.conferenceRecords.transcripts.list(
          omitUndefined({ parent: meeting.name, pageSize: PAGE_SIZE, pageToken }),
          options,
        ),
      ),
    (page) => page.transcripts,
  )
  return transcripts.map((transcript) => toTranscript(transcript, meeting)).reverse()
}

/** Throws UnreadableTranscriptError for a transcript without a name. */
function toTranscript(item: meet_v2.Schema$Transcript, meeting: Meeting): Transcript {
  const name = parseText(VENDOR, item?.name)
  if (!name) throw new UnreadableTranscriptError('a transcript has no name')
  return omitUndefined({
    tries: 0,
    name,
    meeting,
    isReady: item.state === 'FILE_GENERATED' && meeting.dateEnd !== undefined,
    dateStart: toEpochMs(item.startTime),
    dateEnd: toEpochMs(item.endTime),
    documentUri: toDocumentUri(item.docsDestination ?? {}),
  })
}

function toDocumentUri({ exportUri, document }: meet_v2.Schema$DocsDestination): string | undefined {
  const uri = parseText(VENDOR, exportUri)
  if (uri?.startsWith('https://')) return uri
  return document ? `https://docs.google.com/document/d/${encodeURIComponent(document)}/view` : undefined
}

/** Fetches the entries of a transcript: what somebody said, in the order of their starts. */
export function fetchEntries(request: Requester<meet_v2.Meet>, parent: string) {
  return fetchAll(
    (pageToken) =>
      request(UNITS, (google, options) =>
        google.conferenceRecords.transcripts.entries.list(
          omitUndefined({ parent, pageSize: PAGE_SIZE, pageToken }),
          options,
        ),
      ),
    (page) => page.transcriptEntries,
  )
}

/** Fetches the participants of a conference, also those who have left. */
export function fetchParticipants(request: Requester<meet_v2.Meet>, parent: string) {
  return fetchAll(
    (pageToken) =>
      request(UNITS, (google, options) =>
        google.conferenceRecords.participants.list(
          omitUndefined({ parent, pageSize: PARTICIPANTS_PAGE_SIZE, pageToken }),
          options,
        ),
      ),
    (page) => page.participants,
  )
}

/** Google omits the list from a page without entries; only a missing page token ends it. */
async function fetchAll<Page extends { nextPageToken?: string | null }, Entry>(
  fetch: (pageToken?: string) => Promise<Page>,
  entriesOf: (page: Page) => readonly Entry[] | undefined,
): Promise<Entry[]> {
  const entries: Entry[] = []
  const nextToken = ({ nextPageToken }: Page) => nextPageToken || undefined
  for await (const page of paginate({ vendor: VENDOR, fetch, nextToken })) {
    entries.push(...parseEntries(VENDOR, entriesOf(page)))
  }
  return entries
}
