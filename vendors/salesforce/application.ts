import type { Application } from '../../src/kit/application.ts'
import { withKeys } from '../../src/kit/key-connections/auth.ts'
import { lazyFunction, lazyHandler } from '../../src/kit/lazy.ts'
import { salesforceAuth } from './oauth.ts'
import type { SalesforceSettings } from './settings.ts'

/** The records of a Salesforce org: syncs, links, tags, upserts, queries and the report function. */
export const salesforce: Application<SalesforceSettings> = {
  name: 'salesforce',
  auth: withKeys(salesforceAuth, async () => (await import('./key.ts')).salesforceKey),
  sync: {
    metadata: lazyHandler(async () => (await import('./sync/metadata.ts')).syncMetadata),
    table: lazyHandler(async () => (await import('./sync/table.ts')).syncTable),
    identifier: lazyHandler(async () => (await import('./sync/identifier.ts')).syncIdentifier),
    insight: lazyHandler(async () => (await import('./sync/insight.ts')).syncInsight),
  },
  link: lazyHandler(async () => (await import('./search/link.ts')).resolveLink),
  tag: lazyHandler(async () => (await import('./search/tag.ts')).findTag),
  upsert: {
    table: lazyHandler(async () => (await import('./writes/upsert.ts')).upsertTable),
    notes: lazyHandler(async () => (await import('./notes/upsert.ts')).upsertNotes),
  },
  functions: {
    'salesforce-report-to-file': lazyFunction(async () => (await import('./report/to-file.ts')).reportToFile),
  },
  queries: lazyHandler(async () => (await import('./query/index.ts')).executeQuery),
}
