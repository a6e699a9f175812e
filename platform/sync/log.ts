import type { Logger } from 'pino'
import type { Clock } from '../model/clock.ts'
import type { Emit, SyncEvent } from '../provider/events.ts'

/** The operator is told of a refused platform key once in this time per provider; every run would say it again. */
const ALERT_EVERY_MS = 600_000

type Ended = Extract<SyncEvent, { type: 'run-ended' }>

/** Logs what an operator should read: a sync that turns bad once, and once when it is well again. */
export function logEvents(log: Logger, clock: Clock): Emit {
  const alerted = new Map<string, number>()
  return (event) => {
    switch (event.type) {
      case 'run-ended':
        return logRun(log, event)
      case 'run-left':
        return log.debug({ ...event.run, pages: event.pages }, 'run is left to go on later')
      case 'run-lost':
        return log.info({ ...event.run, pages: event.pages }, 'another worker has this run now')
      case 'run-broken':
        return log.error({ ...event.run, err: event.cause }, 'run broke off')
      case 'refreshed':
        return logRefresh(log, event)
      case 'misconfigured': {
        const { providerUrl, error } = event
        if (clock.now() - (alerted.get(providerUrl) ?? Number.NEGATIVE_INFINITY) < ALERT_EVERY_MS) return
        alerted.set(providerUrl, clock.now())
        return log.error(
          { providerUrl, error },
          'the provider refuses the platform key; compare PLATFORM_API_KEY on both sides',
        )
      }
      case 'breaker':
        return event.state === 'half-open'
          ? log.debug(event, 'provider is tried again')
          : log.warn(event, event.state === 'open' ? 'provider is down; its syncs are put off' : 'provider is up again')
      case 'provider-unreadable':
        return log.warn(event, 'provider cannot be read; its syncs are put off')
      case 'provider-read':
        return log.debug({ providerUrl: event.providerUrl, provider: event.definition.name }, 'provider was read')
      case 'store-failed':
        return log.error({ doing: event.doing, err: event.cause }, 'the store failed; it is tried again')
      case 'called':
        return log.trace(event, 'provider was called')
    }
  }
}

function logRun(log: Logger, { run, state, health, pages, counters, tookMs, error }: Ended): void {
  const facts = { ...run, state, health: health.after, pages, ...counters, tookMs, ...(error ? { error } : {}) }
  if (health.before === health.after) log.debug(facts, 'run ended')
  else if (health.before === 'healthy') log.warn(facts, 'sync has turned bad')
  else if (health.after === 'healthy') log.info(facts, 'sync has recovered')
  else log.debug(facts, 'health of a sync has changed')
}

function logRefresh(log: Logger, { type: _, outcome, ...facts }: Extract<SyncEvent, { type: 'refreshed' }>): void {
  if (outcome === 'ok') log.debug(facts, 'credential was renewed')
  else if (outcome === 'failed') log.info(facts, 'credential could not be renewed; it is tried again')
  else log.info(facts, 'credential is dead; its owner is asked to sign in again')
}
