import { PEOPLE } from '../../core/fixtures.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { timeTalk } from '../../core/talk.ts'
import { deterministicGuid } from '../guids.ts'
import type {
  ActionItem,
  AttendanceRecord,
  CallTranscript,
  Cue,
  MeetingNote,
  OnlineMeeting,
  VttStyle,
} from './model.ts'

/** Input for one call in a meeting. All members are JSON. */
export interface NewSession {
  /** Epoch ms. */
  start: number
  end: number
  participants: readonly NewParticipant[]
  transcripts?: readonly NewTranscript[]
  insights?: { actionItems: readonly ActionItem[]; meetingNotes: readonly MeetingNote[] }
}

export interface NewParticipant {
  /** The name before the colon in a talk. */
  speaker: string
  /** Absent for guests and callers. */
  address?: string
  /** By default the name of the person with this address. Empty: Teams does not know who speaks. */
  name?: string
  /** When the participant was there, in minutes after the start; all the time by default. */
  from?: number
  to?: number
}

export interface NewTranscript {
  /** Lines `speaker: what they say`. ` | ` breaks a line. */
  talk: string
  /** In minutes after the start of the call; the whole call by default. */
  from?: number
  to?: number
  style?: VttStyle
  /** How far the first words lie before the transcript's start, in ms. */
  leadMs?: number
  withoutEnd?: boolean
  /** How long after its end the transcript appears; by default `settings.transcriptDelayMs`. */
  delayMs?: number
  /** `en-us` by default. */
  language?: string
}

const MINUTE_MS = 60_000

/** Adds a call with its transcripts, attendance report and insights to a meeting. Throws a RangeError for a speaker who is not there. */
export function addSession(meeting: OnlineMeeting, session: NewSession): void {
  const { start, end, participants, transcripts = [], insights } = session
  const key = `${meeting.id} ${start}`
  const call = {
    callId: deterministicGuid(`${key} call`),
    contentCorrelationId: `${deterministicGuid(`${key} content`)}-0`,
  }
  for (const transcript of transcripts) {
    const id = `${deterministicGuid(`${key} transcript ${meeting.transcripts.length}`)}`
    meeting.transcripts.push({ ...createTranscript(transcript, session), ...call, id: encodeId(id) })
  }
  const records = participants.map((person) => createRecord(person, session, meeting))
  meeting.reports.push({
    id: deterministicGuid(`${key} report`),
    start,
    end,
    records: records.filter(({ name }) => name !== ''),
  })
  if (insights)
    meeting.insights.push({ ...call, ...insights, id: encodeId(deterministicGuid(`${key} insight`)), start, end })
}

function createTranscript(
  transcript: NewTranscript,
  session: NewSession,
): Omit<CallTranscript, 'id' | 'callId' | 'contentCorrelationId'> {
  const {
    talk,
    from = 0,
    to,
    style = 'plain',
    leadMs = 0,
    withoutEnd = false,
    delayMs,
    language = 'en-us',
  } = transcript
  const start = session.start + from * MINUTE_MS
  const end = to === undefined ? session.end : session.start + to * MINUTE_MS
  const cues = timeTalk(talk, end - start + leadMs).map(({ speaker, text, startMs, endMs }): Cue => {
    const person = session.participants.find((participant) => participant.speaker === speaker)
    if (!person) throw new RangeError(`${speaker} speaks but is not among the participants`)
    return omitUndefined({
      startMs: startMs - leadMs,
      endMs: endMs - leadMs,
      speaker: toName(person) || undefined,
      text,
    })
  })
  return omitUndefined({ start, end, withoutEnd, delayMs, style, language, cues })
}

function createRecord(
  person: NewParticipant,
  { start, end }: NewSession,
  { organizer }: OnlineMeeting,
): AttendanceRecord {
  const { address, from = 0, to } = person
  const role = address === organizer.address ? 'Organizer' : address === undefined ? 'Attendee' : 'Presenter'
  return omitUndefined({
    id: deterministicGuid(`${start} record ${person.speaker}`),
    name: toName(person),
    address,
    role,
    joined: start + from * MINUTE_MS,
    left: to === undefined ? end : start + to * MINUTE_MS,
  } as const)
}

function toName({ speaker, address, name }: NewParticipant): string {
  const person = Object.values(PEOPLE).find(({ email }) => email === address)
  return name ?? person?.name ?? speaker
}

/** Ids of transcripts and insights look like `MSMjMCMj…`. */
function encodeId(guid: string): string {
  return Buffer.from(`1##0##${guid}`).toString('base64')
}
