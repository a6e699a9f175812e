import type { Application } from '../../src/kit/application.ts'
import { withKeys } from '../../src/kit/key-connections/auth.ts'
import { salesforceKey } from './key.ts'
import { upsertNotes } from './notes/upsert.ts'
import { salesforceAuth } from './oauth.ts'
import { executeQuery } from './query/index.ts'
import { reportToFile } from './report/to-file.ts'
import { resolveLink } from './search/link.ts'
import { findTag } from './search/tag.ts'
import type { SalesforceSettings } from './settings.ts'
import { syncIdentifier } from './sync/identifier.ts'
import { syncInsight } from './sync/insight.ts'
import { syncMetadata } from './sync/metadata.ts'
import { syncTable } from './sync/table.ts'
import { upsertTable } from './writes/upsert.ts'

/** The records of a Salesforce org: syncs, links, tags, upserts, queries and the report function. */
export const salesforce: Application<SalesforceSettings> = {
  name: 'salesforce',
  auth: withKeys(salesforceAuth, salesforceKey),
  sync: { metadata: syncMetadata, table: syncTable, identifier: syncIdentifier, insight: syncInsight },
  link: resolveLink,
  tag: findTag,
  upsert: { table: upsertTable, notes: upsertNotes },
  functions: { 'salesforce-report-to-file': reportToFile },
  queries: executeQuery,
}
