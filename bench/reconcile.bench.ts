import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fence } from '../platform/model/sync.ts'
import type { SyncStore } from '../platform/model/sync-store.ts'
import { type CredentialKeys, deriveCredentialKey } from '../platform/storage/connections/credential-encryption.ts'
import { completeRegistration, startConnection } from '../platform/storage/connections/lifecycle.ts'
import { saveProvider } from '../platform/storage/connections/providers.ts'
import { signIn } from '../platform/storage/connections/tenants.ts'
import { openStore } from '../platform/storage/open.ts'
import type { Database } from '../platform/storage/postgres/database.ts'
import { createSyncStore } from '../platform/storage/runs/sync-store.ts'
import type { Email } from '../src/contract/index.ts'
import { createMailbox } from './reconcile/mail.ts'
import { comparePlain, createPlainPage, insertPlain, type PlainPage, updatePlain } from './reconcile/plain.ts'
import { percentile, report, round } from './report.ts'

const ITEMS = 4_000
const PAGE_SIZES = [100, 500]
const ROUNDS = 2
const NOW = 1_800_000_000_000
const KEYS: CredentialKeys = [deriveCredentialKey('bench')]

type Phase = 'first time' | 'unchanged' | '10 % changed'
const PHASES: readonly Phase[] = ['first time', 'unchanged', '10 % changed']
type Speeds = Map<string, number[]>

/**
 * Measures messages per second from a page into the graph (people, links, counters, checkpoint and changes, in one
 * transaction per page), and with plain SQL that writes the same prepared rows to the same tables.
 */
export async function benchReconcile(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-hub-bench-'))
  const { db, close } = await openStore({ dataDir })
  await saveProvider(db, { url: 'http://127.0.0.1:9', definition: DEFINITION }, NOW)
  const speeds: Speeds = new Map()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const pageSize of PAGE_SIZES) {
      for (const connections of [1, 2]) await measure(db, { pageSize, connections }, speeds)
    }
  }
  await close()
  await rm(dataDir, { recursive: true, force: true })
  reportSpeeds(speeds)
}

interface Shape {
  pageSize: number
  connections: number
}

/** Measures the store, then plain SQL in the same tables, each with its own tenants. */
async function measure(db: Database, shape: Shape, speeds: Speeds): Promise<void> {
  const store = createSyncStore(db, { keys: KEYS, onError: fail })
  const workers = await inParallel(shape.connections, () => createWorker(db, store))
  const tenants = await inParallel(shape.connections, () => createPlainTenant(db))
  for (const phase of PHASES) {
    const pages = paginate(createMailbox(ITEMS, phase === '10 % changed' ? 1 : 0), shape.pageSize)
    await clock(speeds, toKey('store', phase, shape), shape, () =>
      inParallel(shape.connections, (index) => commitAll(store, workers[index] as Fence, pages)),
    )
    const plain = tenants.map((tenant) => pages.map((page) => createPlainStep(tenant, phase, page)))
    await clock(speeds, toKey('bare SQL', phase, shape), shape, () =>
      inParallel(shape.connections, (index) => runPlain(db, phase, plain[index] ?? [])),
    )
  }
}

function toKey(who: string, phase: Phase, { pageSize, connections }: Shape): string {
  return [who, phase, pageSize, connections].join('|')
}

async function clock(speeds: Speeds, name: string, { connections }: Shape, run: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await run()
  const speed = (ITEMS * connections) / ((performance.now() - start) / 1000)
  speeds.set(name, [...(speeds.get(name) ?? []), speed])
}

async function commitAll(store: SyncStore, fence: Fence, pages: readonly Email[][]): Promise<void> {
  for (const [index, items] of pages.entries()) {
    const commit = {
      page: { sync: 'email', items } as const,
      invalid: 0,
      skipped: 0,
      warnings: [],
      checkpoint: { cursor: `${index}` },
    }
    await store.commitPage(fence, commit, NOW)
  }
}

interface PlainStep {
  whole: PlainPage
  changed: PlainPage
}

function createPlainStep(
  tenant: Parameters<typeof createPlainPage>[0],
  phase: Phase,
  page: readonly Email[],
): PlainStep {
  const changed = phase === '10 % changed' ? page.filter((_, i) => i % 10 === 0) : []
  return { whole: createPlainPage(tenant, page), changed: createPlainPage(tenant, changed) }
}

async function runPlain(db: Database, phase: Phase, steps: readonly PlainStep[]): Promise<void> {
  for (const { whole, changed } of steps) {
    if (phase === 'first time') {
      await insertPlain(db, whole)
      continue
    }
    const different = await comparePlain(db, whole)
    if (different !== changed.items) throw new Error(`${different} items differ instead of ${changed.items}`)
    if (changed.items > 0) await updatePlain(db, changed)
  }
}

async function createWorker(db: Database, store: SyncStore): Promise<Fence> {
  const email = `${randomUUID()}@acme.example`
  const { tenantId } = await signIn(db, { issuer: 'bench', subject: email, email }, NOW)
  const attempt = {
    provider: 'acme',
    application: 'mail',
    label: 'Mail',
    needsConfirmation: false,
    registrationUntil: NOW + 1,
  }
  const { connectionId } = await startConnection(db, tenantId, attempt, NOW)
  const rules = {
    keys: KEYS,
    initialSyncs: () => [{ sync: 'email', dateNextRun: NOW }] as const,
    toResumedState: <State>(state: State) => state,
  }
  await completeRegistration(
    db,
    rules,
    { connectionId, credential: { accessToken: 'token', email, profile: null } },
    NOW,
  )
  const claim = await store.claimOne('bench', { tenantId, connectionId }, 'email', NOW, 60_000)
  if (!claim) throw new Error('The sync could not be claimed')
  return claim.fence
}

async function createPlainTenant(db: Database) {
  const email = `${randomUUID()}@acme.example`
  const { tenantId, tagId: ownTagId } = await signIn(db, { issuer: 'bench', subject: email, email }, NOW)
  // Each message is linked to two people of two organizations.
  return { tenantId, ownTagId, tagIds: Array.from({ length: 4 }, () => randomUUID()) }
}

function paginate(items: readonly Email[], size: number): Email[][] {
  const pages = Math.ceil(items.length / size)
  return Array.from({ length: pages }, (_, page) => items.slice(page * size, (page + 1) * size))
}

function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}

function reportSpeeds(speeds: Speeds): void {
  const median = (name: string) => Math.round(percentile(speeds.get(name) ?? [], 0.5))
  const shapes = PAGE_SIZES.flatMap((pageSize) => [1, 2].map((connections) => ({ pageSize, connections })))
  const rows = shapes.flatMap((shape) =>
    PHASES.map((phase) => {
      const [store, plain] = [median(toKey('store', phase, shape)), median(toKey('bare SQL', phase, shape))]
      const place = { page: shape.pageSize, connections: shape.connections, phase }
      return { ...place, 'store items/s': store, 'bare SQL items/s': plain, share: round(store / plain, 2) }
    }),
  )
  const figures = rows.map((row) => [`${row.phase} ${row.page}x${row.connections}`, row['store items/s']] as const)
  report('Reconcile: messages of 2 KB, items per second', rows, {
    benchmark: 'reconcile',
    ...Object.fromEntries(figures),
  })
}

function fail(error: Error): never {
  throw error
}

const DEFINITION = {
  name: 'acme',
  label: 'Acme',
  description: 'A provider.',
  iconUrl: '/icon.svg',
  applications: [
    {
      name: 'mail',
      label: 'Mail',
      description: '',
      authentication: true,
      sobjects: { email: true },
      linkSubscriptions: [],
      externalIds: [],
    },
  ],
}
