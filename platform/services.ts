import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { GraphServer } from './graph/serve.ts'
import type { Metrics } from './http/metrics.ts'

/** What a process offers once its store is open. A worker serves neither the graph nor registrations. */
export interface Services {
  /** Rejects when the database does not respond. */
  ping: () => Promise<void>
  /** What an operator has to mend although requests are served. */
  warnings?: () => string[]
  /** The platform was told to stop: requests are still served, but no new ones should be sent here. */
  isStopping?: boolean
  graph?: GraphServer
  registration?: Middleware
}

/** What the HTTP application is given. */
export interface AppDeps {
  config: Pick<
    Config,
    | 'console'
    | 'corsOrigins'
    | 'issuer'
    | 'publicSchema'
    | 'strictStatus'
    | 'platformKey'
    | 'otherPlatformKeys'
    | 'role'
    | 'trustProxy'
  >
  log: Logger
  metrics: Metrics
  /** Undefined while the platform starts. */
  services: () => Services | undefined
}
