import { load } from './records/load.ts'
import type { Author } from './records/new-row.ts'
import type { Salesforce } from './salesforce.ts'
import type { Row } from './schema/field.ts'
import { type Generation, generate } from './seed/generate.ts'

/** Puts rows into the org of this user as they are, past all checks. Returns their ids. */
export function insertRows(salesforce: Salesforce, email: string, object: string, rows: readonly Row[]): string[] {
  const author = authorFor(salesforce, email)
  return rows.map((row) => String(load(author, object, row).Id))
}

/** Fills an object with made-up rows, fast. Returns their ids. */
export function generateRows(salesforce: Salesforce, email: string, generation: Generation): string[] {
  return generate(authorFor(salesforce, email), generation)
}

function authorFor(salesforce: Salesforce, email: string): Author {
  const { org, userId } = salesforce.account(email)
  return { database: org.database, now: salesforce.clock.now(), userId }
}
