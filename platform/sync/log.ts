import type { Logger } from 'pino'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Clock } from '../model/clock.ts'
import type { Emit, SyncEvent } from '../provider/events.ts'

/** A rejected platform key is logged at most once in this time per provider, because every run reports it again. */
const ALERT_INTERVAL_MS = 600_000

type RunEnded = Extract<SyncEvent, { type: 'run-ended' }>

/** Logs events for operators: one line for each run that has ended, whose message says when the health of its sync changed. */
export function logEvents(log: Logger, clock: Clock): Emit {
  const lastAlerts = new Map<string, number>()
  return (event) => {
    switch (event.type) {
      case 'run-ended':
        return logRun(log, event)
      case 'run-yielded':
        return log.debug({ ...event.run, pages: event.pages }, 'run yielded, will resume')
      case 'run-lost':
        return log.info({ ...event.run, pages: event.pages }, 'run lost its lease to another worker')
      case 'run-aborted':
        return log.error({ ...event.run, err: event.cause }, 'run aborted')
      case 'refreshed':
        return logRefresh(log, event)
      case 'misconfigured': {
        const { providerUrl, error } = event
        if (clock.elapsed() - (lastAlerts.get(providerUrl) ?? Number.NEGATIVE_INFINITY) < ALERT_INTERVAL_MS) return
        lastAlerts.set(providerUrl, clock.elapsed())
        return log.error(
          { providerUrl, error },
          'provider rejected the platform key; check that PLATFORM_API_KEY is the same on both sides',
        )
      }
      case 'key-checked': {
        const { providerUrl, accepted, wasAccepted } = event
        if (accepted && !wasAccepted) log.info({ providerUrl }, 'provider accepts the platform key again')
        return
      }
      case 'breaker':
        return logBreaker(log, event)
      case 'provider-unreadable':
        return log.warn(event, 'could not read the definition of provider; deferring its syncs')
      case 'provider-read':
        return log.debug(
          { providerUrl: event.providerUrl, provider: event.definition.name },
          'read provider definition',
        )
      case 'store-failed':
        return log.error({ operation: event.operation, err: event.cause }, 'store operation failed, will retry')
      case 'called':
        return log.trace(event, 'called provider')
    }
  }
}

/** The log redacts members that are named `state`, as that of OAuth is. */
function logBreaker(log: Logger, { providerUrl, state }: Extract<SyncEvent, { type: 'breaker' }>): void {
  const details = { providerUrl, breakerState: state }
  if (state === 'half-open') log.debug(details, 'probing provider')
  else log.warn(details, state === 'open' ? 'provider is down; deferring its syncs' : 'provider is up again')
}

function logRun(log: Logger, { run, state, health, pages, counters, tookMs, error }: RunEnded): void {
  const details = omitUndefined({ ...run, runState: state, health: health.after, pages, ...counters, tookMs, error })
  if (health.before === health.after) log.info(details, 'run ended')
  else if (health.before === 'healthy') log.warn(details, 'sync became unhealthy')
  else if (health.after === 'healthy') log.info(details, 'sync recovered')
  else log.info(details, 'sync health changed')
}

function logRefresh(log: Logger, { type: _, outcome, ...details }: Extract<SyncEvent, { type: 'refreshed' }>): void {
  if (outcome === 'ok') log.debug(details, 'credential refreshed')
  else if (outcome === 'failed') log.info(details, 'credential refresh failed, will retry')
  else log.info(details, 'credential expired; user must sign in again')
}
