import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Seeded } from './seed.ts'
import { type Server, startServer } from './server.ts'

const FOLDER = fileURLToPath(new URL('./peer/', import.meta.url))
const INSTALL_TIMEOUT_MS = 300_000

/**
 * Starts PostGraphile on the same database. It is not a dependency of the project: it is installed into `peer/` on first
 * use. Prints a warning and returns undefined if it cannot be installed.
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
  const { status, error } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: INSTALL_TIMEOUT_MS })
  if (status === 0) return true
  const reason = error ? error.message : `npm ci exited with ${status}`
  process.stderr.write(`PostGraphile is skipped: it could not be installed in bench/graph/peer (${reason}).\n`)
  return false
}
