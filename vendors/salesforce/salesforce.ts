import type { Application } from '../../src/kit/application.ts'
import { salesforceAuth } from './oauth.ts'
import { syncIdentifier } from './salesforce.identifier.ts'
import { syncInsight } from './salesforce.insight.ts'
import { link } from './salesforce.link.ts'
import { syncMetadata } from './salesforce.metadata.ts'
import { upsertNotes } from './salesforce.notes.ts'
import { query } from './salesforce.query.ts'
import { reportToFile } from './salesforce.report.ts'
import { syncTable } from './salesforce.table.ts'
import { tag } from './salesforce.tag.ts'
import { upsertTable } from './salesforce.upsert.ts'
import type { SalesforceSettings } from './settings.ts'

/** The records of a Salesforce org: read as tables, found, written, searched and reported. */
export const salesforce: Application<SalesforceSettings> = {
  name: 'salesforce',
  auth: salesforceAuth,
  sync: { metadata: syncMetadata, table: syncTable, identifier: syncIdentifier, insight: syncInsight },
  link,
  tag,
  upsert: { table: upsertTable, notes: upsertNotes },
  functions: { 'salesforce-report-to-file': reportToFile },
  queries: query,
}
