import pg from 'pg'
import { readConfig } from '../platform/config.ts'
import { startPlatform } from '../platform/start.ts'
import { createLog } from '../src/runtime/log.ts'
import { startIssuer } from '../test/platform/sign-in/issuer.ts'
import { createPlatformEnvironment } from './graph/platform.ts'
import { openSeeded, type Seeded } from './graph/seed.ts'
import { type Server, startServer } from './graph/server.ts'
import { findViewers, trustIssuer, type Viewer } from './graph/viewer.ts'
import { report, round } from './report.ts'
import { openCopy } from './writes/copy.ts'
import { EffectReader, toDifference } from './writes/effects.ts'
import { type BenchmarkMutation, createMutations } from './writes/mutations.ts'
import { PLAIN_MUTATIONS } from './writes/plain-mutations.ts'
import type { Parameters } from './writes/plain-transaction.ts'
import { Changes, closeConnections, measureInTurn, type Send, sendToPlain, sendToPlatform } from './writes/run.ts'
import { countSent, type Sent } from './writes/statements.ts'
import { findTargets } from './writes/targets.ts'

/** GRAPH_BLOCKS=100000,1000000 measures both sizes. */
const SIZES = (process.env.GRAPH_BLOCKS ?? '100000').split(',').map(Number)
/** How long each mutation is measured per viewer, both servers in turn. */
const SECONDS = Number(process.env.GRAPH_SECONDS ?? '4')
/** A connection prepares a statement when it is sent again, and keeps a plan after five executions. */
const WARM_UP_CHANGES = 30
/** The limits are on, as usual, and not reached. */
const HIGH_LIMITS = {
  GRAPH_COST: '10000',
  GRAPH_REQUESTS_PER_SECOND: '100000',
  GRAPH_REQUEST_BURST: '100000',
  GRAPH_MUTATIONS_PER_SECOND: '100000',
  GRAPH_MUTATION_BURST: '100000',
}
/** The first of them are those of a process that has just started. */
const COUNTED_CHANGES = 4

/**
 * Compares mutations over HTTP, with sign-in, permissions and validation, to hand-written SQL in one transaction over bare
 * node:http, which writes the same rows. Both change a copy of the seeded graph.
 */
export async function benchWrites(): Promise<void> {
  for (const blocks of SIZES) {
    const seeded = await openSeeded(blocks)
    const copy = await openCopy(seeded).finally(() => seeded.close())
    await benchCopy(blocks, copy).finally(() => copy.close())
  }
}

async function benchCopy(blocks: number, copy: Seeded): Promise<void> {
  const issuer = await startIssuer()
  const started: Server[] = []
  const effects = await EffectReader.open(copy)
  try {
    await trustIssuer(copy, issuer.issuer)
    const environment = { ...createPlatformEnvironment(copy, issuer), ...HIGH_LIMITS }
    const { host, port, user, database } = copy.address
    const plainEnvironment = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database }
    const platform = await startServer('platform/main.ts', environment, '/api/v1/ready')
    started.push(platform)
    const plain = await startServer('bench/writes/plain-server.ts', plainEnvironment)
    started.push(plain)
    const counting = await startCounting(copy, environment)
    const rows: Record<string, string | number>[] = []
    for (const viewer of await findViewers(copy)) {
      const token = await issuer.token(viewer.email)
      for (const mutation of createMutations(viewer, await findTargets(copy, viewer))) {
        const servers = [
          { send: sendToPlatform(platform.url, token), changes: new Changes(mutation, 0) },
          { send: sendToPlain(plain.url), changes: new Changes(mutation, 1) },
        ] as const
        await checkEffects(mutation, viewer, servers, effects)
        const [counted, plainCounted] = [
          await countOf(sendToPlatform(counting.url, token), servers[0].changes),
          await countOf(counting.sendToPlain, servers[1].changes),
        ]
        const [times, plainTimes] = await measureInTurn(servers, { seconds: SECONDS, warmUp: WARM_UP_CHANGES })
        if (!times || !plainTimes) continue
        rows.push({
          mutation: mutation.name,
          viewer: viewer.name,
          statements: counted.statements,
          'round trips': counted.roundTrips,
          p50: round(times.p50, 2),
          p99: round(times.p99, 2),
          'SQL statements': plainCounted.statements,
          'SQL p50': round(plainTimes.p50, 2),
          'SQL p99': round(plainTimes.p99, 2),
          'p50/SQL': round(times.p50 / plainTimes.p50, 2),
          'p99/SQL': round(times.p99 / plainTimes.p99, 2),
        })
      }
    }
    await counting.stop()
    const ratios = rows.map((row) => [`${row.mutation}, ${row.viewer}`, Number(row['p50/SQL'])])
    report(`Writes: a graph of ${blocks} blocks; ms of one change at a time`, rows, {
      benchmark: 'writes',
      blocks,
      ...Object.fromEntries(ratios),
    })
  } finally {
    await closeConnections()
    await Promise.all(started.map((server) => server.stop()))
    await effects.close()
    await issuer.stop()
  }
}

type Servers = readonly { send: Send; changes: Changes }[]

/** Throws if the servers write different rows, because the times would not be comparable. */
async function checkEffects(
  { name }: BenchmarkMutation,
  { tenantId }: Viewer,
  servers: Servers,
  effects: EffectReader,
): Promise<void> {
  const differences: string[] = []
  for (const { send, changes } of servers) {
    const change = changes.next()
    const before = await effects.read(change.blockId)
    await send(change)
    const after = await effects.read(change.blockId ?? (await effects.newestBlock(tenantId)))
    differences.push(toDifference(before, after))
  }
  const [platform, plain] = differences
  if (platform === plain && platform !== '') return
  throw new Error(`${name}: the platform wrote\n${platform}\nand the hand-written SQL\n${plain}`)
}

/** Both servers once more in this process, where statements can be counted. */
async function startCounting({ address }: Seeded, environment: Record<string, string>) {
  const platform = await startPlatform(readConfig({ ...environment, PORT: '0' }), createLog('error'))
  const pool = new pg.Pool({ ...address, max: 1 })
  const sendToPlain: Send = async ({ plain }) =>
    (await PLAIN_MUTATIONS[plain.mutation](pool, plain.parameters as Parameters)) as Record<string, unknown>
  const stop = async () => {
    await platform.stop()
    await pool.end()
  }
  return { url: `http://127.0.0.1:${platform.port}`, sendToPlain, stop }
}

async function countOf(send: Send, changes: Changes): Promise<Sent> {
  let sent: Sent = { statements: 0, roundTrips: 0 }
  for (let count = 0; count < COUNTED_CHANGES; count += 1) sent = await countSent(() => send(changes.next()))
  return sent
}
