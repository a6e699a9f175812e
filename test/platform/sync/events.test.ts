import { describe, expect, test } from '@jest/globals'
import pino from 'pino'
import { Registry } from 'prom-client'
import type { Health } from '../../../platform/model/sync.ts'
import { type SyncEvent, tellAll } from '../../../platform/provider/events.ts'
import { platformError } from '../../../platform/provider/problem.ts'
import { logEvents } from '../../../platform/sync/log.ts'
import { countEvents } from '../../../platform/sync/metrics.ts'
import { problem } from './simulation/faults.ts'
import { VirtualClock } from './simulation/virtual-clock.ts'
import { NOW, PAGE_OF_NOTHING, type Stage, setStage } from './stage.ts'

const HOUR = 3_600_000

const RUN = {
  ...{ tenantId: 't', connectionId: 'c', sync: 'email' as const, runId: 'r' },
  ...{ provider: 'acme', application: 'mail', trigger: 'schedule' as const },
}
const COUNTERS = { created: 3, updated: 0, unchanged: 0, skipped: 0, failedCount: 1 }

function ended(before: Health, after: Health): SyncEvent {
  const health = { before, after }
  return { type: 'run-ended', run: RUN, state: 'ok', health, pages: 1, counters: COUNTERS, tookMs: 200, lagMs: 400 }
}

/** What is logged of events, a line each. */
function logOf(events: readonly SyncEvent[], clock = new VirtualClock(NOW), level = 'info') {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const tell = logEvents(log, clock)
  for (const event of events) tell(event)
  return { lines, tell }
}

describe('the log', () => {
  test('says once that a sync has turned bad, and once that it has recovered', () => {
    const way: Health[] = [
      'healthy',
      'healthy',
      'degraded',
      'degraded',
      'failing',
      'paused',
      'failing',
      'degraded',
      'healthy',
    ]
    const { lines } = logOf(way.slice(1).map((health, at) => ended(way[at] as Health, health)))
    expect(lines.map(({ msg, level }) => [msg, level])).toEqual([
      ['sync has turned bad', 40],
      ['sync has recovered', 30],
    ])
  })

  test('says of a refused platform key no more than once in ten minutes', () => {
    const clock = new VirtualClock(NOW)
    const event: SyncEvent = { type: 'misconfigured', providerUrl: 'u', error: platformError('Unauthorized', '', 401) }
    const { lines, tell } = logOf([event, event], clock)
    expect(lines).toMatchObject([{ level: 50, providerUrl: 'u' }])
    return clock.pass(600_000).then(() => {
      tell(event)
      expect(lines).toHaveLength(2)
    })
  })

  test('holds no token, whatever happens', async () => {
    const stage: Stage = setStage({
      answer: ({ path }) => (path === '/auth/refresh' ? problem(500, 'x') : problem(401, 'credentials-expired')),
    })
    stage.connect('mail', { syncs: ['email', 'transcription'], credential: { dateExpiry: NOW + 600_000 } })
    await stage.engine.definitions.start()
    stage.engine.worker.start()
    await stage.clock.pass(2 * HOUR)
    const { lines } = logOf(stage.events, stage.clock, 'trace')
    expect(lines.length).toBeGreaterThan(10)
    for (const secret of ['the-access-token', 'the-refresh-token', 'the-platform-key']) {
      expect(JSON.stringify(lines)).not.toContain(secret)
    }
  })
})

describe('the metrics', () => {
  test('count runs, items, lag, health, refreshes and breakers', async () => {
    const registry = new Registry()
    const tell = countEvents(registry)
    const events: SyncEvent[] = [
      ended('healthy', 'degraded'),
      { type: 'run-left', run: RUN, pages: 1 },
      { type: 'refreshed', provider: 'acme', application: 'mail', connectionId: 'c', outcome: 'failed' },
      { type: 'called', providerUrl: 'u', call: 'email', outcome: 'ok', tookMs: 90 },
      { type: 'breaker', providerUrl: 'u', state: 'open' },
      { type: 'provider-unreadable', providerUrl: 'u', reason: 'x' },
      { type: 'store-failed', doing: 'claim', cause: new Error('x') },
      { type: 'misconfigured', providerUrl: 'u', error: platformError('x', 'x') },
    ]
    for (const event of events) tell(event)
    const text = await registry.metrics()
    const expected = [
      'runs_total{provider="acme",application="mail",sync="email",state="ok"} 1',
      'runs_total{provider="acme",application="mail",sync="email",state="left"} 1',
      'items_total{sync="email",became="created"} 3',
      'health_changes_total{sync="email",from="healthy",to="degraded"} 1',
      'lag_seconds_bucket{le="0.5",sync="email"} 1',
      'refreshes_total{provider="acme",application="mail",outcome="failed"} 1',
      'provider_calls_total{provider="u",call="email",outcome="ok"} 1',
      'breaker{provider="u"} 2',
      'provider_reachable{provider="u"} 0',
      'store_failures_total{doing="claim"} 1',
      'misconfigured_total{provider="u"} 1',
    ]
    expect(expected.filter((line) => !text.includes(`platform_sync_${line}`))).toEqual([])
    expect(text).not.toContain('"c"')
  })

  test('are what really happened', async () => {
    const registry = new Registry()
    const tell = countEvents(registry)
    const stage = setStage({ answer: () => PAGE_OF_NOTHING })
    stage.connect('mail', { syncs: ['email', 'transcription'] })
    await stage.engine.definitions.start()
    stage.engine.worker.start()
    await stage.clock.pass(HOUR)
    for (const event of stage.events) tell(event)
    const runs = stage.events.filter(({ type }) => type === 'run-ended').length
    const metric = await registry.getSingleMetric('platform_sync_runs_total')?.get()
    expect(metric?.values.reduce((sum, { value }) => sum + value, 0)).toBe(runs)
  })
})

test('several subscribers are told in their order', () => {
  const told: string[] = []
  tellAll(
    () => told.push('first'),
    () => told.push('second'),
  )(ended('healthy', 'healthy'))
  expect(told).toEqual(['first', 'second'])
})
