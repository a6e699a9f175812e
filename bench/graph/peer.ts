import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Seeded } from './seed.ts'
import { type Server, startServer } from './server.ts'

const FOLDER = fileURLToPath(new URL('./peer/', import.meta.url))
const INSTALL_MS = 300_000

/**
 * PostGraphile on the same database. It is no dependency of the project: it is installed beside this file the first
 * time. Undefined, with a sentence, when it cannot be had.
 */
export async function startPeer({ address }: Seeded): Promise<Server | undefined> {
  if (!isInstalled()) return undefined
  const client = new pg.Client(address)
  await client.connect()
  await client.query(readFileSync(new URL('./peer/schema.sql', import.meta.url), 'utf8'))
  await client.end()
  const DATABASE_URL = `postgres://${address.user}@/${address.database}?host=${encodeURIComponent(address.host)}&port=${address.port}`
  return startServer('bench/graph/peer/server.mjs', {
    DATABASE_URL,
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
  })
}

function isInstalled(): boolean {
  if (existsSync(`${FOLDER}node_modules/postgraphile`)) return true
  const args = ['ci', '--prefix', FOLDER, '--no-audit', '--no-fund', '--ignore-scripts']
  const { status, error } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: INSTALL_MS })
  if (status === 0) return true
  const why = error ? error.message : `npm ci ended with ${status}`
  process.stderr.write(`PostGraphile is left out: it could not be installed in bench/graph/peer (${why}).\n`)
  return false
}
