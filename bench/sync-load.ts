import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../platform/model/clock.ts'
import type { SyncEvent } from '../platform/provider/events.ts'
import type { HttpRequest } from '../platform/provider/transport.ts'
import { onlyBucket } from '../platform/storage/buckets.ts'
import { type CredentialKeys, deriveCredentialKey } from '../platform/storage/connections/credential-encryption.ts'
import { completeRegistration, startConnection } from '../platform/storage/connections/lifecycle.ts'
import { saveProvider } from '../platform/storage/connections/providers.ts'
import { signIn } from '../platform/storage/graph/user/sign-in.ts'
import { openStore, type Store } from '../platform/storage/open.ts'
import { createSyncStore } from '../platform/storage/runs/sync-store.ts'
import { createEngine, type Engine } from '../platform/sync/engine.ts'
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions } from '../platform/sync/engine-options.ts'
import type { Credential } from '../src/contract/index.ts'
import { omitUndefined } from '../src/runtime/omit.ts'
import { CONNECTION_DEPS } from '../test/platform/storage/fixtures.ts'
import { email } from '../test/platform/sync/fixtures.ts'
import { ok } from '../test/platform/sync/simulation/faults.ts'
import { DEFINITION } from '../test/platform/sync/simulation/provider.ts'

const PROVIDER = 'https://provider.example'
const KEYS: CredentialKeys = [deriveCredentialKey('a secret of the benchmark')]
const CREDENTIAL: Credential = { accessToken: 'token', email: 'ada@acme.example', profile: null }
const PAGE_SIZE = 50

export interface SyncLoad {
  store: Store
  engine: Engine
  events: SyncEvent[]
  /** The mails of the account, by id; the newest last. */
  deliver(count: number): void
  delivered(): number
  /** The ids of the mails that are stored. */
  stored(): Promise<Set<string>>
  health(): Promise<string | undefined>
  stop(): Promise<void>
}

export interface SyncLoadOptions {
  dataDir?: string
  clock?: Clock
  /** Bytes of each mail's text. */
  mailBytes?: number
  options?: (options: EngineOptions) => EngineOptions
}

/** A running sync of one mailbox on the embedded PostgreSQL, four times a second. */
export async function startSyncLoad({
  dataDir,
  clock,
  mailBytes = 200,
  options = (it) => it,
}: SyncLoadOptions): Promise<SyncLoad> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'bench-sync-')))
  const store = await openStore({ dataDir: folder })
  const { db } = store
  await saveProvider(db, { url: PROVIDER, definition: DEFINITION }, Date.now())
  const identity = { issuer: 'https://issuer.example', subject: 'ada', email: 'ada@acme.example', name: 'Ada' }
  const { tenantId } = await signIn(onlyBucket(db), identity, Date.now())
  const attempt = { provider: 'acme', application: 'mail', label: 'Mail', needsConfirmation: false }
  const { connectionId } = await startConnection(
    db,
    tenantId,
    { ...attempt, registrationUntil: Date.now() + 60_000 },
    Date.now(),
  )
  const deps = {
    ...CONNECTION_DEPS,
    keys: KEYS,
    initialSyncs: (_: unknown, now: number) => [{ sync: 'email' as const, dateNextRun: now }],
  }
  await completeRegistration(db, deps, { connectionId, credential: CREDENTIAL }, Date.now())
  const mails: ReturnType<typeof email>[] = []
  const events: SyncEvent[] = []
  const errors: string[] = []
  const engine = createEngine(
    omitUndefined({
      workerId: 'bench',
      store: createSyncStore(onlyBucket(db), { keys: KEYS, onError: (error) => void errors.push(error.message) }),
      options: options(fastOptions()),
      emit: (event: SyncEvent) => void events.push(event),
      transport: async (request: HttpRequest) => respond(request, mails),
      providerUrls: [PROVIDER],
      platformKey: () => 'key',
      clock,
    }),
  )
  await engine.definitions.start()
  engine.worker.start()
  return {
    store,
    engine,
    events,
    deliver: (count) => {
      for (let index = 0; index < count; index += 1) {
        const mail = { ...email(`mail-${mails.length}`, Date.now()), bodyText: 'x'.repeat(mailBytes) }
        mails.push(mail)
      }
    },
    delivered: () => mails.length,
    stored: async () => {
      const rows = await db.selectFrom('blocks').select('external_id').where('block_type', '=', 'email').execute()
      return new Set(rows.map(({ external_id }) => external_id ?? ''))
    },
    health: async () => {
      const row = await db.selectFrom('syncs').select('health').where('sync', '=', 'email').executeTakeFirst()
      return row?.health
    },
    stop: async () => {
      await engine.worker.stop()
      await engine.definitions.stop()
      await store.close()
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until a condition holds. Returns how long that took (ms); undefined: it did not within `limitMs`. */
export async function waitFor(holds: () => Promise<boolean>, limitMs: number): Promise<number | undefined> {
  const start = performance.now()
  while (performance.now() - start < limitMs) {
    if (await holds().catch(() => false)) return performance.now() - start
    await pause(50)
  }
  return undefined
}

function fastOptions(): EngineOptions {
  const { sync, worker } = DEFAULT_ENGINE_OPTIONS
  return {
    ...DEFAULT_ENGINE_OPTIONS,
    sync: { ...sync, cadenceMs: { ...sync.cadenceMs, email: 250 }, backoffBaseMs: 500, backoffCapMs: 2_000 },
    worker: { ...worker, minSleepMs: 50, maxSleepMs: 250, lease: { durationMs: 4_000, heartbeatMs: 1_000 } },
  }
}

/** Pages of the mails in the window, oldest first. The clock of the provider is right. */
async function respond({ url, body }: HttpRequest, mails: readonly { dateReceived: number }[]) {
  const path = new URL(url).pathname
  if (path === '/definition.json') return ok(DEFINITION)
  if (path !== '/sync/email') return ok({ result: { status: 'ok' } })
  const { filter } = JSON.parse(body ?? '{}') as { filter: { dateStart: number; dateEnd: number; cursor?: string } }
  const inWindow = mails.filter(({ dateReceived }) => dateReceived >= filter.dateStart && dateReceived < filter.dateEnd)
  const start = Number(filter.cursor ?? 0)
  const items = inWindow.slice(start, start + PAGE_SIZE)
  const hasMore = start + PAGE_SIZE < inWindow.length
  return ok({
    items,
    pagination: omitUndefined({
      hasMore,
      pageSize: items.length,
      cursor: hasMore ? `${start + PAGE_SIZE}` : undefined,
    }),
  })
}
