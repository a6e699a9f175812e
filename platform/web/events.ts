import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { WebWorkerDeps } from './worker.ts'

/** Counts and logs fetches of pages. */
export function observeFetches(registry: Registry, log: Logger): Pick<WebWorkerDeps, 'onFetched' | 'onError'> {
  const fetches = new Counter({
    name: 'platform_web_fetches_total',
    help: 'Fetches of pages and news of the open web, by their outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  return {
    onFetched: ({ kind, host, outcome, reason, error }) => {
      fetches.inc({ kind, outcome })
      if (error) log.error({ err: error, kind, host }, 'fetching a page failed')
      else log.debug({ kind, host, outcome, reason }, 'page fetched')
    },
    onError: (error) => log.warn({ err: error }, 'pages of the web could not be claimed'),
  }
}
