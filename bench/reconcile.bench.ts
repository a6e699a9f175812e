import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onlyBucket } from '../platform/storage/buckets.ts'
import { saveProvider } from '../platform/storage/connections/providers.ts'
import { openStore } from '../platform/storage/open.ts'
import type { Database } from '../platform/storage/postgres/database.ts'
import { createSyncStore } from '../platform/storage/runs/sync-store.ts'
import type { Email } from '../src/contract/index.ts'
import { DEFINITION } from '../test/platform/sync/simulation/provider.ts'
import { createMailbox } from './reconcile/mail.ts'
import { type BenchTenant, createTenant, KEYS, NOW } from './reconcile/tenants.ts'
import { createPages, type Phase, save, WRITERS, type Writer } from './reconcile/writers.ts'
import { percentile, report, round } from './report.ts'

const ITEMS = 1_000
const PAGE_SIZES = [100, 500]
const ROUNDS = 3

// Each as often that the number of samples is odd, and the median one of them.
const CHANGES: readonly Phase[] = ['unchanged', '10 % changed']
const PHASES: readonly Phase[] = ['first time', ...CHANGES, ...CHANGES, ...CHANGES]

/** Items per second of each writer, measured one after the other, for each shape and phase. */
type Speeds = Map<string, Record<Writer, number>[]>

/**
 * Measures messages per second from a page into the graph (people, links, counters, checkpoint and changes, in one
 * transaction per page), and with plain SQL that writes the same prepared rows to the same tables.
 */
export async function benchReconcile(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-hub-bench-'))
  const { db, close } = await openStore({ dataDir })
  await saveProvider(db, { url: 'http://127.0.0.1:9', definition: DEFINITION }, NOW)
  const shapes = PAGE_SIZES.flatMap((pageSize) => [1, 2].map((connections) => ({ pageSize, connections })))
  // Code that has run before is faster.
  for (const shape of shapes) await measure(db, { ...shape, round: 0, items: shape.pageSize * 2 }, new Map())
  const speeds: Speeds = new Map()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const shape of shapes) await measure(db, { ...shape, round, items: ITEMS }, speeds)
  }
  await close()
  await rm(dataDir, { recursive: true, force: true })
  reportSpeeds(shapes, speeds)
}

interface Shape {
  pageSize: number
  connections: number
}

interface Measurement extends Shape {
  round: number
  items: number
}

/** Measures each phase with all writers, which take turns in being the first. Each has its own tenants. */
async function measure(db: Database, shape: Measurement, speeds: Speeds): Promise<void> {
  const store = createSyncStore(onlyBucket(db), { keys: KEYS, onError: fail })
  const tenants = new Map<Writer, BenchTenant[]>()
  for (const writer of WRITERS) {
    tenants.set(writer, await inParallel(shape.connections, () => createTenant(db, store)))
  }
  for (const [step, phase] of PHASES.entries()) {
    const mails = createMailbox(shape.items, Math.floor(step / 2))
    const speed = { store: 0, 'bare SQL': 0, 'every row': 0 }
    for (const index of WRITERS.keys()) {
      const writer = WRITERS[(index + step + shape.round) % WRITERS.length] as Writer
      const pages =
        tenants.get(writer)?.map((tenant) => createPages(writer, phase, tenant, paginate(mails, shape.pageSize))) ?? []
      const start = performance.now()
      await Promise.all(pages.map((steps) => save(writer, { db, store, phase, now: NOW + step }, steps)))
      speed[writer] = (shape.items * shape.connections) / ((performance.now() - start) / 1000)
    }
    const key = toKey(phase, shape)
    speeds.set(key, [...(speeds.get(key) ?? []), speed])
  }
}

function toKey(phase: Phase, { pageSize, connections }: Shape): string {
  return [phase, pageSize, connections].join('|')
}

function paginate(items: readonly Email[], size: number): Email[][] {
  const pages = Math.ceil(items.length / size)
  return Array.from({ length: pages }, (_, page) => items.slice(page * size, (page + 1) * size))
}

function inParallel<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, work))
}

/** A share is the median of the ratios of speeds that were measured one after the other. */
function reportSpeeds(shapes: readonly Shape[], speeds: Speeds): void {
  const rows = shapes.flatMap((shape) =>
    [...new Set(PHASES)].map((phase) => {
      const samples = speeds.get(toKey(phase, shape)) ?? []
      const median = (of: (sample: Record<Writer, number>) => number) => percentile(samples.map(of), 0.5)
      return {
        page: shape.pageSize,
        connections: shape.connections,
        phase,
        'store items/s': Math.round(median(({ store }) => store)),
        'bare SQL items/s': Math.round(median((sample) => sample['bare SQL'])),
        share: round(
          median((sample) => sample.store / sample['bare SQL']),
          2,
        ),
        'every row items/s': Math.round(median((sample) => sample['every row'])),
        'share of every row': round(
          median((sample) => sample.store / sample['every row']),
          2,
        ),
      }
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
