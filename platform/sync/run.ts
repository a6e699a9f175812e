import type { ApplicationDefinition } from '../../src/contract/index.ts'
import type { Clock } from '../model/clock.ts'
import { addCounters, type Checkpoint, type Claim, type Counters, NO_COUNTS } from '../model/sync.ts'
import type { SyncStore } from '../model/sync-store.ts'
import { AuthorizedConnection } from '../provider/authorized-connection.ts'
import { supportedSyncs } from '../provider/capabilities.ts'
import type { ProviderClient } from '../provider/client.ts'
import type { Credentials } from '../provider/credentials.ts'
import type { Definitions } from '../provider/definitions.ts'
import { isPaginated } from '../provider/endpoints.ts'
import { earlier, validateItems } from '../provider/items.ts'
import type { CallFailure, CallOutcome } from '../provider/outcome.ts'
import { platformError } from '../provider/problem.ts'
import type { RawPage } from '../provider/responses.ts'
import type { Checks } from './checks.ts'
import {
  advance,
  countIdlePage,
  exceedsIdleLimit,
  type PaginationOptions,
  type PaginationState,
  resumePagination,
  toCheckpoint,
} from './pagination.ts'
import type { SyncPolicy } from './policy.ts'
import { createRequestBuilder, type RequestBuilder, type RequestOptions } from './request-bodies.ts'
import { type RunOutcome, toRunOutcome } from './run-outcome.ts'
import { getWindow, isBehind, readUntil, type SyncWindow, type WindowOptions } from './windows.ts'

export interface RunOptions {
  /** The budget of a run, after which it yields to others. */
  maxPages: number
  maxDurationMs: number
  pagination: PaginationOptions
  window: WindowOptions
  request: RequestOptions
}

export interface RunDeps {
  store: SyncStore
  client: Pick<ProviderClient, 'call'>
  credentials: Pick<Credentials, 'ensureFresh' | 'renewAfterRejection'>
  checks: Pick<Checks, 'runIfDue'>
  definitions: Pick<Definitions, 'get'>
  clock: Clock
  policy: SyncPolicy
  options: RunOptions
}

/** How a run is stopped: immediately by the signal, or after its current page. */
export interface RunStop {
  signal: AbortSignal
  afterPage: () => boolean
}

/** Executes one claimed sync run. The caller persists the returned outcome. */
export class Run {
  /** The date of the run (epoch ms). */
  readonly start: number
  /** The same by `Clock.elapsed`. */
  readonly startedAt: number
  pages = 0
  counters: Counters = NO_COUNTS
  /** Where the run is resumed unless it is completed. */
  checkpoint: Checkpoint | undefined
  readonly warnings: string[] = []
  readonly #claim: Claim
  readonly #deps: RunDeps
  readonly #stop: RunStop
  readonly #connection: AuthorizedConnection
  /** Whether the run reads its window from the first page, as opposed to resuming in the middle. */
  #readsWholeWindow: boolean
  /** The earliest date of items that were not usable yet. */
  #awaitedSince: number | undefined

  constructor(claim: Claim, deps: RunDeps, stop: RunStop) {
    this.#claim = claim
    this.#deps = deps
    this.#stop = stop
    this.#connection = new AuthorizedConnection(claim.connection, deps.credentials)
    this.#readsWholeWindow = claim.state.checkpoint?.cursor === undefined
    this.#awaitedSince = this.#readsWholeWindow ? undefined : claim.state.checkpoint?.awaitedSince
    this.start = deps.clock.now()
    this.startedAt = deps.clock.elapsed()
    this.checkpoint = claim.state.checkpoint
  }

  /** Rejects with LeaseLost, or when the store fails. */
  async execute(): Promise<RunOutcome> {
    const { definitions, checks } = this.#deps
    const { providerUrl, application: name } = this.#claim.connection
    const lookup = definitions.get(providerUrl)
    if (!('definition' in lookup)) return { kind: 'deferred', retryAfter: lookup.retryAfter }
    const application = lookup.definition.applications.find((candidate) => candidate.name === name)
    if (!application || !supportedSyncs(application).includes(this.#claim.fence.sync)) return NO_LONGER_OFFERED
    const unavailable = await this.#connection.ensureFresh()
    if (unavailable) return this.#fail(unavailable)
    const rejection = await checks.runIfDue(this.#connection.current)
    const failure = rejection && (await this.#connection.renewAfterRejection(rejection))
    return failure ? this.#fail(failure) : this.#read(application)
  }

  async #read(application: ApplicationDefinition): Promise<RunOutcome> {
    const { store, options, policy } = this.#deps
    const { fence, state } = this.#claim
    const window = getWindow(fence.sync, state, this.start, options.window)
    const buildRequest = await createRequestBuilder(fence.sync, store, this.#connection.current, {
      application,
      window,
      turn: Math.floor(this.start / policy.cadenceMs[fence.sync]),
      now: this.start,
      options: options.request,
    })
    return buildRequest ? this.#readPages(buildRequest, window) : { kind: 'ok' }
  }

  async #readPages(buildRequest: RequestBuilder, window: SyncWindow | undefined): Promise<RunOutcome> {
    let pagination = resumePagination(isPaginated(this.#claim.fence.sync) ? this.#claim.state.checkpoint : undefined)
    while (!this.#mustYield()) {
      const unavailable = this.pages > 0 ? await this.#connection.ensureFresh() : undefined
      if (unavailable) return this.#fail(unavailable)
      const outcome = await this.#fetchPage(buildRequest, pagination.cursor)
      if (outcome.kind !== 'ok') {
        if (!this.#isCursorRejected(outcome, pagination)) return this.#fail(outcome)
        this.warnings.push(
          'the provider rejected the cursor of the interrupted run; the run restarted from the first page',
        )
        this.#readsWholeWindow = true
        pagination = resumePagination()
        continue
      }
      const next = await this.#savePage(outcome.result, pagination, window)
      if (!next) return this.#complete(window)
      pagination = next
      if (exceedsIdleLimit(pagination, this.#deps.options.pagination)) return this.#failEndless(pagination, window)
    }
    return { kind: 'yielded' }
  }

  #mustYield(): boolean {
    const { clock, options } = this.#deps
    const isSpent = this.pages >= options.maxPages || clock.elapsed() - this.startedAt >= options.maxDurationMs
    return isSpent || this.#stop.afterPage()
  }

  /** Retries once with a newer credential, if there is one after a rejection. */
  async #fetchPage(buildRequest: RequestBuilder, cursor: string | undefined): Promise<CallOutcome<RawPage>> {
    const outcome = await this.#fetchPageOnce(buildRequest, cursor)
    if (outcome.kind !== 'expired') return outcome
    return (await this.#connection.renewAfterRejection(outcome)) ?? this.#fetchPageOnce(buildRequest, cursor)
  }

  #fetchPageOnce(buildRequest: RequestBuilder, cursor: string | undefined): Promise<CallOutcome<RawPage>> {
    const { target, connectedProvider } = this.#connection
    const { signal } = this.#stop
    return this.#deps.client.call(this.#claim.fence.sync, target, buildRequest(connectedProvider, cursor), { signal })
  }

  /** The cursor of an interrupted run may have become invalid since. */
  #isCursorRejected(outcome: CallOutcome<RawPage>, { cursor }: PaginationState): boolean {
    if (outcome.kind !== 'failed' || outcome.error.status !== 400 || this.pages > 0) return false
    return cursor !== undefined
  }

  /** Saves a page and returns where to continue. Undefined: it was the last page. */
  async #savePage(
    page: RawPage,
    pagination: PaginationState,
    window: SyncWindow | undefined,
  ): Promise<PaginationState | undefined> {
    const { store, clock, options } = this.#deps
    const { fence } = this.#claim
    const { awaitedSince, ...validated } = validateItems(fence.sync, page.items)
    this.#awaitedSince = earlier(this.#awaitedSince, awaitedSince)
    const step = isPaginated(fence.sync) ? advance(pagination, page, options.pagination) : {}
    // The last page leaves a checkpoint too, because the end of the run is saved separately.
    const checkpoint = toCheckpoint({ ...pagination, ...step.next }, window, this.#awaitedSince)
    const warnings = [...page.warnings, ...validated.warnings]
    const counters = await store.commitPage(fence, { ...validated, warnings, checkpoint }, clock.now())
    this.pages += 1
    this.counters = addCounters(this.counters, counters)
    this.checkpoint = checkpoint
    if ('warning' in step && step.warning) this.warnings.push(step.warning)
    return step.next && countIdlePage(step.next, counters)
  }

  /** The pagination may be correct after all, so the next run continues at this page with a new count of idle pages. */
  #failEndless(pagination: PaginationState, window: SyncWindow | undefined): RunOutcome {
    this.checkpoint = toCheckpoint({ ...pagination, idlePages: 0 }, window, this.#awaitedSince)
    return endlessPagination(pagination.idlePages)
  }

  #complete(window: SyncWindow | undefined): RunOutcome {
    const { created, updated, unchanged, skipped, failedCount } = this.counters
    const isAllInvalid = failedCount > 0 && created + updated + unchanged + skipped === 0
    if (this.#readsWholeWindow && isAllInvalid) return ALL_ITEMS_INVALID
    if (!window || !isPaginated(this.#claim.fence.sync)) return { kind: 'ok' }
    const options = this.#deps.options.window
    const isMore = isBehind(window, this.start, options)
    return { kind: 'ok', readUntil: readUntil(window, this.#awaitedSince, this.start, options), isBehind: isMore }
  }

  #fail(failure: CallFailure): RunOutcome {
    return toRunOutcome(failure, this.#connection.current.credentialVersion)
  }
}

function endlessPagination(pages: number): RunOutcome {
  const detail = `The provider returned ${pages} consecutive pages without new items.`
  return { kind: 'failed', error: platformError('Endless pagination', detail) }
}

const NO_LONGER_OFFERED: RunOutcome = {
  kind: 'failed',
  error: platformError('No longer offered', 'The provider no longer offers this sync for the application.'),
}

/** The next run restarts from the first page, because resuming after the last page would find no item at all. */
const ALL_ITEMS_INVALID: RunOutcome = {
  kind: 'failed',
  error: platformError('All items invalid', 'Every item that the provider returned was invalid.'),
  restart: true,
}
