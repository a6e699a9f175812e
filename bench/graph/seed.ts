import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openStore } from '../../platform/storage/open.ts'
import { type EmbeddedServer, openEmbeddedServer } from '../../platform/storage/postgres/embedded/server.ts'
import { report, round } from '../report.ts'
import { dropIndexes } from './seed-indexes.ts'

const STEPS = new URL('./seed/', import.meta.url)
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/bench-graph/', import.meta.url))
/** The number of connections that execute the large steps in parallel. */
const WRITERS = 2
const PARALLEL_STEPS = new Set(['4-blocks.sql', '5-sharing.sql'])
/** The tables whose indexes are created after the rows are inserted. */
const LARGE_TABLES = ['blocks', 'sharing']
const SETTINGS = "set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off"

/** A database with the benchmark's graph. */
export interface Seeded {
  dataDir: string
  address: EmbeddedServer['address']
  close(): Promise<void>
}

/**
 * Opens an embedded database with a graph of this many blocks, created by the statements in `seed/`. It is cached in
 * node_modules/.cache until they change. Newer migrations are applied to the cached database.
 */
export async function openSeeded(blocks: number): Promise<Seeded> {
  const dataDir = join(CACHE, `${blocks}-${hashSteps()}`)
  const isSeeded = existsSync(join(dataDir, 'seeded'))
  if (!isSeeded) await removeOutdated(blocks)
  await mkdir(dataDir, { recursive: true })
  const { address, close } = await openEmbeddedServer(dataDir)
  // Opening the store applies the migrations.
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

/** Removes incomplete graphs of this size, and those that other statements created. */
async function removeOutdated(blocks: number): Promise<void> {
  const outdated = existsSync(CACHE) ? readdirSync(CACHE).filter((name) => name.startsWith(`${blocks}-`)) : []
  for (const dataDir of outdated.map((name) => join(CACHE, name))) {
    // A killed run may have left its server running; closing the last connection stops it.
    await openEmbeddedServer(dataDir).then((server) => server.close())
    await rm(dataDir, { recursive: true })
  }
}

function readSteps(): { name: string; text: string }[] {
  const names = readdirSync(STEPS).sort()
  return names.map((name) => ({ name, text: readFileSync(new URL(name, STEPS), 'utf8') }))
}

function hashSteps(): string {
  return hash('sha256', JSON.stringify(readSteps()), 'hex').slice(0, 8)
}

/** Creates the graph in a migrated database without tenants. */
export async function seed(address: pg.ClientConfig, blocks: number): Promise<void> {
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => openWriter(address, blocks)))
  const [first] = writers as [pg.Client]
  await first.query("alter system set max_wal_size = '8GB'")
  await first.query('select pg_reload_conf()')
  const times: Record<string, number> = {}
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    times[`${name} s`] = round((performance.now() - start) / 1_000)
  }
  const restore = await dropIndexes(first, LARGE_TABLES)
  for (const { name, text } of readSteps()) {
    const run = () => (PARALLEL_STEPS.has(name) ? writeInParts(writers, text, blocks) : first.query(text))
    await measure(name.replace(/^\d-|\.sql$/g, ''), run)
  }
  await measure('indexes', restore)
  await measure('vacuum', () => first.query('vacuum (analyze)'))
  await first.query('alter system reset max_wal_size')
  await measure('checkpoint', () => first.query('checkpoint'))
  reportSeed(await countRows(first), times)
  await Promise.all(writers.map((writer) => writer.end()))
}

async function openWriter(address: pg.ClientConfig, blocks: number): Promise<pg.Client> {
  const writer = new pg.Client(address)
  await writer.connect()
  await writer.query(`${SETTINGS}; set bench.blocks = '${blocks}'`)
  return writer
}

function writeInParts(writers: readonly pg.Client[], text: string, blocks: number): Promise<unknown> {
  const size = Math.ceil(blocks / writers.length)
  return Promise.all(
    writers.map(async (writer, index) => {
      await writer.query(
        `set bench.first = '${index * size + 1}'; set bench.last = '${Math.min(blocks, (index + 1) * size)}'`,
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
      as "visible to the heavy tenant",
    (pg_database_size('postgres') / 1000000)::int as "MB on disk"`)
  return rows[0]
}

function reportSeed(rows: Record<string, number>, times: Record<string, number>): void {
  report('Graph: seeded rows', [{ ...rows, ...times }], { benchmark: 'graph seed', ...rows, ...times })
}
