import { paint, write } from './output.ts'
import type { Person } from './person.ts'

interface RelatedTag {
  alias: string
  occurrenceCount: number
}

interface Meeting {
  title: string
  dateStart: number
  /** The vendor's id of the series that the meeting belongs to. */
  recurringExternalId: string | null
  attendees: { email: string }[]
}

interface Overview {
  emails: number
  events: number
  records: number
  people: RelatedTag[]
  companies: RelatedTag[]
  next: Meeting[]
}

const MAX_UPCOMING = 4

const OVERVIEW = `query Overview($now: Float!, $me: [String]!) {
  emails: searchGraphCount(input: { blockTypes: [email], tagIds: $me })
  events: searchGraphCount(input: { blockTypes: [event], tagIds: $me })
  records: searchGraphCount(input: { blockTypes: [record], tagIds: $me })
  people: searchGraphTags(input: { tagIds: $me, tagTypes: [person], size: 5 }) { alias occurrenceCount }
  companies: searchGraphTags(input: { tagIds: $me, tagSubTypes: ["organization"], size: 5 }) { alias occurrenceCount }
  next: searchGraph(input: {
    tagIds: $me, blockTypes: [event], dateAssociated: { gte: $now }, sort: [{ field: "dateStart", order: ASC }], size: 100
  }) { title ... on Event { dateStart recurringExternalId attendees { email } } }
}`

/** Prints what the graph contains after the first syncs. */
export async function printGraph(person: Person): Promise<void> {
  const { tenant } = await person.execute<{ tenant: { tagId: string } }>('{ tenant { tagId } }')
  const overview = await person.execute<Overview>(OVERVIEW, { now: Date.now(), me: [tenant.tagId] })
  const formatTags = (tags: readonly RelatedTag[]) =>
    tags.map(({ alias, occurrenceCount }) => `${alias} (${occurrenceCount})`).join(', ')
  const { emails, events, records } = overview
  write(paint('bold', `\nIn the graph: ${emails} emails, ${events} events and ${records} records`))
  write(`  people     ${formatTags(overview.people)}`)
  write(`  companies  ${formatTags(overview.companies)}`)
  for (const { meeting, count } of groupSeries(overview.next).slice(0, MAX_UPCOMING)) {
    const { title, dateStart, attendees } = meeting
    const date = new Date(dateStart).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
    const repeated = count > 1 ? paint('dim', `, and ${count - 1} more of this series`) : ''
    write(`  upcoming   ${date}  ${title}, ${attendees.length} attendees${repeated}`)
  }
}

/** The first meeting of each series, and how many of the series are among the meetings. */
function groupSeries(meetings: readonly Meeting[]): { meeting: Meeting; count: number }[] {
  const series = Map.groupBy(meetings, ({ recurringExternalId, title, dateStart }) =>
    recurringExternalId === null ? `${title} ${dateStart}` : recurringExternalId,
  )
  return [...series.values()].flatMap(([meeting, ...later]) => (meeting ? [{ meeting, count: later.length + 1 }] : []))
}
