import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../demo/program.ts'
import { startIssuer, type TestIssuer } from '../test/platform/sign-in/issuer.ts'
import { createPlatformEnvironment } from './graph/platform.ts'
import { openSeeded, type Seeded } from './graph/seed.ts'
import { trustIssuer } from './graph/viewer.ts'
import { type Audience, planAudience } from './live/audience.ts'
import type { Usage, UsageRequest, WriterResult, WriterTask } from './live/messages.ts'
import { type Outcome, Sockets } from './live/sockets.ts'
import { percentile, report, round } from './report.ts'
import { openCopy } from './writes/copy.ts'

/** The graph is small, because events look up blocks by their ids only. Its copy is changed. */
const BLOCKS = Number(process.env.LIVE_BLOCKS ?? '10000')
const SOCKETS = Number(process.env.LIVE_SOCKETS ?? '1000')
const RATE = Number(process.env.LIVE_RATE ?? '100')
const SECONDS = Number(process.env.LIVE_SECONDS ?? '20')
/** How long changes happen at least before those that are measured, so that the platform's code is compiled. */
const WARM_UP_SECONDS = 6
/** How long the platform is left alone before its memory is read, and how long it is measured without changes (ms). */
const SETTLE_MS = 2_000
const IDLE_MS = 5_000
/** How long after the last change events may still arrive (ms). */
const DRAIN_MS = 3_000
/** Sockets that are opened and closed first, so that memory is compared with that of a platform in use. */
const WARM_UP_SOCKETS = 200
const START_TIMEOUT_MS = 60_000
const POLL_MS = 20
const PLATFORM_FLAGS = (process.env.LIVE_PLATFORM_FLAGS ?? '').split(' ').filter((flag) => flag !== '')

/**
 * Measures live events: the delay from the commit of a change, in another process, until the first and the last of the
 * sockets concerned have received it, and what the sockets cost the platform.
 */
export async function benchLive(): Promise<void> {
  const seeded = await openSeeded(BLOCKS)
  const copy = await openCopy(seeded).finally(() => seeded.close())
  const issuer = await startIssuer()
  try {
    await trustIssuer(copy, issuer.issuer)
    await measure(copy, issuer, await planAudience(copy, SOCKETS))
  } finally {
    await issuer.stop()
    await copy.close()
  }
}

async function measure(seeded: Seeded, issuer: TestIssuer, { subscribers, targets }: Audience): Promise<void> {
  // The first change of a block reads its pages from disk, and writes them whole to the log. Both is due to the copying.
  const warmUpChanges = Math.max(RATE * WARM_UP_SECONDS, targets.length)
  const task = {
    dataDir: seeded.dataDir,
    address: seeded.address,
    targets,
    rate: RATE,
    changes: warmUpChanges + RATE * SECONDS,
    firstDate: Date.now(),
  }
  const platform = await startMeasured(createPlatformEnvironment(seeded, issuer))
  const tokens = new Map<string, string>()
  for (const { email } of subscribers) tokens.set(email, tokens.get(email) ?? (await issuer.token(email)))
  const warmUp = new Sockets(platform.url, tokens)
  const sockets = new Sockets(platform.url, tokens, task)
  try {
    await warmUp.open(subscribers.slice(0, WARM_UP_SOCKETS))
    warmUp.close()
    await pause(SETTLE_MS)
    const empty = await platform.usage('collected')
    await sockets.open(subscribers)
    await pause(SETTLE_MS)
    const connected = await platform.usage('collected')
    await pause(IDLE_MS)
    const idle = await platform.usage('current')
    const result = await runWriter(task)
    const { commits } = result
    const written = await platform.usage('current')
    await pause(DRAIN_MS)
    const outcome = sockets.compare(commits, (change) => targets[change % targets.length]?.blockId ?? '')
    reportLive({ empty, connected, idle, written }, outcome, { ...result, warmUpChanges })
  } finally {
    sockets.close()
    await platform.stop()
  }
}

interface MeasuredPlatform {
  url: string
  usage(kind: UsageRequest): Promise<Usage>
  stop(): Promise<void>
}

async function startMeasured(environment: Record<string, string>): Promise<MeasuredPlatform> {
  const port = await findFreePort()
  const child = forkProgram('platform.ts', {
    ...environment,
    PORT: String(port),
    MAX_CONNECTIONS: String(SOCKETS * 2),
    MAX_CONNECTIONS_PER_ADDRESS: String(SOCKETS * 2),
  })
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + START_TIMEOUT_MS
  const isReady = () =>
    fetch(`${url}/api/v1/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('the platform did not start')
    await pause(POLL_MS)
  }
  const usage = async (kind: UsageRequest) => {
    child.send(kind)
    const [message] = await once(child, 'message')
    return message as Usage
  }
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url: `${url.replace('http', 'ws')}/api/v1/graph`, usage, stop }
}

async function runWriter(task: WriterTask): Promise<WriterResult> {
  const writer = forkProgram('writer.ts', {})
  writer.send(task)
  const [result] = await once(writer, 'message')
  return result as WriterResult
}

function forkProgram(name: string, environment: Record<string, string>): ChildProcess {
  return fork(fileURLToPath(new URL(`./live/${name}`, import.meta.url)), {
    env: { PATH: process.env.PATH, ...environment },
    execArgv: ['--expose-gc', ...(name === 'platform.ts' ? PLATFORM_FLAGS : [])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

function reportLive(
  { empty, connected, idle, written }: Record<'empty' | 'connected' | 'idle' | 'written', Usage>,
  { first, last, expected, received, missing, doubled, unexpected }: Outcome,
  { commits, bare, warmUpChanges }: WriterResult & { warmUpChanges: number },
): void {
  const perSocket = (member: 'rss' | 'heap') => round((connected[member] - empty[member]) / SOCKETS / 1_024)
  const perSecond = (member: 'cpuMs' | 'statements', from: Usage, to: Usage) =>
    (to[member] - from[member]) / ((to.time - from.time) / 1_000)
  const committed = commits.filter((commit) => commit !== null)
  const sent = committed.map((commit) => commit.sent)
  const seconds = (Math.max(...sent) - Math.min(...sent)) / 1_000
  const times = (delays: readonly (number | undefined)[], firstIndex = warmUpChanges) => {
    const measured = delays.slice(firstIndex).filter((delay) => delay !== undefined)
    return [percentile(measured, 0.5), percentile(measured, 0.99), Math.max(...measured)].map((ms) => round(ms, 0))
  }
  const [first50, first99, firstMax] = times(first)
  const [last50, last99, lastMax] = times(last)
  const [commit50, commit99, commitMax] = times(
    commits.map((commit) => (commit ? commit.acknowledged - commit.sent : undefined)),
  )
  const start = commits.slice(warmUpChanges).find((commit) => commit !== null)?.sent ?? 0
  const [bare50, bare99, bareMax] = times(
    bare.filter((commit) => commit.sent >= start).map(({ ms }) => ms),
    0,
  )
  const figures = {
    sockets: SOCKETS,
    'changes/s': round(committed.length / seconds),
    'events/s': round(received / seconds, 0),
    'first p50 ms': first50 ?? '',
    'first p99 ms': first99 ?? '',
    'first max ms': firstMax ?? '',
    'last p50 ms': last50 ?? '',
    'last p99 ms': last99 ?? '',
    'last max ms': lastMax ?? '',
    'of it the COMMIT, p50 ms': commit50 ?? '',
    'COMMIT p99 ms': commit99 ?? '',
    'COMMIT max ms': commitMax ?? '',
    'bare commit at the same time, p50 ms': bare50 ?? '',
    'bare commit p99 ms': bare99 ?? '',
    'bare commit max ms': bareMax ?? '',
    'CPU %': round(perSecond('cpuMs', idle, written) / 10),
    'idle CPU %': round(perSecond('cpuMs', connected, idle) / 10),
    'statements/s': round(perSecond('statements', idle, written)),
    'idle statements/s': round(perSecond('statements', connected, idle)),
    'kB RSS/socket': perSocket('rss'),
    'kB heap/socket': perSocket('heap'),
    expected,
    missing,
    doubled,
    unexpected,
  }
  const title = `Live: ${SOCKETS} sockets with a subscription each; delay from a commit to the first and the last of those concerned`
  const rows = Object.entries(figures).map(([figure, measured]) => ({ figure, measured }))
  report(title, rows, { benchmark: 'live', ...figures })
}
