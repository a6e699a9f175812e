import { createInterface } from 'node:readline'
import type { Person } from './person.ts'
import { write } from './print-table.ts'

interface Related {
  alias: string
  occurrenceCount: number
}

interface Overview {
  emails: number
  events: number
  records: number
  people: Related[]
  companies: Related[]
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

/** What the graph makes of all that was brought in. */
export async function showGraph(person: Person): Promise<void> {
  const { tenant } = await person.ask<{ tenant: { tagId: string } }>('{ tenant { tagId } }')
  const found = await person.ask<Overview>(OVERVIEW, { now: Date.now(), me: [tenant.tagId] })
  const related = (tags: readonly Related[]) =>
    tags.map(({ alias, occurrenceCount }) => `${alias} (${occurrenceCount})`).join(', ')
  write(`\nThe graph: ${found.emails} e-mails, ${found.events} events, ${found.records} records`)
  write(`  people     ${related(found.people)}`)
  write(`  companies  ${related(found.companies)}`)
  for (const { title, dateStart, attendees } of found.next) {
    write(`  next       ${new Date(dateStart).toLocaleString('en-GB')}  ${title}, ${attendees.length} invited`)
  }
}

/** Takes queries from who sits at the terminal, a line each, and shows the answers. */
export function takeQueries(person: Person, signal: AbortSignal): void {
  if (!process.stdin.isTTY) return
  write('Ask the graph: type a query and press Enter, such as { searchGraph(input: {searchString: "plan"}) { title } }')
  const lines = createInterface({ input: process.stdin })
  signal.addEventListener('abort', () => lines.close(), { once: true })
  lines.on('line', async (line) => {
    if (line.trim() === '') return
    const answer = await person.ask<unknown>(line).catch((error: Error) => error.message)
    write(typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2))
  })
}
