import { PEOPLE, type PersonKey } from '../../../core/fixtures.ts'
import { datesRelativeTo, type RelativeDates } from '../../../core/time/relative-dates.ts'
import { toEpochMs } from '../../../core/time/zones.ts'
import type { MicrosoftState } from '../../state.ts'
import { addMeetingSession } from '../../teams/add-meeting.ts'
import type { NewParticipant, NewSession, NewTranscript } from '../../teams/new-session.ts'
import { ADA_DMITRI_TALK, ALL_HANDS_TALK, KESTREL_DEMO_TALK, SAKURAI_TALK, VOLNA_TALK } from './customer-talks.ts'
import { MEETING_KEYS } from './events.ts'
import { HALDEN_INSIGHTS, HALDEN_TALKS } from './halden-talks.ts'
import { STAND_UP_TALKS } from './stand-up-talks.ts'

const MINUTE_MS = 60_000
const PARIS = 'Europe/Paris'
const ADA = PEOPLE.ada.email

type Sample = readonly [key: string, session: NewSession]

/** Adds the calls of the last weeks to Ada's meetings. `start`: the sandbox's start, epoch ms. */
export function addSampleSessions(microsoft: MicrosoftState, start: number): void {
  const days = datesRelativeTo(start)
  const samples = [...createStandUps(days), ...createCustomerCalls(days), ...createTeamCalls(days, start)]
  for (const [key, session] of samples) addMeetingSession(microsoft, ADA, key, session)
  microsoft.meetings.ofEvent(microsoft.account(ADA), MEETING_KEYS.kickOff).expired = true
  // A meeting in which nobody switched transcription on.
  microsoft.meetings.ofEvent(microsoft.account(ADA), MEETING_KEYS.budget)
}

/** Three calls of one series, each in another style of WebVTT. One transcript ends when it begins. */
function createStandUps(days: RelativeDates): Sample[] {
  const people = [...invited('ada', 'bilal', 'dmitri'), { speaker: 'nobody', name: '' }]
  const [first, second, third] = STAND_UP_TALKS
  const standUp = (week: number, weekday: 'Mon' | 'Wed', transcript: NewTranscript): Sample => [
    'partner-stand-up',
    call(toEpochMs(`${days.at(week, weekday, '09:15')}:20`, PARIS), 6, people, [transcript]),
  ]
  return [
    standUp(-2, 'Wed', { talk: first, style: 'documented' }),
    standUp(-1, 'Mon', { talk: second, style: 'plain', withoutEnd: true }),
    standUp(-1, 'Wed', { talk: third, style: 'rich', leadMs: 4_000 }),
  ]
}

function createCustomerCalls(days: RelativeDates): Sample[] {
  const halden = [
    ...invited('ada', 'ingrid', 'esther'),
    { speaker: 'nora', name: 'Nora Lie (Guest)' },
    { speaker: 'lars', name: '+47 69 00 00 10', from: 2 },
  ]
  const [wording, decisions] = HALDEN_TALKS
  const demo = toEpochMs(`${days.at(-2, 'Fri', '10:01')}:10`, 'America/Los_Angeles')
  return [
    [
      MEETING_KEYS.halden,
      {
        ...call(toEpochMs(`${days.at(-1, 'Thu', '13:01')}:24`, PARIS), 22, halden, [
          { talk: wording, from: 1, to: 9, style: 'documented', leadMs: 2_500 },
          { talk: decisions, from: 13, to: 21 },
        ]),
        insights: HALDEN_INSIGHTS,
      },
    ],
    [MEETING_KEYS.demo, call(demo, 14, invited('ada', 'bilal', 'maya', 'omar'), [{ talk: KESTREL_DEMO_TALK }])],
  ]
}

/** Calls of the team, one that nobody can look up, one that is forgotten, and one whose transcript is not there yet. */
function createTeamCalls(days: RelativeDates, start: number): Sample[] {
  const at = (week: number, weekday: Parameters<RelativeDates['at']>[1], time: string) =>
    toEpochMs(`${days.at(week, weekday, time)}:00`, PARIS)
  const now = start - (start % (5 * MINUTE_MS))
  const talk = (text: string, style: NewTranscript['style'] = 'plain'): NewTranscript[] => [{ talk: text, style }]
  return [
    [
      MEETING_KEYS.volna,
      call(at(-1, 'Tue', '10:02'), 10, invited('bilal', 'ada', 'dmitri', 'yulia'), talk(VOLNA_TALK)),
    ],
    ['one-to-one-dmitri', call(at(-2, 'Fri', '11:01'), 8, invited('ada', 'dmitri'), talk(ADA_DMITRI_TALK, 'rich'))],
    [MEETING_KEYS.allHands, call(at(-1, 'Tue', '16:00'), 30, invited('chloe', 'ada'), talk(ALL_HANDS_TALK))],
    [MEETING_KEYS.kickOff, call(at(-7, 'Mon', '10:00'), 5, invited('ada', 'ingrid'), talk('ada: Welcome, Ingrid!'))],
    [
      MEETING_KEYS.sakurai,
      call(now - 16 * MINUTE_MS, 6, invited('ada', 'kenji', 'haruka'), talk(SAKURAI_TALK, 'documented')),
    ],
  ]
}

function call(
  start: number,
  minutes: number,
  participants: readonly NewParticipant[],
  transcripts: readonly NewTranscript[],
): NewSession {
  return { start, end: start + minutes * MINUTE_MS, participants, transcripts }
}

function invited(...keys: readonly PersonKey[]): NewParticipant[] {
  return keys.map((key) => ({ speaker: key, address: PEOPLE[key].email }))
}
