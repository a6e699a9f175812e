import { setTimeout as sleep } from 'node:timers/promises'
import { forEachConcurrently } from '../../src/runtime/concurrency.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Bucket } from '../storage/buckets.ts'
import { type EachBucket, STATEMENT_PATIENCE_MS } from '../storage/each-bucket.ts'
import type { Database } from '../storage/postgres/database.ts'
import { type BucketFetch, claimFetchesInEach } from '../storage/web/bucket-fetches.ts'
import { finishFetch, releaseFetch, type WebFetch } from '../storage/web/fetches.ts'
import { requestNewsOfFavorites } from '../storage/web/news.ts'
import { WebClient, type WebClientOptions } from './client.ts'
import { Documents } from './documents.ts'
import { FetchFailure } from './errors.ts'
import { fetchNews, WITHOUT_FEED_MS } from './fetch-news.ts'
import { type FetchContext, fetchPage } from './fetch-page.ts'
import type { WebOptions } from './options.ts'
import { HostPacing } from './pacing.ts'
import { Robots } from './robots.ts'

/** Longer than a fetch takes with all of its redirects and delays. */
const LEASE_MS = 600_000
const FAVORITES_INTERVAL_MS = 3_600_000

/** How a fetch ended. The URL is not part of it: it may contain a secret. */
export interface FetchEvent {
  kind: WebFetch['kind']
  host: string
  outcome: 'fetched' | 'failed' | 'given up'
  reason?: string
  error?: unknown
}

export interface WebWorkerDeps extends Pick<WebClientOptions, 'publicUrl' | 'resolve'> {
  each: EachBucket
  options: WebOptions
  /** Epoch ms. */
  now: () => number
  onFetched: (event: FetchEvent) => void
  /** Called when fetches could not be claimed, as when the database is down. */
  onError: (error: unknown) => void
}

/** Fetches what people have pasted and the news of companies, in the background. */
export class WebWorker {
  readonly #deps: WebWorkerDeps
  readonly #client: WebClient
  readonly #context: Omit<FetchContext, 'db'>
  readonly #stopped = new AbortController()
  #loop: Promise<void> | undefined
  #dateFavorites = 0

  constructor(deps: WebWorkerDeps) {
    const { options, publicUrl, resolve, now } = deps
    const { limits, allowedHosts } = options
    this.#deps = deps
    this.#client = new WebClient({ allowedHosts, limits, publicUrl, now, ...omitUndefined({ resolve }) })
    const documents = new Documents({
      client: this.#client,
      robots: new Robots(this.#client),
      pacing: new HostPacing(limits.hostDelayMs, now),
      now,
    })
    this.#context = { documents, limits, now }
  }

  start(): void {
    if (this.#deps.options.enabled) this.#loop ??= this.#run()
  }

  /** Interrupts what is being fetched; another worker continues with it. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#client.close()
    await this.#loop
  }

  /** Fetches what is due and resolves to how much it was. */
  async runOnce(): Promise<number> {
    const { limits, now } = this.#context
    const { maxHosts, maxAttempts } = limits
    const { each, onError } = this.#deps
    if (now() - this.#dateFavorites >= FAVORITES_INTERVAL_MS) {
      this.#dateFavorites = now()
      const request = ({ db }: Bucket) => requestNewsOfFavorites(db, now())
      const { failures } = await each.query(each.present(), request, { patienceMs: 2 * STATEMENT_PATIENCE_MS })
      for (const { bucket, error } of failures) {
        onError(new Error(`news of favorites in ${bucket.name} could not be requested`, { cause: error }))
      }
    }
    const claim = { limit: maxHosts, now: now(), leaseMs: LEASE_MS, maxAttempts, newsRetryMs: WITHOUT_FEED_MS }
    const fetches = await claimFetchesInEach(each, claim)
    await forEachConcurrently(maxHosts, fetches, (fetch) => this.#process(fetch))
    return fetches.length
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const count = await this.runOnce().catch((error) => {
        this.#deps.onError(error)
        return 0
      })
      if (count === 0) await sleep(this.#context.limits.pollIntervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async #process({ bucket: { db }, fetch }: BucketFetch): Promise<void> {
    const { kind, host } = fetch
    try {
      await (kind === 'page' ? fetchPage : fetchNews)({ ...this.#context, db }, fetch)
      this.#deps.onFetched({ kind, host, outcome: 'fetched' })
    } catch (error) {
      if (this.#stopped.signal.aborted) return releaseFetch(db, fetch, this.#context.now())
      await this.#fail(db, fetch, error)
    }
  }

  /** Errors other than FetchFailures are temporary: the database may be down. */
  async #fail(db: Database, fetch: WebFetch, error: unknown): Promise<void> {
    const { limits, now } = this.#context
    const { kind, host, attempt_count: attempt } = fetch
    const failure = error instanceof FetchFailure ? error : undefined
    const reason = failure?.message ?? 'internal error'
    const isTemporary = failure?.isTemporary ?? true
    const retries = isTemporary && attempt < limits.maxAttempts
    const later = kind === 'news' ? now() + (isTemporary ? limits.newsIntervalMs : WITHOUT_FEED_MS) : null
    const delay = Math.max(
      limits.retryBaseMs * 6 ** (attempt - 1) * (0.8 + Math.random() * 0.4),
      failure?.retryAfter ?? 0,
    )
    const dateDue = retries ? Math.round(now() + delay) : later
    await finishFetch(db, fetch, { dateDue, error: reason, isGivenUp: !retries })
    const outcome = retries ? 'failed' : 'given up'
    this.#deps.onFetched({ kind, host, outcome, reason, ...omitUndefined({ error: failure ? undefined : error }) })
  }
}
