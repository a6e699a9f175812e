import type { Application } from '../../../../src/kit/application.ts'
import { lazyFunction, lazyHandler } from '../../../../src/kit/lazy.ts'
import { beaconAuth } from '../auth.ts'
import type { BeaconSettings } from '../settings.ts'

export const mailroom: Application<BeaconSettings> = {
  name: 'beacon-mailroom',
  auth: beaconAuth,
  sync: {
    emails: lazyHandler(async () => (await import('./sync-emails.ts')).syncEmails),
    calendar: lazyHandler(async () => (await import('./sync-calendars.ts')).syncCalendars),
    transcriptions: lazyHandler(async () => (await import('./sync-transcriptions.ts')).syncTranscriptions),
    metadata: lazyHandler(async () => (await import('./sync-tables.ts')).syncMetadata),
    table: lazyHandler(async () => (await import('./sync-tables.ts')).syncTables),
    identifier: lazyHandler(async () => (await import('./sync-identifiers.ts')).syncIdentifiers),
    insight: lazyHandler(async () => (await import('./sync-insight.ts')).syncInsight),
  },
  upsert: {
    table: lazyHandler(async () => (await import('./upsert-table.ts')).upsertTable),
    notes: lazyHandler(async () => (await import('./upsert-notes.ts')).upsertNotes),
  },
  tag: lazyHandler(async () => (await import('./tag.ts')).findTags),
  link: lazyHandler(async () => (await import('./link.ts')).openLink),
  queries: lazyHandler(async () => (await import('./execute-query.ts')).executeQuery),
  functions: {
    'beacon-report': lazyFunction(async () => (await import('./execute-function.ts')).report),
  },
}
