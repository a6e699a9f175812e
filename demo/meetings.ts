import { setTimeout as sleep } from 'node:timers/promises'
import { paint, write } from './output.ts'
import type { Person } from './person.ts'

interface Attendee {
  email: string
  friendlyName: string | null
}

interface Transcription {
  _id: string
  title: string
  dateStart: number
  attendees: Attendee[]
  transcript: { text: string } | null
}

interface ProposedTask {
  title: string
  dateDue: number | null
  proposed: boolean
  assignedTags: { alias: string }[]
  originReferenceBlock: { id: string } | null
}

interface Recommendation {
  displayDescription: string
  followUpRecommendation: { dateDue: number | null; referenceBlock: { id: string } | null } | null
}

interface Meetings {
  transcriptions: Transcription[]
  tasks: ProposedTask[]
  recommendations: Recommendation[]
}

const MAX_MEETINGS = 6
/** The platform of the demo looks for promises every ten seconds. */
const POLL_MS = 1_000
const TIMEOUT_MS = 30_000

const MEETINGS = `query Meetings($me: [String]!) {
  transcriptions: searchGraph(input: {
    tagIds: $me, blockTypes: [transcription], sort: [{ field: "dateStart", order: DESC }], size: 20
  }) { _id title ... on Transcription { dateStart attendees { email friendlyName } transcript { text } } }
  tasks: searchGraph(input: { blockTypes: [task], size: 20 }) {
    title ... on Task { dateDue proposed assignedTags { alias } originReferenceBlock { id } }
  }
  recommendations(input: { size: 20 }) { displayDescription followUpRecommendation { dateDue referenceBlock { id } } }
}`

/** Prints with whom the person spoke in meetings, and what was promised there and by when. */
export async function printMeetings(person: Person): Promise<void> {
  const { tenant } = await person.execute<{ tenant: { tagId: string; email: string } }>('{ tenant { tagId email } }')
  const { transcriptions, tasks, recommendations } = await waitForPromises(person, tenant.tagId)
  if (transcriptions.length === 0) return
  write(paint('bold', '\nSpoken with'))
  for (const { title, dateStart, attendees, transcript } of transcriptions.slice(0, MAX_MEETINGS)) {
    const others = attendees.filter(({ email }) => email !== tenant.email)
    const lines = transcript?.text.split('\n').length ?? 0
    write(
      `  ${formatDay(dateStart)}  ${title}, with ${formatPeople(others)} ${paint('dim', `(${lines} lines of transcript)`)}`,
    )
  }
  const meetings = new Map(transcriptions.map(({ _id, title }) => [_id, title]))
  write(paint('bold', '\nPromised in meetings'))
  for (const { displayDescription, followUpRecommendation } of recommendations) {
    const { dateDue, referenceBlock } = followUpRecommendation ?? {}
    const title = meetings.get(referenceBlock?.id ?? '')
    if (title === undefined || !dateDue) continue
    const [sentence = displayDescription] = /“[^”]*”(?=, and have not written)/.exec(displayDescription) ?? []
    write(`  by ${formatDay(dateDue)}  you, in “${title}”: ${sentence}`)
  }
  for (const { title, dateDue, assignedTags, originReferenceBlock } of tasks.filter(({ proposed }) => proposed)) {
    const who = assignedTags.map(({ alias }) => alias).join(' and ') || 'somebody'
    const when = dateDue ? `by ${formatDay(dateDue)}` : 'proposed     '
    write(`  ${when}  ${who}, in “${meetings.get(originReferenceBlock?.id ?? '') ?? 'a meeting'}”: ${title}`)
  }
}

/** The platform finds promises some seconds after the transcripts have arrived. */
async function waitForPromises(person: Person, tagId: string): Promise<Meetings> {
  const start = performance.now()
  for (;;) {
    const meetings = await person.execute<Meetings>(MEETINGS, { me: [tagId] })
    const ids = meetings.transcriptions.map(({ _id }) => _id)
    const isFound = meetings.recommendations.some(({ followUpRecommendation }) =>
      ids.includes(followUpRecommendation?.referenceBlock?.id ?? ''),
    )
    if (isFound || ids.length === 0 || performance.now() - start > TIMEOUT_MS) return meetings
    await sleep(POLL_MS)
  }
}

function formatDay(time: number): string {
  return new Date(time).toLocaleDateString('en-GB', { weekday: 'short', day: '2-digit', month: 'short' })
}

/** The names of the first three, and how many more there were. */
function formatPeople(people: readonly Attendee[]): string {
  const names = people.map(({ email, friendlyName }) => friendlyName ?? email)
  if (names.length === 0) return 'guests'
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}
