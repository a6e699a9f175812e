import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { InFlightWrites } from './actions/in-flight-writes.ts'
import { ProviderActions } from './actions/provider-actions.ts'
import { BucketChecks } from './bucket-checks.ts'
import type { Config } from './config.ts'
import { saveDefinition } from './connections/backfill-syncs.ts'
import { createConnectionDeps, type InitialSyncDeps } from './connections/initial-syncs.ts'
import { registration } from './connections/registration.ts'
import { registerCredentialMetrics } from './credential-metrics.ts'
import { createGraphServer } from './graph/serve.ts'
import type { Metrics } from './http/metrics.ts'
import type { JobDeps } from './jobs.ts'
import { type Clock, systemClock } from './model/clock.ts'
import { Presence } from './presence.ts'
import { fanOut } from './provider/events.ts'
import { ReEncryptionWorker } from './re-encryption.ts'
import { RecommendationWorker } from './recommendations/worker.ts'
import type { Services } from './services.ts'
import { AccessTokens } from './sign-in/access-tokens.ts'
import { Authenticator } from './sign-in/authenticator.ts'
import { createCredentialDecryptor } from './storage/connections/callable.ts'
import { countCertificatesEndingBefore } from './storage/connections/certificates.ts'
import {
  type CredentialKeys,
  deriveCredentialKey,
  loadOrCreateLocalKey,
} from './storage/connections/credential-encryption.ts'
import { CredentialKeyRing } from './storage/connections/key-ring.ts'
import { countCredentialsByKey } from './storage/connections/stored-keys.ts'
import { countInBuckets } from './storage/count-in-buckets.ts'
import { EachBucket } from './storage/each-bucket.ts'
import type { Store } from './storage/open.ts'
import type { Database } from './storage/postgres/database.ts'
import { DatabaseClock, readDatabaseClock } from './storage/postgres/database-clock.ts'
import { countSyncsByHealth } from './storage/runs/sync-rows.ts'
import { createSyncStore } from './storage/runs/sync-store.ts'
import { registerCertificateMetrics, registerPoolMetrics } from './store-metrics.ts'
import { createEngine, type Engine } from './sync/engine.ts'
import { registerHealthMetrics } from './sync/health-metrics.ts'
import { logEvents } from './sync/log.ts'
import { countEvents } from './sync/metrics.ts'
import { observeFetches } from './web/events.ts'
import { WebWorker, type WebWorkerDeps } from './web/worker.ts'

/** What the jobs and services of a process are made of. */
export type Dependencies = JobDeps & Pick<Services, 'registration'>

/** How long before its end a certificate is counted as ending (ms). Its owner is reminded 30 days before. */
const CERTIFICATE_NOTICE_MS = 14 * 86_400_000

/** Creates the parts of the platform on an open store. Throws StartupError when the credential keys do not fit it. */
export async function createDependencies(
  config: Config,
  store: Store,
  metrics: Metrics,
  log: Logger,
): Promise<Dependencies> {
  const { db, buckets } = store
  const each = new EachBucket(buckets, {
    onAway: ({ bucket, error }) => log.warn({ bucket: bucket.name, err: error }, 'a bucket is away'),
    onBack: ({ name }) => log.info({ bucket: name }, 'a bucket is back'),
  })
  registerPoolMetrics(metrics.registry, () => store.poolUsage())
  const clock = new DatabaseClock({ read: () => readDatabaseClock(db) })
  clock.onJump((jumpMs) => log.warn({ jumpMs }, 'the clock of the database was set'))
  const ring = await loadCredentialKeys(config)
  const { keys } = ring
  // Unique: two processes with one name would take each other's leases for their own.
  const processId = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`
  const presence = new Presence({ each, log, processId, role: config.role, ring })
  await presence.enter(await readDatabaseClock(db))
  const initialSyncs: InitialSyncDeps = { keys, syncPolicy: config.engineOptions.sync, random: Math.random }
  const engine = createSyncEngine(config, { each, clock, processId }, initialSyncs, metrics, log)
  const onActionError = (error: unknown) => log.error({ err: error }, 'a call on behalf of a person failed')
  const inFlightWrites = new InFlightWrites(onActionError)
  const now = () => clock.now()
  const web = createWebWorker(config, { each, now }, metrics, log)
  const recommendations = new RecommendationWorker({
    each,
    now,
    options: config.recommendations,
    onError: (error) => log.error({ err: error }, 'making recommendations failed'),
  })
  const reEncryption = new ReEncryptionWorker({ each, log, ring, presence, now })
  const { sync: syncPolicy } = config.engineOptions
  const bucketChecks = new BucketChecks(each)
  const jobDeps = {
    each,
    log,
    clock,
    presence,
    bucketChecks,
    syncPolicy,
    engine,
    inFlightWrites,
    web,
    recommendations,
    reEncryption,
  }
  if (config.role === 'worker') return jobDeps
  const countCredentials = countInBuckets(each, countCredentialsByKey)
  registerCredentialMetrics({ registry: metrics.registry, clock: systemClock, keyIds: ring.ids, countCredentials })
  const countEndingCertificates = countInBuckets(each, async (bucket) => {
    return [{ count: await countCertificatesEndingBefore(bucket, now() + CERTIFICATE_NOTICE_MS) }]
  })
  registerCertificateMetrics({
    registry: metrics.registry,
    clock: systemClock,
    countEndingCertificates: async () => (await countEndingCertificates())[0]?.count ?? 0,
  })
  const { issuer, audience, autoProvision, limits, strictStatus, developmentTokenSecret: developmentSecret } = config
  if (developmentSecret) log.warn('GRAPH_DEV_TOKENS is on: whoever has GRAPH_DEV_TOKEN_SECRET can sign in as anybody')
  const tokens = new AccessTokens({ issuer, audience, developmentSecret }, now)
  const viewers = new Authenticator({ buckets, tokens, autoProvision, now })
  const rulesFor: Parameters<typeof registration>[0]['createConnectionDeps'] = (providers) =>
    createConnectionDeps(initialSyncs, providers)
  const { worker } = engine
  const createActions = actionsOf(config, engine, { clock, keys, inFlightWrites, onError: onActionError })
  const graphDeps = { buckets, worker, createActions, createConnectionDeps: rulesFor, now }
  return {
    ...jobDeps,
    tokens,
    graph: createGraphServer(graphDeps, { viewers, limits, strictStatus, metrics, log }),
    registration: registration({ buckets, createConnectionDeps: rulesFor, now }),
  }
}

/** The sync engine on this store; its events are logged and counted. */
function createSyncEngine(
  { providerUrls, platformKey, engineOptions, role }: Config,
  { each, clock, processId }: { each: EachBucket; clock: Clock; processId: string },
  initialSyncs: InitialSyncDeps,
  { registry }: Metrics,
  log: Logger,
): Engine {
  // These figures describe the whole store, so the few processes that serve the API report them, not every worker.
  if (role !== 'worker') {
    registerHealthMetrics({ registry, clock: systemClock, countSyncs: countInBuckets(each, countSyncsByHealth) })
  }
  const onError = (error: Error) => log.error({ err: error }, 'a sync could not be claimed')
  return createEngine({
    store: createSyncStore(each.buckets, { keys: initialSyncs.keys, onError, each }),
    platformKey: () => platformKey.reveal(),
    emit: fanOut(logEvents(log, systemClock), countEvents(registry)),
    saveDefinition: (url, definition) => saveDefinition(each, initialSyncs, url, definition, clock.now()),
    workerId: processId,
    providerUrls,
    options: engineOptions,
    clock,
  })
}

/** Calls to providers on behalf of people, with the client and the credentials that the syncs use. */
function actionsOf(
  { platformKey, publicUrl }: Config,
  { client, credentials }: Engine,
  { clock, keys, inFlightWrites, onError }: ActionDeps,
): (db: Database) => ProviderActions {
  const deps = {
    client,
    credentials,
    publicUrl,
    inFlightWrites,
    now: () => clock.now(),
    decryptCredential: createCredentialDecryptor(keys, onError),
    platformKey: () => platformKey.reveal(),
  }
  return (db) => new ProviderActions({ ...deps, db })
}

interface ActionDeps {
  clock: Clock
  keys: CredentialKeys
  inFlightWrites: InFlightWrites
  onError: (error: unknown) => void
}

/** Fetches pages of the open web; started in workers only. */
function createWebWorker(
  { web, publicUrl }: Config,
  { each, now }: Pick<WebWorkerDeps, 'each' | 'now'>,
  { registry }: Metrics,
  log: Logger,
): WebWorker {
  return new WebWorker({ each, now, options: web, publicUrl, ...observeFetches(registry, log) })
}

async function loadCredentialKeys({ credentialKeys, dataDir }: Config): Promise<CredentialKeyRing> {
  const secrets = new Set(credentialKeys.map((key) => key.reveal()))
  const [current = await loadOrCreateLocalKey(dataDir), ...older] = secrets
  return new CredentialKeyRing([deriveCredentialKey(current), ...older.map(deriveCredentialKey)])
}
