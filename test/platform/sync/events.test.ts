import { describe, expect, test } from '@jest/globals'
import pino from 'pino'
import { Registry } from 'prom-client'
import type { Health } from '../../../platform/model/sync.ts'
import { fanOut, type SyncEvent } from '../../../platform/provider/events.ts'
import { platformError } from '../../../platform/provider/problem.ts'
import { logEvents } from '../../../platform/sync/log.ts'
import { countEvents } from '../../../platform/sync/metrics.ts'
import { createFixture, type EngineFixture, NOW } from './fixtures.ts'
import { problem } from './simulation/faults.ts'
import { VirtualClock } from './simulation/virtual-clock.ts'

const HOUR = 3_600_000

const RUN = {
  tenantId: 't',
  connectionId: 'c',
  sync: 'email' as const,
  runId: 'r',
  provider: 'acme',
  application: 'mail',
  trigger: 'schedule' as const,
}
const COUNTERS = { created: 3, updated: 0, unchanged: 0, skipped: 0, failedCount: 1 }

function ended(previous: Health, next: Health): SyncEvent {
  const health = { before: previous, after: next }
  return { type: 'run-ended', run: RUN, state: 'ok', health, pages: 1, counters: COUNTERS, tookMs: 200, lagMs: 400 }
}

/** Logs events and returns the lines. */
function logLines(events: readonly SyncEvent[], clock = new VirtualClock(NOW), level = 'info') {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const emit = logEvents(log, clock)
  for (const event of events) emit(event)
  return { lines, emit }
}

describe('the log', () => {
  test('reports once that a sync became unhealthy, and once that it recovered', () => {
    const levels: Health[] = [
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
    const { lines } = logLines(levels.slice(1).map((health, index) => ended(levels[index] as Health, health)))
    const changes = lines.filter(({ msg }) => msg !== 'run ended' && msg !== 'sync health changed')
    expect(changes.map(({ msg, level }) => [msg, level])).toEqual([
      ['sync became unhealthy', 40],
      ['sync recovered', 30],
    ])
  })

  test('has one line at info for each run that has ended, with its outcome', () => {
    const { lines } = logLines([ended('healthy', 'healthy'), ended('failing', 'failing')])
    expect(lines).toMatchObject([
      { level: 30, msg: 'run ended', sync: RUN.sync, runState: 'ok', ...COUNTERS, tookMs: 200 },
      { level: 30, msg: 'run ended', health: 'failing' },
    ])
  })

  test('reports a rejected platform key at most once in ten minutes', () => {
    const clock = new VirtualClock(NOW)
    const event: SyncEvent = { type: 'misconfigured', providerUrl: 'u', error: platformError('Unauthorized', '', 401) }
    const { lines, emit } = logLines([event, event], clock)
    expect(lines).toMatchObject([{ level: 50, providerUrl: 'u' }])
    return clock.advance(600_000).then(() => {
      emit(event)
      expect(lines).toHaveLength(2)
    })
  })

  test('contains no token', async () => {
    const fixture: EngineFixture = createFixture({
      respond: ({ path }) => (path === '/auth/refresh' ? problem(500, 'x') : problem(401, 'credentials-expired')),
    })
    fixture.connect('mail', { syncs: ['email', 'transcription'], credential: { dateExpiry: NOW + 600_000 } })
    await fixture.engine.definitions.start()
    fixture.engine.worker.start()
    await fixture.clock.advance(2 * HOUR)
    const { lines } = logLines(fixture.events, fixture.clock, 'trace')
    expect(lines.length).toBeGreaterThan(10)
    for (const secret of ['the-access-token', 'the-refresh-token', 'the-platform-key']) {
      expect(JSON.stringify(lines)).not.toContain(secret)
    }
  })
})

describe('the metrics', () => {
  test('count runs, items, lag, health, refreshes and breakers', async () => {
    const registry = new Registry()
    const emit = countEvents(registry)
    const events: SyncEvent[] = [
      ended('healthy', 'degraded'),
      { type: 'run-yielded', run: RUN, pages: 1 },
      { type: 'refreshed', provider: 'acme', application: 'mail', connectionId: 'c', outcome: 'failed' },
      { type: 'called', providerUrl: 'u', call: 'email', outcome: 'ok', tookMs: 90 },
      { type: 'breaker', providerUrl: 'u', state: 'open' },
      { type: 'provider-unreadable', providerUrl: 'u', reason: 'x' },
      { type: 'store-failed', operation: 'claim', cause: new Error('x') },
      { type: 'misconfigured', providerUrl: 'u', error: platformError('x', 'x') },
    ]
    for (const event of events) emit(event)
    const text = await registry.metrics()
    const expected = [
      'runs_total{provider="acme",application="mail",sync="email",state="ok"} 1',
      'runs_total{provider="acme",application="mail",sync="email",state="yielded"} 1',
      'items_total{sync="email",result="created"} 3',
      'health_changes_total{sync="email",from="healthy",to="degraded"} 1',
      'lag_seconds_bucket{le="0.5",sync="email"} 1',
      'refreshes_total{provider="acme",application="mail",outcome="failed"} 1',
      'provider_calls_total{provider="u",call="email",outcome="ok"} 1',
      'breaker{provider="u"} 2',
      'provider_reachable{provider="u"} 0',
      'store_failures_total{operation="claim"} 1',
      'misconfigured_total{provider="u"} 1',
    ]
    expect(expected.filter((line) => !text.includes(`platform_sync_${line}`))).toEqual([])
    expect(text).not.toContain('"c"')
  })

  test('match the events of a running engine', async () => {
    const registry = new Registry()
    const emit = countEvents(registry)
    const fixture = createFixture()
    fixture.connect('mail', { syncs: ['email', 'transcription'] })
    await fixture.engine.definitions.start()
    fixture.engine.worker.start()
    await fixture.clock.advance(HOUR)
    for (const event of fixture.events) emit(event)
    const runs = fixture.events.filter(({ type }) => type === 'run-ended').length
    const metric = await registry.getSingleMetric('platform_sync_runs_total')?.get()
    expect(metric?.values.reduce((sum, { value }) => sum + value, 0)).toBe(runs)
  })
})

test('several subscribers receive events in order', () => {
  const received: string[] = []
  fanOut(
    () => received.push('first'),
    () => received.push('second'),
  )(ended('healthy', 'healthy'))
  expect(received).toEqual(['first', 'second'])
})
