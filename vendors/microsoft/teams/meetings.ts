import type { CallTranscript, OnlineMeeting as GraphMeeting } from '@microsoft/microsoft-graph-types'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { omitEmpty, omitUndefined } from '../../../src/runtime/omit.ts'
import { fetchPages, type ListPage, toEntries } from '../pages.ts'
import { toPath } from '../paths.ts'
import { toMissingError } from '../response.ts'
import { toInstant } from '../times.ts'
import type { TeamsAccount } from './account.ts'
import type { TeamsEvent } from './events.ts'

/** A transcript as Graph lists it. Times are epoch ms. */
export interface ListedTranscript {
  id: string
  dateStart?: number
  /** Absent if Graph returns none, or the start again. */
  dateEnd?: number
  /** Insights have it, too. */
  correlationId?: string
  /** Whether an earlier transcript of the same call has the same id of correlation. */
  isContinuation?: true
}

/** A meeting with its transcripts. All occurrences of a series are one meeting. It is a part of cursors. */
export interface OnlineMeeting {
  id: string
  subject?: string
  /** Whether the connected person organized it. */
  isOrganizer?: boolean
  /** Whether the connected person may read who attended it. */
  mayReadAttendance?: boolean
  transcripts: ListedTranscript[]
}

/**
 * Finds the meeting of an event and lists its transcripts; there are none yet for some time after it ended. Throws
 * VendorError, also for a meeting that Graph does not return.
 */
export async function fetchMeeting(account: TeamsAccount, event: Pick<TeamsEvent, 'joinUrl'>): Promise<OnlineMeeting> {
  const { id, subject, participants } = await findMeeting(account, event.joinUrl)
  const roles = toRoles(participants, account)
  return {
    id,
    ...omitEmpty({ subject: subject?.trim() }),
    ...omitUndefined({
      isOrganizer: roles.includes('organizer') || undefined,
      mayReadAttendance: roles.length > 0 || undefined,
    }),
    transcripts: await listTranscripts(account, id),
  }
}

/**
 * Meetings cannot be listed, only found by their join URL: as it is, with its escapes, which are encoded once more as a
 * part of the query. https://learn.microsoft.com/graph/api/onlinemeeting-get
 */
async function findMeeting({ request, user }: TeamsAccount, joinUrl: string): Promise<GraphMeeting & { id: string }> {
  const $filter = `JoinWebUrl eq '${joinUrl.replaceAll("'", "''")}'`
  const page = await request<ListPage<GraphMeeting>>(toPath([...user, 'onlineMeetings'], { $filter }))
  const [meeting] = toEntries(page)
  if (!meeting?.id) throw toMissingError('the meeting of a join URL')
  return { ...meeting, id: meeting.id }
}

/** The roles of the connected person that include reading who attended. */
function toRoles(participants: GraphMeeting['participants'], { userId, person }: TeamsAccount): string[] {
  const isPerson = ({ upn, identity }: Participant) =>
    identity?.user?.id === userId || (person !== undefined && upn?.toLowerCase() === person.email)
  const { organizer, attendees } = (participants ?? {}) as { organizer?: Participant; attendees?: Participant[] }
  const isCoOrganizer = (attendees ?? []).some((attendee) => attendee.role === 'coorganizer' && isPerson(attendee))
  return [...(organizer && isPerson(organizer) ? ['organizer'] : []), ...(isCoOrganizer ? ['coorganizer'] : [])]
}

/** https://learn.microsoft.com/graph/api/resources/meetingparticipantinfo */
interface Participant {
  upn?: string | null
  role?: string | null
  identity?: { user?: { id?: string | null } | null } | null
}

async function listTranscripts({ requestTranscripts, user }: TeamsAccount, id: string): Promise<ListedTranscript[]> {
  const path = toPath([...user, 'onlineMeetings', id, 'transcripts'])
  const transcripts = new Map<string, ListedTranscript>()
  for await (const page of fetchPages<CallTranscript>(requestTranscripts, path)) {
    for (const item of page) if (item.id) transcripts.set(item.id, toListedTranscript(item.id, item))
  }
  return markContinuations([...transcripts.values()])
}

/** The transcripts of one call have the same id of correlation, but insights belong to the first one. */
function markContinuations(transcripts: ListedTranscript[]): ListedTranscript[] {
  const ids = new Set<string>()
  const sorted = transcripts.sort((a, b) => (a.dateStart ?? 0) - (b.dateStart ?? 0))
  return sorted.map((transcript) => {
    const { correlationId } = transcript
    if (correlationId === undefined) return transcript
    if (ids.has(correlationId)) return { ...transcript, isContinuation: true as const }
    ids.add(correlationId)
    return transcript
  })
}

function toListedTranscript(id: string, item: CallTranscript): ListedTranscript {
  const [dateStart, dateEnd] = [toInstant(item.createdDateTime), toInstant(item.endDateTime)]
  const hasLength = dateStart !== undefined && dateEnd !== undefined && dateEnd > dateStart
  return {
    id,
    ...omitUndefined({ dateStart, dateEnd: hasLength ? dateEnd : undefined }),
    ...omitEmpty({ correlationId: item.contentCorrelationId }),
  }
}

/** Whether an error of something optional may leave it out: it is not there, or not for this account. */
export function isLeftOut(error: unknown): boolean {
  return error instanceof VendorError && ['scope-required', 'not-found', 'invalid-request'].includes(error.class)
}
