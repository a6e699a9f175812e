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
}

interface Task {
  title: string
  dateDue: number | null
  assignedTags: { alias: string }[]
  originReferenceBlock: { id: string } | null
}

interface Meetings {
  transcriptions: Transcription[]
  tasks: Task[]
}

const MAX_MEETINGS = 6
const MAX_PROMISES = 8

const MEETINGS = `query Meetings($me: [String]!) {
  transcriptions: searchGraph(input: {
    tagIds: $me, blockTypes: [transcription], sort: [{ field: "dateStart", order: DESC }], size: 50
  }) { _id title ... on Transcription { dateStart attendees { email friendlyName } } }
  tasks: searchGraph(input: {
    tagIds: $me, blockTypes: [task], proposed: true, sort: [{ field: "dateDue", order: DESC }], size: 20
  }) { title ... on Task { dateDue assignedTags { alias } originReferenceBlock { id } } }
}`

/** Prints with whom the person spoke in meetings, and what was promised there and by when. */
export async function printMeetings(person: Person): Promise<void> {
  const { tenant } = await person.execute<{ tenant: { tagId: string; email: string } }>('{ tenant { tagId email } }')
  const { transcriptions, tasks } = await person.execute<Meetings>(MEETINGS, { me: [tenant.tagId] })
  if (transcriptions.length === 0) return
  write(paint('bold', `\nSpoken with, in ${transcriptions.length} meetings with a transcript`))
  for (const { title, dateStart, attendees } of transcriptions.slice(0, MAX_MEETINGS)) {
    const others = attendees.filter(({ email }) => email !== tenant.email)
    write(`  ${formatDay(dateStart)}  ${title}, with ${formatPeople(others)}`)
  }
  const titles = new Map(transcriptions.map(({ _id, title }) => [_id, title]))
  write(paint('bold', '\nPromised in meetings, and proposed as tasks'))
  for (const { title, dateDue, assignedTags, originReferenceBlock } of tasks.slice(0, MAX_PROMISES)) {
    const who = assignedTags.map(({ alias }) => alias).join(' and ') || 'somebody'
    const when = dateDue === null ? 'without a day' : `by ${formatDay(dateDue)}`
    const meeting = titles.get(originReferenceBlock?.id ?? '') ?? 'a meeting'
    write(`  ${when.padEnd(13)}  ${who}: ${title} ${paint('dim', `(${meeting})`)}`)
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
