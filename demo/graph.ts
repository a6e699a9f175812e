import { createInterface } from 'node:readline'
import type { Person } from './person.ts'
import { write } from './print-table.ts'

interface RelatedTag {
  alias: string
  occurrenceCount: number
}

interface Overview {
  emails: number
  events: number
  records: number
  people: RelatedTag[]
  companies: RelatedTag[]
  next: { title: string; dateStart: number; attendees: { email: string }[] }[]
}

const OVERVIEW = `query Overview($now: Float!, $me: [String]!) {
  emails: searchGraphCount(input: { blockTypes: [email], tagIds: $me })
  events: searchGraphCount(input: { blockTypes: [event], tagIds: $me })
  records: searchGraphCount(input: { blockTypes: [record], tagIds: $me })
  people: searchGraphTags(input: { tagIds: $me, tagTypes: [person], size: 5 }) { alias occurrenceCount }
  companies: searchGraphTags(input: { tagIds: $me, tagSubTypes: ["organization"], size: 5 }) { alias occurrenceCount }
  next: searchGraph(input: {
    tagIds: $me, blockTypes: [event], dateAssociated: { gte: $now }, sort: [{ field: "dateStart", order: ASC }], size: 3
  }) { title ... on Event { dateStart attendees { email } } }
}`

/** Prints what the graph contains after the first syncs. */
export async function printGraph(person: Person): Promise<void> {
  const { tenant } = await person.execute<{ tenant: { tagId: string } }>('{ tenant { tagId } }')
  const overview = await person.execute<Overview>(OVERVIEW, { now: Date.now(), me: [tenant.tagId] })
  const formatTags = (tags: readonly RelatedTag[]) =>
    tags.map(({ alias, occurrenceCount }) => `${alias} (${occurrenceCount})`).join(', ')
  write(`\nGraph: ${overview.emails} emails, ${overview.events} events, ${overview.records} records`)
  write(`  people     ${formatTags(overview.people)}`)
  write(`  companies  ${formatTags(overview.companies)}`)
  for (const { title, dateStart, attendees } of overview.next) {
    write(`  upcoming   ${new Date(dateStart).toLocaleString('en-GB')}  ${title}, ${attendees.length} attendees`)
  }
}

/** Reads queries from the terminal, one per line, and prints their results. */
export function readQueries(person: Person, signal: AbortSignal): void {
  if (!process.stdin.isTTY) return
  write(
    'To query the graph, type a query and press Enter, for example { searchGraph(input: {searchString: "plan"}) { title } }',
  )
  const lines = createInterface({ input: process.stdin })
  signal.addEventListener('abort', () => lines.close(), { once: true })
  lines.on('line', async (line) => {
    if (line.trim() === '') return
    const result = await person.execute<unknown>(line).catch((error: Error) => error.message)
    write(typeof result === 'string' ? result : JSON.stringify(result, null, 2))
  })
}
