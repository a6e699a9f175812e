import type { EnvironmentReader } from '../../src/runtime/environment.ts'

/** How pages of the open web are fetched. */
export interface WebLimits {
  /** Maximum time to open a connection, TLS included. */
  connectTimeoutMs: number
  /** Maximum time of one request, from its start to the last byte; each redirect is a request. */
  timeoutMs: number
  /** Maximum size of a decompressed body. Of a page, what is beyond it is not read; a longer feed is refused. */
  maxBodyBytes: number
  /** Maximum number of redirects that are followed. */
  maxRedirects: number
  /** Minimum time between two requests to one host. A robots.txt may require more. */
  hostDelayMs: number
  /** Maximum number of hosts that a process requests pages from at the same time. */
  maxHosts: number
  /** Attempts after which a page is given up. */
  maxAttempts: number
  /** Delay after the first failed attempt; about six times as long after each further one. */
  retryBaseMs: number
  /** Interval at which a process looks for pages to fetch. */
  pollIntervalMs: number
  /** Time between two reads of a company's feed. */
  newsIntervalMs: number
  /** How long a company's feed is read after its news was last requested. */
  newsPeriodMs: number
}

export interface WebOptions {
  /** False: nothing is fetched. */
  enabled: boolean
  /** Hosts, or hosts with a port, that may be fetched wherever they are, in lower case. */
  allowedHosts: ReadonlySet<string>
  limits: WebLimits
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 1_440 * MINUTE

export const DEFAULT_WEB_LIMITS: WebLimits = {
  connectTimeoutMs: 5 * SECOND,
  timeoutMs: 10 * SECOND,
  maxBodyBytes: 1_000_000,
  maxRedirects: 5,
  hostDelayMs: SECOND,
  maxHosts: 4,
  maxAttempts: 5,
  retryBaseMs: MINUTE,
  pollIntervalMs: 2 * SECOND,
  newsIntervalMs: DAY,
  newsPeriodMs: 30 * DAY,
}

/** Reads WEB_FETCH, WEB_ALLOWED_HOSTS and the limits. The reader collects a problem for each invalid variable. */
export function readWebOptions(read: EnvironmentReader): WebOptions {
  const allowedHosts = read.list('WEB_ALLOWED_HOSTS').map((host) => host.toLowerCase())
  for (const host of allowedHosts) {
    const isHost = URL.parse(`http://${host}/`)?.href === `http://${host.replace(/:80$/, '')}/`
    if (!isHost)
      read.problems.push(`WEB_ALLOWED_HOSTS: ${host} must be a host such as wiki.example.com or 10.0.0.7:8080.`)
  }
  return {
    enabled: read.flag('WEB_FETCH', true),
    allowedHosts: new Set(allowedHosts),
    limits: read.integers('WEB', DEFAULT_WEB_LIMITS),
  }
}
