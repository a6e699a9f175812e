import { randomUUID } from 'node:crypto'
import type { Claim, SyncName } from '../../../platform/model/sync.ts'
import type { PageCommit, SyncItems, SyncStore } from '../../../platform/model/sync-store.ts'
import { onlyBucket } from '../../../platform/storage/buckets.ts'
import {
  type CredentialKeys,
  deriveCredentialKey,
} from '../../../platform/storage/connections/credential-encryption.ts'
import {
  type ConnectionDeps,
  completeRegistration,
  type NewConnection,
  startConnection,
} from '../../../platform/storage/connections/lifecycle.ts'
import { saveProvider } from '../../../platform/storage/connections/providers.ts'
import type { Connection } from '../../../platform/storage/connections/rows.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { signIn } from '../../../platform/storage/graph/user/sign-in.ts'
import type { Database } from '../../../platform/storage/postgres/database.ts'
import { createSyncStore } from '../../../platform/storage/runs/sync-store.ts'
import type {
  Calendar,
  Credential,
  Email,
  Event,
  ProviderDefinition,
  Table,
  Transcription,
} from '../../../src/contract/index.ts'

/** The time at which every test starts (epoch ms). */
export const NOW = 1_800_000_000_000
export const DAY_MS = 86_400_000
export const LEASE_MS = 60_000

export const KEYS: CredentialKeys = [deriveCredentialKey('a secret of the tests')]

export const CREDENTIAL: Credential = {
  accessToken: 'token-of-ada',
  refreshToken: 'refresh-of-ada',
  email: 'ada@acme.example',
  profile: null,
}

export const APPLICATION: ProviderDefinition['applications'][number] = {
  name: 'mail',
  label: 'Mail',
  description: '',
  authentication: true,
  sobjects: { email: true },
  linkSubscriptions: [],
  externalIds: [],
}

export const DEFINITION: ProviderDefinition = {
  name: 'acme',
  label: 'Acme',
  description: 'A provider.',
  iconUrl: '/icon.svg',
  applications: [APPLICATION],
}

export const ALL_SYNCS: readonly SyncName[] = [
  ...(['calendar', 'email', 'transcription', 'metadata', 'table', 'identifier', 'insight'] as const),
]

/** All syncs are due immediately, and a reconnect makes them healthy: the engine's decisions are not tested here. */
export const CONNECTION_DEPS: ConnectionDeps = {
  keys: KEYS,
  initialSyncs: (_, now) => ALL_SYNCS.map((sync) => ({ sync, dateNextRun: now })),
  toResumedState: (state, _, now) => ({
    ...state,
    health: 'healthy',
    failureCount: 0,
    dateNextRun: now,
    trigger: 'connect',
  }),
}

export const NEW_CONNECTION: NewConnection = {
  provider: 'acme',
  application: 'mail',
  label: 'Mail',
  needsConfirmation: false,
  registrationUntil: NOW + 3_600_000,
}

/** A tenant with an active connection, and the sync store. */
export interface SyncFixture {
  db: Database
  store: SyncStore
  tenant: Tenant
  connection: Connection
}

export async function createFixture(db: Database, email = `ada-${randomUUID()}@acme.example`): Promise<SyncFixture> {
  await saveProvider(db, { url: 'https://provider.example', definition: DEFINITION }, NOW)
  const tenant = await createTenant(db, email)
  const connection = await createConnection(db, tenant)
  return { db, store: createSyncStore(onlyBucket(db), { keys: KEYS, onError: fail }), tenant, connection }
}

function fail(error: Error): never {
  throw error
}

export async function createTenant(db: Database, email: string, name = 'Ada Example'): Promise<Tenant> {
  return signIn(onlyBucket(db), { issuer: 'https://issuer.example', subject: email, email, name }, NOW)
}

export async function createConnection(
  db: Database,
  { tenantId, email }: Tenant,
  attempt: Partial<NewConnection> = {},
): Promise<Connection> {
  const { connectionId } = await startConnection(db, tenantId, { ...NEW_CONNECTION, ...attempt }, NOW)
  const registered = await completeRegistration(
    db,
    CONNECTION_DEPS,
    { connectionId, credential: { ...CREDENTIAL, email } },
    NOW,
  )
  if (!registered) throw new Error('the registration was refused')
  return registered
}

/** Claims one sync of the fixture's connection. */
export async function claimSync({ store, connection }: SyncFixture, sync: SyncName, now = NOW): Promise<Claim> {
  const claim = await store.claimOne('worker', connection, sync, now, LEASE_MS)
  if (!claim) throw new Error(`the sync ${sync} is running already`)
  return claim
}

export function toCommit(page: SyncItems, commit: Partial<PageCommit> = {}): PageCommit {
  return { page, invalid: 0, skipped: 0, warnings: [], checkpoint: {}, ...commit }
}

const PROVENANCE = { provider: 'acme', application: 'mail' }

export function email(externalId: string, email: Partial<Email> = {}): Email {
  return {
    ...PROVENANCE,
    blockType: 'email',
    externalId,
    uri: `https://mail.example/${externalId}`,
    from: { email: 'grace@navy.example', friendlyName: 'Grace' },
    to: [{ email: 'ada@acme.example' }],
    cc: [],
    subject: `Subject of ${externalId}`,
    bodyText: 'Dear Ada, all is well.',
    dateReceived: NOW - DAY_MS,
    ...email,
  }
}

export function event(externalId: string, event: Partial<Event> = {}): Event {
  return {
    blockType: 'event',
    externalId,
    title: `Event ${externalId}`,
    dateStart: NOW,
    dateEnd: NOW + 3_600_000,
    attendees: [{ email: 'grace@navy.example', friendlyName: 'Grace', responseStatus: 'accepted' }],
    ...event,
  }
}

export function calendar(externalId: string, events: Event[]): Calendar {
  return { ...PROVENANCE, blockType: 'calendar', externalId, title: 'Work', timeZone: 'Europe/Berlin', events }
}

export function transcription(externalId: string, transcription: Partial<Transcription> = {}): Transcription {
  return {
    ...PROVENANCE,
    blockType: 'transcription',
    externalId,
    uri: `https://meet.example/${externalId}`,
    title: 'Kick-off',
    dateStart: NOW,
    duration: 1_800_000,
    attendees: [{ email: 'grace@navy.example' }],
    transcript: { title: 'Kick-off', text: 'Grace: shall we begin?' },
    processingStage: 'processed',
    ...transcription,
  }
}

/** A table with records by id, each with its cells by name. */
export function table(
  metadataType: string,
  rows: Record<string, Record<string, string>> = {},
  label = metadataType,
): Table {
  const records = Object.entries(rows).map(([externalId, cells]) => ({
    externalId,
    values: Object.entries(cells).map(([name, value]) => ({ name, value })),
  }))
  const fields = [{ name: 'Name', label: 'The name', fieldType: 'string' }]
  return {
    ...PROVENANCE,
    blockType: 'table',
    externalId: `acme.${metadataType}`,
    metadata: { metadataType, label, fields },
    records,
  }
}
