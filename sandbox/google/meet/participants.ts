import type { HttpRequest } from '../../core/http/request.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError } from '../api/errors.ts'
import type { GoogleState } from '../state.ts'
import { requireConference } from './access.ts'
import { type FilterFields, parseFilter } from './filter.ts'
import type { Conference, Participant, ParticipantKind } from './model.ts'
import { listPage } from './pages.ts'
import { formatPast, formatTime } from './times.ts'

type Session = Participant['sessions'][number]

/** The member of each kind. A room device is a signed-in user. */
const MEMBERS: Readonly<Record<ParticipantKind, string>> = {
  'signed-in': 'signedinUser',
  room: 'signedinUser',
  anonymous: 'anonymousUser',
  phone: 'phoneUser',
}
const PAGE_SIZE = { fallback: 100, max: 250 }

/** https://developers.google.com/workspace/meet/api/reference/rest/v2/conferenceRecords.participants/list */
export function listParticipants(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const conference = requireConference(google, account, request)
  const now = google.clock.now()
  const present = conference.participants.filter((participant) => joinedAt(participant) <= now)
  const fields: FilterFields<Participant> = {
    earliest_start_time: { type: 'time', read: joinedAt },
    latest_end_time: { type: 'time', read: (participant) => (leftAt(participant) > now ? null : leftAt(participant)) },
  }
  const page = listPage(google, request, {
    name: 'participants',
    items: present,
    toTime: joinedAt,
    toId: ({ id }) => id,
    order: 'descending',
    matches: parseFilter(request, fields),
    pageSize: PAGE_SIZE,
    toJson: (participant) => toParticipantJson(conference, participant, now),
  })
  // The default field mask of this method leaves the total out.
  return request.url.searchParams.has('fields') ? { ...page, totalSize: present.length } : page
}

export function getParticipant(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const conference = requireConference(google, account, request)
  return toParticipantJson(conference, requireParticipant(conference, request), google.clock.now())
}

/** https://developers.google.com/workspace/meet/api/reference/rest/v2/conferenceRecords.participants.participantSessions/list */
export function listSessions(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const conference = requireConference(google, account, request)
  const participant = requireParticipant(conference, request)
  const now = google.clock.now()
  const fields: FilterFields<Session> = {
    start_time: { type: 'time', read: ({ start }) => start },
    end_time: { type: 'time', read: ({ end }) => (end > now ? null : end) },
  }
  return listPage(google, request, {
    name: 'participantSessions',
    items: participant.sessions.filter(({ start }) => start <= now),
    toTime: ({ start }) => start,
    toId: ({ id }) => id,
    order: 'descending',
    matches: parseFilter(request, fields),
    pageSize: PAGE_SIZE,
    toJson: (session) => toSessionJson(conference, participant, session, now),
  })
}

export function getSession(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const conference = requireConference(google, account, request)
  const participant = requireParticipant(conference, request)
  const session = participant.sessions.find(({ id }) => id === request.params.session)
  if (!session) return throwError('notFound', request)
  return toSessionJson(conference, participant, session, google.clock.now())
}

function requireParticipant(conference: Conference, request: HttpRequest): Participant {
  const participant = conference.participants.find(({ id }) => id === request.params.participant)
  return participant ?? throwError('notFound', request)
}

function toParticipantJson({ id: record }: Conference, participant: Participant, now: number): object {
  const { id, kind, userId, displayName } = participant
  return omitUndefined({
    name: `conferenceRecords/${record}/participants/${id}`,
    earliestStartTime: formatTime(joinedAt(participant)),
    latestEndTime: formatPast(leftAt(participant), now),
    [MEMBERS[kind]]: omitUndefined({ user: userId === undefined ? undefined : `users/${userId}`, displayName }),
  })
}

function toSessionJson({ id: record }: Conference, { id }: Participant, session: Session, now: number): object {
  return omitUndefined({
    name: `conferenceRecords/${record}/participants/${id}/participantSessions/${session.id}`,
    startTime: formatTime(session.start),
    endTime: formatPast(session.end, now),
  })
}

function joinedAt({ sessions }: Participant): number {
  return Math.min(...sessions.map(({ start }) => start))
}

function leftAt({ sessions }: Participant): number {
  return Math.max(...sessions.map(({ end }) => end))
}
