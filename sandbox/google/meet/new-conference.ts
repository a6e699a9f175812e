import { createHash } from 'node:crypto'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { timeTalk } from '../../core/talk.ts'
import { findByEmail, toUserId } from '../people/directory.ts'
import type { Artifact, Conference, Entry, Participant, ParticipantKind, Space, Span, Transcript } from './model.ts'

/** Input for a meeting that takes place in Meet. All members are JSON. */
export interface NewConference {
  /** The code of the calendar event, such as `abc-mnop-xyz`; a code of its own by default. */
  code?: string
  /** The account by default. */
  organizer?: string
  /** Epoch ms. */
  start: number
  /** Epoch ms. A conference without an end goes on. */
  end?: number
  participants: readonly NewParticipant[]
  transcripts?: readonly NewTranscript[]
  recorded?: boolean
  smartNotes?: boolean
  /** Whether the sandbox's client created the space. */
  createdByApp?: boolean
  artifactsFor?: 'participants' | 'organizer'
}

export interface NewParticipant {
  /** The name before the colon in a talk. */
  speaker: string
  /** `signed-in` by default. */
  kind?: ParticipantKind
  /** Required for signed-in users. */
  email?: string
  /** By default the name of the person with this address. */
  name?: string
  /** When the participant was there, in minutes after the start; all the time by default. */
  sessions?: readonly (readonly [from: number, to: number])[]
}

export interface NewTranscript {
  /** Lines `speaker: what they say`. */
  talk: string
  /** The transcription session, in minutes after the start of the conference; the whole conference by default. */
  from?: number
  to?: number
  /** `en-US` by default. */
  languageCode?: string
  /** How long after the end of the session the file is there; by default `settings.meetFileDelayMs`. */
  delayMs?: number
}

const MINUTE_MS = 60_000

/** Creates a conference. The same input gets the same ids. Throws a RangeError for speakers who are not there. */
export function createConference(account: string, input: NewConference, spaces: readonly Space[]): Conference {
  const organizer = input.organizer ?? account
  const end = input.end ?? Number.POSITIVE_INFINITY
  const id = toId(`conference ${organizer} ${input.code} ${input.start}`, 42)
  const span: Span = { start: input.start, end }
  const participants = input.participants.map((participant) => createParticipant(id, participant, span))
  const base = { id, ...span, organizer, participants, artifactsFor: input.artifactsFor }
  const conference = omitUndefined({
    ...base,
    space: findOrCreateSpace(organizer, input, spaces),
    transcripts: [] as Transcript[],
    recordings: input.recorded ? [createArtifact(`${id} recording`, span)] : [],
    smartNotes: input.smartNotes ? [createArtifact(`${id} notes`, span)] : [],
  })
  for (const transcript of input.transcripts ?? []) addTranscript(conference, input.participants, transcript)
  return conference
}

/** Adds a transcription session to a conference. */
export function addTranscript(
  conference: Conference,
  people: readonly NewParticipant[],
  { talk, from = 0, to, languageCode = 'en-US', delayMs }: NewTranscript,
): Transcript {
  const start = conference.start + from * MINUTE_MS
  const end = to === undefined ? conference.end : conference.start + to * MINUTE_MS
  const key = `${conference.id} transcript ${conference.transcripts.length + 1}`
  const durationMs = Number.isFinite(end) ? end - start : 30 * MINUTE_MS
  const entries = timeTalk(talk, durationMs).map(({ speaker, text, startMs, endMs }, index): Entry => {
    const position = people.findIndex((person) => person.speaker === speaker)
    const participantId = conference.participants[position]?.id
    if (participantId === undefined) throw new RangeError(`${speaker} speaks but is not among the participants`)
    return {
      id: toId(`${key} ${index}`, 16),
      participantId,
      text,
      languageCode,
      start: start + startMs,
      end: start + endMs,
    }
  })
  const transcript = { ...createArtifact(key, { start, end }, delayMs), entries }
  conference.transcripts.push(transcript)
  return transcript
}

function createParticipant(conferenceId: string, person: NewParticipant, { start, end }: Span): Participant {
  const { kind = 'signed-in', email, sessions } = person
  const displayName = person.name ?? findByEmail(email ?? '')?.person.name
  const isSignedIn = kind === 'signed-in' || kind === 'room'
  if (displayName === undefined || (isSignedIn && email === undefined)) {
    throw new RangeError(
      `The participant ${person.speaker} needs a name and, unless anonymous or on the phone, an email`,
    )
  }
  const spans = sessions?.map(([from, to]) => ({ start: start + from * MINUTE_MS, end: start + to * MINUTE_MS }))
  // The id of a participant is not the id of the account.
  const id = toUserId(`${conferenceId} ${person.speaker}`)
  return omitUndefined({
    id,
    kind,
    userId: isSignedIn ? toUserId(email ?? '') : undefined,
    displayName,
    sessions: (spans ?? [{ start, end }]).map((span, index) => ({ id: String(37 + index), ...span })),
  })
}

function createArtifact(key: string, span: Span, delayMs?: number): Artifact {
  return omitUndefined({ id: toId(key, 36), ...span, delayMs, fileId: `1${toId(`${key} file`, 32)}` })
}

/** Meetings with the same code take place in the same space. */
function findOrCreateSpace(
  owner: string,
  { code, start, createdByApp = false }: NewConference,
  spaces: readonly Space[],
) {
  const letters = toId(`code ${owner} ${start}`, 40)
    .replace(/[^a-z]/g, '')
    .padEnd(10, 'q')
  const ownCode = `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7, 10)}`
  const spaceCode = (code ?? ownCode).toLowerCase()
  const existing = spaces.find((space) => space.code === spaceCode)
  return existing ?? { id: toId(`space ${spaceCode}`, 12), code: spaceCode, owner, createdByApp }
}

function toId(key: string, length: number): string {
  const digest = (part: number) => createHash('sha256').update(`${key} ${part}`).digest('base64url')
  return (digest(0) + digest(1)).replace(/[-_]/g, 'k').slice(0, length)
}
