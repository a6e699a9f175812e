import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register, startConnection } from '../platform/storage/connections.ts'
import type { Database } from '../platform/storage/database.ts'
import { openStore } from '../platform/storage/open.ts'
import { rememberProvider } from '../platform/storage/providers.ts'
import { type CredentialKeys, credentialKey } from '../platform/storage/seal.ts'
import { createSyncStore } from '../platform/storage/sync-store.ts'
import { signIn } from '../platform/storage/tenants.ts'
import type { Fence } from '../platform/sync/model.ts'
import type { SyncStore } from '../platform/sync/store.ts'
import type { Email } from '../src/contract/index.ts'
import { mailbox } from './reconcile-mail.ts'
import { comparePlain, insertPlain, type PlainPage, plainPage, updatePlain } from './reconcile-plain.ts'
import { percentile, report, rounded } from './report.ts'

const ITEMS = 4_000
const PAGE_SIZES = [100, 500]
const ROUNDS = 2
const NOW = 1_800_000_000_000
const KEYS: CredentialKeys = [credentialKey('bench')]

type Phase = 'first time' | 'unchanged' | '10 % changed'
const PHASES: readonly Phase[] = ['first time', 'unchanged', '10 % changed']
type Speeds = Map<string, number[]>

/**
 * Items of mail per second from a page to the graph (people, links, counters, checkpoint, changes, all in one
 * transaction a page), beside bare SQL that puts the same rows, made beforehand, into the same tables.
 */
export async function benchReconcile(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-hub-bench-'))
  const { db, close } = await openStore({ dataDir })
  await rememberProvider(db, { url: 'http://127.0.0.1:9', definition: DEFINITION }, NOW)
  const speeds: Speeds = new Map()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const pageSize of PAGE_SIZES) {
      for (const connections of [1, 2]) await measure(db, { pageSize, connections }, speeds)
    }
  }
  await close()
  await rm(dataDir, { recursive: true, force: true })
  tell(speeds)
}

interface Shape {
  pageSize: number
  connections: number
}

/** One after the other in the same tables: the store, then bare SQL, each for tenants of its own. */
async function measure(db: Database, shape: Shape, speeds: Speeds): Promise<void> {
  const store = createSyncStore(db, { keys: KEYS, onFault: fail })
  const workers = await inParallel(shape.connections, () => newWorker(db, store))
  const tenants = await inParallel(shape.connections, () => newPlainTenant(db))
  for (const phase of PHASES) {
    const pages = inPages(mailbox(ITEMS, phase === '10 % changed' ? 1 : 0), shape.pageSize)
    await clock(speeds, nameOf('store', phase, shape), shape, () =>
      inParallel(shape.connections, (at) => keepAll(store, workers[at] as Fence, pages)),
    )
    const plain = tenants.map((tenant) => pages.map((page) => plainOf(tenant, phase, page)))
    await clock(speeds, nameOf('bare SQL', phase, shape), shape, () =>
      inParallel(shape.connections, (at) => runPlain(db, phase, plain[at] ?? [])),
    )
  }
}

function nameOf(who: string, phase: Phase, { pageSize, connections }: Shape): string {
  return [who, phase, pageSize, connections].join('|')
}

async function clock(speeds: Speeds, name: string, { connections }: Shape, run: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await run()
  const speed = (ITEMS * connections) / ((performance.now() - start) / 1000)
  speeds.set(name, [...(speeds.get(name) ?? []), speed])
}

async function keepAll(store: SyncStore, fence: Fence, pages: readonly Email[][]): Promise<void> {
  for (const [at, items] of pages.entries()) {
    const commit = {
      page: { sync: 'email', items } as const,
      invalid: 0,
      warnings: [],
      checkpoint: { cursor: `${at}` },
    }
    await store.commitPage(fence, commit, NOW)
  }
}

interface PlainStep {
  whole: PlainPage
  changed: PlainPage
}

function plainOf(tenant: Parameters<typeof plainPage>[0], phase: Phase, page: readonly Email[]): PlainStep {
  const changed = phase === '10 % changed' ? page.filter((_, i) => i % 10 === 0) : []
  return { whole: plainPage(tenant, page), changed: plainPage(tenant, changed) }
}

async function runPlain(db: Database, phase: Phase, steps: readonly PlainStep[]): Promise<void> {
  for (const { whole, changed } of steps) {
    if (phase === 'first time') {
      await insertPlain(db, whole)
      continue
    }
    const different = await comparePlain(db, whole)
    if (different !== changed.items) throw new Error(`${different} items differ, ${changed.items} should`)
    if (changed.items > 0) await updatePlain(db, changed)
  }
}

async function newWorker(db: Database, store: SyncStore): Promise<Fence> {
  const email = `${randomUUID()}@acme.example`
  const { tenantId } = await signIn(db, { issuer: 'bench', subject: email, email }, NOW)
  const attempt = { provider: 'acme', application: 'mail', label: 'Mail', needsConfirmation: false, until: NOW + 1 }
  const { connectionId } = await startConnection(db, tenantId, attempt, NOW)
  const rules = {
    keys: KEYS,
    starts: () => [{ sync: 'email', dateNextRun: NOW }] as const,
    resumed: <State>(state: State) => state,
  }
  await register(db, rules, { connectionId, credential: { accessToken: 'token', email, profile: null } }, NOW)
  const claim = await store.claimOne('bench', { tenantId, connectionId }, 'email', NOW, 60_000)
  if (!claim) throw new Error('the sync is not to be had')
  return claim.fence
}

async function newPlainTenant(db: Database) {
  const email = `${randomUUID()}@acme.example`
  const { tenantId, tagId: ownTagId } = await signIn(db, { issuer: 'bench', subject: email, email }, NOW)
  // A mail of the bench has two people of two organizations.
  return { tenantId, ownTagId, tagIds: Array.from({ length: 4 }, () => randomUUID()) }
}

function inPages(items: readonly Email[], size: number): Email[][] {
  const pages = Math.ceil(items.length / size)
  return Array.from({ length: pages }, (_, page) => items.slice(page * size, (page + 1) * size))
}

function inParallel<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => work(at)))
}

function tell(speeds: Speeds): void {
  const median = (name: string) => Math.round(percentile(speeds.get(name) ?? [], 0.5))
  const shapes = PAGE_SIZES.flatMap((pageSize) => [1, 2].map((connections) => ({ pageSize, connections })))
  const rows = shapes.flatMap((shape) =>
    PHASES.map((phase) => {
      const [store, plain] = [median(nameOf('store', phase, shape)), median(nameOf('bare SQL', phase, shape))]
      const place = { page: shape.pageSize, connections: shape.connections, phase }
      return { ...place, 'store items/s': store, 'bare SQL items/s': plain, share: rounded(store / plain, 2) }
    }),
  )
  const figures = rows.map((row) => [`${row.phase} ${row.page}x${row.connections}`, row['store items/s']] as const)
  report('Reconcile: mail of 2 KB, items per second', rows, { benchmark: 'reconcile', ...Object.fromEntries(figures) })
}

function fail(error: Error): never {
  throw error
}

const DEFINITION = {
  ...{ name: 'acme', label: 'Acme', description: 'A provider.', iconUrl: '/icon.svg' },
  applications: [
    {
      ...{ name: 'mail', label: 'Mail', description: '', authentication: true },
      ...{ sobjects: { email: true }, linkSubscriptions: [], externalIds: [] },
    },
  ],
}
