import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Emit, SyncEvent } from '../provider/events.ts'

const SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600]
const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 } as const

type Ended = Extract<SyncEvent, { type: 'run-ended' }>

/** Counts what happens, for /metrics. No label names a user or a connection. */
export function countEvents(registry: Registry): Emit {
  const metrics = createMetrics(registry)
  return (event) => {
    switch (event.type) {
      case 'run-ended':
        return countRun(metrics, event)
      case 'run-left':
      case 'run-lost':
      case 'run-broken':
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
      case 'breaker':
        return metrics.breaker.set({ provider: event.providerUrl }, BREAKER_STATES[event.state])
      case 'provider-read':
        return metrics.reachable.set({ provider: event.providerUrl }, 1)
      case 'provider-unreadable':
        return metrics.reachable.set({ provider: event.providerUrl }, 0)
      case 'store-failed':
        return metrics.storeFailures.inc({ doing: event.doing })
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
  const seconds = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `platform_sync_${name}_seconds`, help, labelNames, buckets: SECONDS, registers })
  return {
    runs: counter('runs_total', 'Runs, by how they ended', ['provider', 'application', 'sync', 'state']),
    runSeconds: seconds('run', 'How long runs take', ['sync']),
    lag: seconds('lag', 'How long after its time a run began', ['sync']),
    items: counter('items_total', 'Items received, by what became of them', ['sync', 'became']),
    health: counter('health_changes_total', 'Changes of health, by where they lead', ['sync', 'from', 'to']),
    refreshes: counter('refreshes_total', 'Refreshes of credentials', ['provider', 'application', 'outcome']),
    calls: counter('provider_calls_total', 'Calls to providers, retries not counted', ['provider', 'call', 'outcome']),
    callSeconds: seconds('provider_call', 'How long calls take, with their retries', ['provider', 'call']),
    breaker: gauge('breaker', '0: provider is up, 1: it is tried again, 2: it is down'),
    reachable: gauge('provider_reachable', '1: the definition could be read'),
    storeFailures: counter('store_failures_total', 'What the store did not do and is asked again', ['doing']),
    misconfigured: counter('misconfigured_total', 'Calls that a provider refused for the platform key', ['provider']),
  }
}

function countRun(metrics: Metrics, { run, state, health, counters, tookMs, lagMs }: Ended): void {
  const { sync } = run
  metrics.runs.inc({ ...labelsOf(run), state })
  metrics.runSeconds.observe({ sync }, tookMs / 1_000)
  if (lagMs !== undefined) metrics.lag.observe({ sync }, lagMs / 1_000)
  for (const [became, count] of Object.entries(counters)) metrics.items.inc({ sync, became }, count)
  if (health.before !== health.after) metrics.health.inc({ sync, from: health.before, to: health.after })
}

function labelsOf({ provider, application, sync }: Ended['run']) {
  return { provider, application, sync }
}
