import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Emit, SyncEvent } from '../provider/events.ts'

const BUCKETS_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600]
const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 } as const

type RunEnded = Extract<SyncEvent, { type: 'run-ended' }>

/** Counts events for /metrics. No label identifies a user or a connection. */
export function countEvents(registry: Registry): Emit {
  const metrics = createMetrics(registry)
  return (event) => {
    switch (event.type) {
      case 'run-ended':
        return countRun(metrics, event)
      case 'run-yielded':
      case 'run-lost':
      case 'run-aborted':
        return metrics.runs.inc({ ...labelsOf(event.run), state: event.type.slice('run-'.length) })
      case 'refreshed':
        return metrics.refreshes.inc({
          provider: event.provider,
          application: event.application,
          outcome: event.outcome,
        })
      case 'called': {
        const { providerUrl, call, outcome, tookMs } = event
        metrics.calls.inc({ provider: providerUrl, call, outcome })
        return metrics.callSeconds.observe({ provider: providerUrl, call }, tookMs / 1_000)
      }
      case 'key-checked':
        return metrics.keyAccepted.set({ provider: event.providerUrl }, event.accepted ? 1 : 0)
      case 'breaker':
        return metrics.breaker.set({ provider: event.providerUrl }, BREAKER_STATES[event.state])
      case 'provider-read':
        return metrics.reachable.set({ provider: event.providerUrl }, 1)
      case 'provider-unreadable':
        return metrics.reachable.set({ provider: event.providerUrl }, 0)
      case 'store-failed':
        return metrics.storeFailures.inc({ operation: event.operation })
      case 'misconfigured':
        return metrics.misconfigured.inc({ provider: event.providerUrl })
    }
  }
}

type Metrics = ReturnType<typeof createMetrics>

function createMetrics(registry: Registry) {
  const registers = [registry]
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `platform_sync_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `platform_sync_${name}`, help, labelNames: ['provider'], registers })
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `platform_sync_${name}_seconds`, help, labelNames, buckets: BUCKETS_SECONDS, registers })
  return {
    runs: counter('runs_total', 'Runs by final state', ['provider', 'application', 'sync', 'state']),
    runSeconds: histogram('run', 'Duration of runs', ['sync']),
    lag: histogram('lag', 'Delay between the due time and the start of runs', ['sync']),
    items: counter('items_total', 'Items received, by result', ['sync', 'result']),
    health: counter('health_changes_total', 'Health changes of syncs', ['sync', 'from', 'to']),
    refreshes: counter('refreshes_total', 'Credential refreshes', ['provider', 'application', 'outcome']),
    calls: counter('provider_calls_total', 'Calls to providers, excluding retries', ['provider', 'call', 'outcome']),
    callSeconds: histogram('provider_call', 'Duration of calls to providers, including retries', ['provider', 'call']),
    breaker: gauge('breaker', 'Circuit breaker of the provider (0: closed, 1: half-open, 2: open)'),
    reachable: gauge('provider_reachable', 'Whether the definition of the provider could be read (1) or not (0)'),
    keyAccepted: gauge('provider_key_accepted', 'Whether the provider accepts the platform key (1) or not (0)'),
    storeFailures: counter('store_failures_total', 'Failed store operations that are retried', ['operation']),
    misconfigured: counter('misconfigured_total', 'Calls whose platform key the provider rejected', ['provider']),
  }
}

function countRun(metrics: Metrics, { run, state, health, counters, tookMs, lagMs }: RunEnded): void {
  const { sync } = run
  metrics.runs.inc({ ...labelsOf(run), state })
  metrics.runSeconds.observe({ sync }, tookMs / 1_000)
  if (lagMs !== undefined) metrics.lag.observe({ sync }, lagMs / 1_000)
  for (const [result, count] of Object.entries(counters)) metrics.items.inc({ sync, result }, count)
  if (health.before !== health.after) metrics.health.inc({ sync, from: health.before, to: health.after })
}

function labelsOf({ provider, application, sync }: RunEnded['run']) {
  return { provider, application, sync }
}
