import { PEOPLE } from '../../../core/fixtures.ts'
import { datesRelativeTo, type RelativeDates } from '../../../core/time/relative-dates.ts'
import { toEpochMs } from '../../../core/time/zones.ts'
import { addConference } from '../../meet/add-conference.ts'
import type { NewConference } from '../../meet/new-conference.ts'
import type { GoogleState } from '../../state.ts'
import { CODES, roundToFiveMinutes, SERIES_CODES } from './events.ts'
import { GERMAN_TALK } from './german-talk.ts'
import { HALDEN_TALK } from './halden-talk.ts'
import { KESTREL_TALKS } from './kestrel-talks.ts'
import { anonymous, MEETING_ROOM, phone, rejoined, signedIn } from './participants.ts'
import { PIPELINE_TALKS } from './pipeline-talks.ts'
import { AD_HOC_TALK, BOARD_TALK, KOWHAI_TALK, OPEN_ROOM_TALK, STAND_UP_TALK } from './short-talks.ts'

const MINUTE_MS = 60_000
const PARIS = 'Europe/Paris'
const ADA = PEOPLE.ada.email

/** Adds the meetings of the last weeks. `start`: the sandbox's start, epoch ms. */
export function addSampleConferences(google: GoogleState, start: number): void {
  const days = datesRelativeTo(start)
  const conferences = [
    ...createKestrelMeetings(days),
    createHaldenMeeting(days),
    ...createTeamMeetings(days),
    createFairMeeting(days),
    ...createMeetingsOfToday(start),
  ]
  for (const conference of conferences) addConference(google, ADA, conference)
}

/** A series with three transcripts, and a meeting so old that Google has deleted its record. */
function createKestrelMeetings(days: RelativeDates): NewConference[] {
  const at = (week: number) => toEpochMs(`${days.at(week, 'Tue', '08:01')}:04`, 'America/Los_Angeles')
  const series = { code: SERIES_CODES.kestrel, organizer: PEOPLE.maya.email }
  const people = signedIn('maya', 'omar', 'ada', 'bilal')
  const [first, second, third] = KESTREL_TALKS
  const meeting = (week: number, minutes: number, talk: string, participants = people): NewConference => ({
    ...series,
    start: at(week),
    end: at(week) + minutes * MINUTE_MS,
    participants,
    transcripts: [{ talk, from: 1 }],
  })
  return [
    meeting(-7, 30, 'maya: Welcome, everybody, to the first of many.\nada: Glad to be here.'),
    meeting(-3, 12, first),
    meeting(-2, 11, second),
    { ...meeting(-1, 15, third, [...people, phone('caller', '+1 503 ••• ••17')]), recorded: true, smartNotes: true },
  ]
}

function createHaldenMeeting(days: RelativeDates): NewConference {
  const start = toEpochMs(`${days.at(-1, 'Wed', '13:01')}:30`, PARIS)
  return {
    code: CODES.halden,
    start,
    end: start + 17 * MINUTE_MS,
    participants: [
      ...signedIn('ada', 'ingrid', 'esther'),
      phone('lars', '+47 69 ••• •10'),
      anonymous('astrid', 'Astrid Vik'),
    ],
    transcripts: [{ talk: HALDEN_TALK, from: 1 }],
  }
}

/** A review that is transcribed twice, a stand-up, a spontaneous call, and a meeting whose transcript is refused. */
function createTeamMeetings(days: RelativeDates): NewConference[] {
  const at = (weekday: Parameters<RelativeDates['at']>[1], time: string) =>
    toEpochMs(`${days.at(-1, weekday, time)}:00`, PARIS)
  const meeting = (start: number, minutes: number) => ({ start, end: start + minutes * MINUTE_MS })
  const [review, decisions] = PIPELINE_TALKS
  return [
    {
      ...meeting(at('Wed', '15:01'), 22),
      code: SERIES_CODES.pipeline,
      participants: signedIn('ada', 'bilal', 'dmitri'),
      transcripts: [
        { talk: review, from: 1, to: 11 },
        { talk: decisions, from: 18, to: 22 },
      ],
    },
    {
      ...meeting(at('Thu', '09:30'), 5),
      code: SERIES_CODES.standUp,
      participants: [
        ...signedIn('ada', 'dmitri'),
        MEETING_ROOM,
        rejoined('bilal', [
          [1, 2],
          [3, 5],
        ]),
      ],
      transcripts: [{ talk: STAND_UP_TALK }],
    },
    {
      ...meeting(at('Tue', '18:41'), 5),
      participants: [...signedIn('ada', 'dmitri'), anonymous('guest', 'Tom')],
      transcripts: [{ talk: AD_HOC_TALK }],
      createdByApp: true,
    },
    {
      ...meeting(at('Fri', '14:00'), 21),
      code: CODES.board,
      organizer: PEOPLE.chloe.email,
      participants: signedIn('chloe', 'ada', 'esther'),
      transcripts: [{ talk: BOARD_TALK }],
      artifactsFor: 'organizer',
    },
  ]
}

function createFairMeeting(days: RelativeDates): NewConference {
  const start = toEpochMs(`${days.at(-1, 'Fri', '11:00')}:20`, PARIS)
  return {
    code: CODES.fair,
    start,
    end: start + 11 * MINUTE_MS,
    participants: [...signedIn('ada', 'bilal'), anonymous('jens', 'Jens Petersen (Messebau Nord)')],
    transcripts: [{ talk: GERMAN_TALK, languageCode: 'de-DE' }],
  }
}

/** A meeting whose transcript is not there yet, and one that goes on. */
function createMeetingsOfToday(start: number): NewConference[] {
  const now = roundToFiveMinutes(start)
  return [
    {
      code: CODES.kowhai,
      start: now - 16 * MINUTE_MS,
      end: now - 10 * MINUTE_MS,
      participants: signedIn('ada', 'aroha'),
      transcripts: [{ talk: KOWHAI_TALK }],
    },
    {
      organizer: PEOPLE.bilal.email,
      start: now - 14 * MINUTE_MS,
      end: now + 40 * MINUTE_MS,
      participants: signedIn('bilal', 'dmitri', 'ada'),
      transcripts: [{ talk: OPEN_ROOM_TALK }],
    },
  ]
}
