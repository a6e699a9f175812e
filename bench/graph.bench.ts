import { startIssuer } from '../test/platform/sign-in/issuer.ts'
import { ask, type Measured, measureInTurn, type Request } from './graph/load.ts'
import { startPeer } from './graph/peer.ts'
import { countStatementsOf, platformEnvironment } from './graph/platform.ts'
import { type Operation, type Question, questionsOf } from './graph/questions.ts'
import { openSeeded } from './graph/seed.ts'
import { type Server, startServer } from './graph/server.ts'
import { findViewers, trustIssuer, type Viewer } from './graph/viewer.ts'
import { report, rounded } from './report.ts'

/** GRAPH_BLOCKS=100000,1000000 runs both sizes; the first time the larger one takes minutes to load. */
const SIZES = (process.env.GRAPH_BLOCKS ?? '100000').split(',').map(Number)
/** How long each of the three is asked each question by one, and by many at a time. */
const SECONDS = Number(process.env.GRAPH_SECONDS ?? '2')
const MANY = 16

interface Servers {
  platform: Server
  plain: Server
  peer: Server | undefined
  token: (viewer: Viewer) => Promise<string>
}

type Times = Record<'one' | 'many', Measured>

/**
 * The graph API over HTTP, with sign-in, permissions and checks of the operation, beside the same answers by
 * hand-written SQL over bare node:http and, where it can express them, by PostGraphile without sign-in.
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
    const environment = platformEnvironment(seeded, issuer)
    const statements = await countStatementsOf(environment, viewers, token)
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
    for (const question of questionsOf(viewer)) {
      const requests = requestsOf(question, servers, await servers.token(viewer))
      await agree(question, requests)
      const asked = { question: question.name, viewer: viewer.name }
      rows.push({ ...asked, statements: statements.get(question.name) ?? '', ...columnsOf(await timesOf(requests)) })
    }
  }
  const title = `Graph: ${blocks} blocks; ms of one request at a time, and requests per second of ${MANY} at a time`
  const medians = rows.map((row) => [`${row.question}, ${row.viewer}`, Number(row.p50)])
  report(title, rows, { benchmark: 'graph', blocks, ...Object.fromEntries(medians) })
}

type Requests = { platform: Request; plain: Request; peer: Request | undefined }

function requestsOf({ platform, plain, peer }: Question, servers: Servers, token: string): Requests {
  const bodyOf = ({ query, variables }: Operation) => ({ query, variables })
  return {
    platform: {
      url: `${servers.platform.url}/api/v1/graph`,
      headers: { authorization: `Bearer ${token}` },
      body: bodyOf(platform),
    },
    plain: { url: servers.plain.url, body: plain },
    peer: peer && servers.peer && { url: `${servers.peer.url}/graphql`, body: bodyOf(peer) },
  }
}

/** The three must give the same rows, or what takes how long means nothing. */
async function agree({ name, platform, peer, isFree }: Question, requests: Requests): Promise<void> {
  if (isFree) return
  const expected = idsOf((await ask(requests.plain)).rows, '_id')
  const answers = [idsOf((await ask(requests.platform))[platform.rows], platform.id)]
  if (peer && requests.peer) answers.push(idsOf((await ask(requests.peer))[peer.rows], peer.id))
  for (const ids of answers) if (ids !== expected) throw new Error(`${name}: ${ids} is not ${expected}`)
}

function idsOf(answer: unknown, id: string): string {
  const rows = Array.isArray(answer) ? answer : [answer]
  return rows
    .map((row) => (typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[id] : row))
    .sort()
    .join()
}

type AllTimes = Record<'platform' | 'plain', Times> & { peer: Times | undefined }

async function timesOf({ platform, plain, peer }: Requests): Promise<AllTimes> {
  const all = [platform, plain, ...(peer ? [peer] : [])]
  const one = await measureInTurn(all, { concurrency: 1, seconds: SECONDS })
  const many = await measureInTurn(all, { concurrency: MANY, seconds: SECONDS })
  const [ours, sql, theirs] = one.map((measured, at) => ({ one: measured, many: many[at] as Measured }))
  return { platform: ours as Times, plain: sql as Times, peer: theirs }
}

function columnsOf({ platform, plain, peer }: AllTimes) {
  const columns = (who: string, { one, many }: Times) => ({
    [`${who}p50`]: rounded(one.p50, 2),
    [`${who}p99`]: rounded(one.p99, 2),
    [`${who}/s`]: rounded(many.perSecond),
    ...(one.failed + many.failed > 0 ? { [`${who}failed`]: one.failed + many.failed } : {}),
  })
  return {
    ...columns('', platform),
    ...columns('SQL ', plain),
    'p50/SQL': rounded(platform.one.p50 / plain.one.p50, 1),
    ...(peer ? { ...columns('peer ', peer), 'p50/peer': rounded(platform.one.p50 / peer.one.p50, 1) } : {}),
  }
}
