import { omitUndefined } from '../src/runtime/omit.ts'
import { startIssuer } from '../test/platform/sign-in/issuer.ts'
import { execute, type Measurement, measureInTurn, type Request } from './graph/load.ts'
import { startPeer } from './graph/peer.ts'
import { countStatementsPerQuery, createPlatformEnvironment } from './graph/platform.ts'
import { type BenchmarkQuery, createQueries, type Operation } from './graph/queries.ts'
import { openSeeded } from './graph/seed.ts'
import { type Server, startServer } from './graph/server.ts'
import { findViewers, trustIssuer, type Viewer } from './graph/viewer.ts'
import { report, round } from './report.ts'

/** GRAPH_BLOCKS=100000,1000000 measures both sizes. Loading the larger one takes minutes the first time. */
const SIZES = (process.env.GRAPH_BLOCKS ?? '100000').split(',').map(Number)
/** How long each server is measured per query, first with one request at a time, then concurrently. */
const SECONDS = Number(process.env.GRAPH_SECONDS ?? '2')
const CONCURRENCY = 16

interface Servers {
  platform: Server
  plain: Server
  peer: Server | undefined
  token: (viewer: Viewer) => Promise<string>
}

type Times = Record<'sequential' | 'concurrent', Measurement>

/**
 * Compares the graph API over HTTP, with sign-in, permissions and validation, to hand-written SQL over bare node:http
 * and, where it can express the query, to PostGraphile without sign-in.
 */
export async function benchGraph(): Promise<void> {
  for (const blocks of SIZES) await benchSize(blocks)
}

async function benchSize(blocks: number): Promise<void> {
  const seeded = await openSeeded(blocks)
  const issuer = await startIssuer()
  const started: Server[] = []
  const start = async <Some extends Server | undefined>(starting: Promise<Some>): Promise<Some> => {
    const server = await starting
    if (server) started.push(server)
    return server
  }
  try {
    await trustIssuer(seeded, issuer.issuer)
    const viewers = await findViewers(seeded)
    const token = ({ email }: Viewer) => issuer.token(email)
    const environment = createPlatformEnvironment(seeded, issuer)
    const statements = await countStatementsPerQuery(environment, viewers, token)
    const { host, port, user, database } = seeded.address
    const plainEnvironment = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database }
    const servers: Servers = {
      platform: await start(startServer('platform/main.ts', environment, '/api/v1/ready')),
      plain: await start(startServer('bench/graph/plain-server.ts', plainEnvironment)),
      peer: await start(startPeer(seeded)),
      token,
    }
    await compare(blocks, viewers, servers, statements)
  } finally {
    await Promise.all(started.map((server) => server.stop()))
    await issuer.stop()
    await seeded.close()
  }
}

async function compare(
  blocks: number,
  viewers: readonly Viewer[],
  servers: Servers,
  statements: ReadonlyMap<string, number>,
): Promise<void> {
  const rows: Record<string, string | number>[] = []
  for (const viewer of viewers) {
    for (const query of createQueries(viewer)) {
      const requests = createRequests(query, servers, await servers.token(viewer))
      await checkResults(query, requests)
      const labels = { query: query.name, viewer: viewer.name }
      rows.push({
        ...labels,
        statements: statements.get(query.name) ?? '',
        ...toColumns(await measureServers(requests)),
      })
    }
  }
  const title = `Graph: ${blocks} blocks; ms of one request at a time, and requests per second of ${CONCURRENCY} at a time`
  const medians = rows.map((row) => [`${row.query}, ${row.viewer}`, Number(row.p50)])
  report(title, rows, { benchmark: 'graph', blocks, ...Object.fromEntries(medians) })
}

type Requests = { platform: Request; plain: Request; peer: Request | undefined }

function createRequests({ platform, sql, postgraphile }: BenchmarkQuery, servers: Servers, token: string): Requests {
  const bodyOf = ({ query, variables }: Operation) => ({ query, variables })
  return {
    platform: {
      url: `${servers.platform.url}/api/v1/graph`,
      headers: { authorization: `Bearer ${token}` },
      body: bodyOf(platform),
    },
    plain: { url: servers.plain.url, body: sql },
    peer: postgraphile && servers.peer && { url: `${servers.peer.url}/graphql`, body: bodyOf(postgraphile) },
  }
}

/** Throws if the servers return different rows, because the times would not be comparable. */
async function checkResults(
  { name, platform, postgraphile, mayDiffer }: BenchmarkQuery,
  requests: Requests,
): Promise<void> {
  if (mayDiffer) return
  const expected = toIds((await execute(requests.plain)).rows, '_id')
  const results = [toIds((await execute(requests.platform))[platform.rowsMember], platform.idMember)]
  if (postgraphile && requests.peer)
    results.push(toIds((await execute(requests.peer))[postgraphile.rowsMember], postgraphile.idMember))
  for (const ids of results)
    if (ids !== expected) throw new Error(`${name}: the servers returned different rows: ${ids} and ${expected}`)
}

function toIds(result: unknown, id: string): string {
  const rows = Array.isArray(result) ? result : [result]
  return rows
    .map((row) => (typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[id] : row))
    .sort()
    .join()
}

type AllTimes = Record<'platform' | 'plain', Times> & { peer: Times | undefined }

async function measureServers({ platform, plain, peer }: Requests): Promise<AllTimes> {
  const all = [platform, plain, ...(peer ? [peer] : [])]
  const sequential = await measureInTurn(all, { concurrency: 1, seconds: SECONDS })
  const concurrent = await measureInTurn(all, { concurrency: CONCURRENCY, seconds: SECONDS })
  const times = sequential.map((measurement, index) => ({
    sequential: measurement,
    concurrent: concurrent[index] as Measurement,
  }))
  const [platformTimes, plainTimes, peerTimes] = times
  return { platform: platformTimes as Times, plain: plainTimes as Times, peer: peerTimes }
}

function toColumns({ platform, plain, peer }: AllTimes) {
  const createColumns = (prefix: string, { sequential, concurrent }: Times) => {
    const failed = sequential.failed + concurrent.failed
    return omitUndefined({
      [`${prefix}p50`]: round(sequential.p50, 2),
      [`${prefix}p99`]: round(sequential.p99, 2),
      [`${prefix}/s`]: round(concurrent.perSecond),
      [`${prefix}failed`]: failed > 0 ? failed : undefined,
    })
  }
  const ratioTo = (baseline: Times) => round(platform.sequential.p50 / baseline.sequential.p50, 1)
  return {
    ...createColumns('', platform),
    ...createColumns('SQL ', plain),
    'p50/SQL': ratioTo(plain),
    ...(peer && createColumns('peer ', peer)),
    ...(peer && { 'p50/peer': ratioTo(peer) }),
  }
}
