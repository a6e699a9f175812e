import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedServer, openEmbeddedServer } from '../../platform/storage/postgres/embedded/server.ts'
import { openStore } from '../../platform/storage/open.ts'
import { report, rounded } from '../report.ts'
import { withoutIndexes } from './seed-indexes.ts'

const STEPS = new URL('./seed/', import.meta.url)
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/bench-graph/', import.meta.url))
/** The large steps are written by as many connections as this. */
const WRITERS = 2
const IN_PARTS = new Set(['4-blocks.sql', '5-sharing.sql'])
/** The tables that are written without indexes, which are made afterwards. */
const LARGE_TABLES = ['blocks', 'sharing']
const SETTINGS = "set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off"

/** A database that holds the bench's graph. */
export interface Seeded {
  dataDir: string
  address: EmbeddedServer['address']
  close(): Promise<void>
}

/**
 * The embedded store with a graph of so many blocks, made by the statements of `seed/`. It is kept under
 * node_modules/.cache until they change; migrations that came later are run on what is kept.
 */
export async function openSeeded(blocks: number): Promise<Seeded> {
  const dataDir = join(CACHE, `${blocks}-${versionOfSteps()}`)
  const isSeeded = existsSync(join(dataDir, 'seeded'))
  if (!isSeeded) await makeRoom(blocks)
  await mkdir(dataDir, { recursive: true })
  const { address, close } = await openEmbeddedServer(dataDir)
  // Migrates.
  await openStore({ dataDir }).then((store) => store.close())
  if (!isSeeded) {
    await seed(address, blocks).catch(async (error) => {
      await close()
      throw error
    })
    await writeFile(join(dataDir, 'seeded'), '')
  }
  return { dataDir, address, close }
}

/** Removes graphs of that size which other statements made, or which were not finished. */
async function makeRoom(blocks: number): Promise<void> {
  const old = existsSync(CACHE) ? readdirSync(CACHE).filter((name) => name.startsWith(`${blocks}-`)) : []
  for (const dataDir of old.map((name) => join(CACHE, name))) {
    // A run that was killed has left its server behind; the last one to leave stops it.
    await openEmbeddedServer(dataDir).then((server) => server.close())
    await rm(dataDir, { recursive: true })
  }
}

function steps(): { name: string; text: string }[] {
  const names = readdirSync(STEPS).sort()
  return names.map((name) => ({ name, text: readFileSync(new URL(name, STEPS), 'utf8') }))
}

function versionOfSteps(): string {
  return hash('sha256', JSON.stringify(steps()), 'hex').slice(0, 8)
}

async function seed(address: EmbeddedServer['address'], blocks: number): Promise<void> {
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => openWriter(address, blocks)))
  const [first] = writers as [pg.Client]
  await first.query("alter system set max_wal_size = '8GB'")
  await first.query('select pg_reload_conf()')
  const times: Record<string, number> = {}
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    times[`${name} s`] = rounded((performance.now() - start) / 1_000)
  }
  const restore = await withoutIndexes(first, LARGE_TABLES)
  for (const { name, text } of steps()) {
    const run = () => (IN_PARTS.has(name) ? writeInParts(writers, text, blocks) : first.query(text))
    await timed(name.replace(/^\d-|\.sql$/g, ''), run)
  }
  await timed('indexes', restore)
  await timed('vacuum', () => first.query('vacuum (analyze)'))
  await first.query('alter system reset max_wal_size')
  await timed('checkpoint', () => first.query('checkpoint'))
  tell(await countRows(first), times)
  await Promise.all(writers.map((writer) => writer.end()))
}

async function openWriter(address: EmbeddedServer['address'], blocks: number): Promise<pg.Client> {
  const writer = new pg.Client(address)
  await writer.connect()
  await writer.query(`${SETTINGS}; set bench.blocks = '${blocks}'`)
  return writer
}

function writeInParts(writers: readonly pg.Client[], text: string, blocks: number): Promise<unknown> {
  const size = Math.ceil(blocks / writers.length)
  return Promise.all(
    writers.map(async (writer, at) => {
      await writer.query(
        `set bench.first = '${at * size + 1}'; set bench.last = '${Math.min(blocks, (at + 1) * size)}'`,
      )
      await writer.query(text)
    }),
  )
}

async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query(`select
    (select count(*) from blocks)::int as blocks,
    (select count(*) from sharing)::int as links,
    (select count(*) from tags)::int as tags,
    (select count(*) from sharing join tenants using (tenant_id, tag_id) where subject like 'tenant0@%')::int
      as "seen by the heavy tenant",
    (pg_database_size('postgres') / 1000000)::int as "MB on disk"`)
  return rows[0]
}

function tell(rows: Record<string, number>, times: Record<string, number>): void {
  report('Graph: what was loaded', [{ ...rows, ...times }], { benchmark: 'graph seed', ...rows, ...times })
}
