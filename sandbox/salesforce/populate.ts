import { insertUnchecked } from './records/insert-unchecked.ts'
import type { WriteContext } from './records/new-row.ts'
import type { Row } from './schema/field.ts'
import { type GenerateOptions, generateSampleRows } from './seed/generate.ts'
import type { SalesforceState } from './state.ts'

/** Inserts rows into the user's org without any checks. Returns their ids. */
export function insertRows(salesforce: SalesforceState, email: string, object: string, rows: readonly Row[]): string[] {
  const context = writeContextFor(salesforce, email)
  return rows.map((row) => String(insertUnchecked(context, object, row).Id))
}

/** Inserts many generated rows into the user's org. Returns their ids. */
export function generateRows(salesforce: SalesforceState, email: string, generation: GenerateOptions): string[] {
  return generateSampleRows(writeContextFor(salesforce, email), generation)
}

function writeContextFor(salesforce: SalesforceState, email: string): WriteContext {
  const { org, userId } = salesforce.account(email)
  return { database: org.database, now: salesforce.clock.now(), userId }
}
