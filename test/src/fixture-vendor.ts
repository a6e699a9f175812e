import type { ProviderDefinition } from '../../src/contract/index.ts'
import type { Application, Settings, Vendor } from '../../src/kit/application.ts'
import { toPage } from '../../src/kit/pages.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'

/** A vendor with every capability of the contract, so that the server can be tested without a real one. */
export function fixtureVendor(changes: Partial<Application> = {}): Vendor {
  return { name: 'acme', label: 'Acme', variables: {}, errors: [], applications: [{ ...everything, ...changes }] }
}

const provenance = { provider: 'fixture', application: 'acme-all' }

export const everything: Application = {
  name: 'acme-all',
  auth: {
    connect: async ({ state }) => ({ type: 'redirect', url: `https://vendor.example/authorize?state=${state}` }),
    callback: async ({ connectionId }) => ({ connectionId, credential: credential() }),
    check: async () => ({ status: 'ok', accountId: 'account-1' }),
    refresh: async ({ connectedProvider }) => ({ ...connectedProvider.credential, accessToken: 'access-token-2' }),
  },
  sync: {
    transcriptions: async () => toPage([]),
    emails: async () => toPage([email('m1')], ['one note'], 'next-cursor'),
    calendar: async () => toPage([calendar('c1')]),
    metadata: async () => toPage([table('Account')]),
    table: async () => toPage([table('Account')]),
    identifier: async ({ externalIdLinkObjects }) =>
      toPage(externalIdLinkObjects.map((slot) => ({ ...slot, externalId: 'x1', url: 'https://vendor.example/x1' }))),
    insight: async () => toPage([{ blockType: 'table', tables: [table('Case')] }]),
  },
  link: async ({ url }) => ({ ...provenance, externalId: 'd1', url, title: 'A document' }),
  tag: async (request) =>
    'tags' in request
      ? request.tags.map(() => ({ externalId: 't1', tagType: 'person', alias: 'Ada' }))
      : { externalId: 't1', tagType: 'person', alias: 'Ada' },
  upsert: {
    table: async ({ table: { metadata, records } }) => ({
      blockType: 'table',
      ...provenance,
      externalId: metadata.metadataType,
      metadata: { metadataType: metadata.metadataType, label: metadata.metadataType, fields: [] },
      records: records.map((record, index) => ({ ...record, externalId: record.externalId ?? `new-${index}` })),
    }),
    notes: async ({ externalNotes }) => externalNotes.map((note, index) => ({ ...note, externalId: `note-${index}` })),
  },
  functions: {
    'make-report': {
      inputs: async () => [{ name: 'title', label: 'Title', valueSource: { kind: 'userInput' } }],
      execute: async () => ({ outputUrl: 'https://vendor.example/report', externalId: 'r1' }),
    },
  },
  queries: async () => ({ records: [], hasMore: false }),
}

export function credential(changes: Record<string, unknown> = {}) {
  return {
    accessToken: 'access-token-1',
    refreshToken: 'refresh-token-1',
    email: 'ada@acme.example',
    instanceUrl: 'https://tenant.vendor.example',
    profile: null,
    ...changes,
  }
}

export function connectedProvider(changes: Record<string, unknown> = {}) {
  return {
    connectionId: 'connection-1',
    provider: 'fixture',
    application: 'acme-all',
    credential: credential(),
    ...changes,
  }
}

export function email(externalId: string) {
  return {
    blockType: 'email' as const,
    ...provenance,
    externalId,
    uri: `https://vendor.example/mail/${externalId}`,
    to: [],
    cc: [],
    subject: 'Hello',
  }
}

function calendar(externalId: string) {
  return { blockType: 'calendar' as const, ...provenance, externalId, timeZone: 'Europe/Paris', events: [] }
}

function table(metadataType: string) {
  const metadata = { metadataType, label: metadataType, fields: [] }
  return { blockType: 'table' as const, ...provenance, externalId: metadataType, metadata }
}

/** The definition of vendors. It promises all their handlers. */
export function definitionOf(vendors: readonly Vendor[]): ProviderDefinition {
  return {
    name: 'fixture',
    label: 'Fixture',
    description: 'For tests',
    iconUrl: '/icon.svg',
    applications: vendors.flatMap(({ applications }) => applications.map(blockOf)),
  }
}

function blockOf({ name, auth, sync, link, functions }: Application<Settings>) {
  return {
    name,
    label: `Label of ${name}`,
    description: '',
    authentication: auth !== undefined,
    ...omitUndefined({ connectMethods: auth?.methods && [...auth.methods] }),
    sobjects: {
      email: sync?.emails !== undefined,
      calendar: sync?.calendar !== undefined,
      transcription: sync?.transcriptions !== undefined,
      table: sync?.metadata !== undefined && sync.table !== undefined,
      function: functions !== undefined,
    },
    linkSubscriptions: link ? [{ pattern: 'https://vendor.example/*' }] : [],
    externalIds: sync?.identifier ? [{ metadataType: 'Contact' }] : [],
    functions: Object.keys(functions ?? {}).map((functionName) => ({ name: functionName, label: functionName })),
  }
}
