import type { ApplicationDefinition } from '../../src/contract/index.ts'
import type { Clock } from '../model/clock.ts'
import { addCounters, type Checkpoint, type Claim, type Counters, NO_COUNTS } from '../model/sync.ts'
import type { SyncStore } from '../model/sync-store.ts'
import { RunConnection } from '../provider/authorized-connection.ts'
import { syncsOf } from '../provider/capabilities.ts'
import type { ProviderClient } from '../provider/client.ts'
import type { Credentials } from '../provider/credentials.ts'
import type { Definitions } from '../provider/definitions.ts'
import { isPaginated } from '../provider/endpoints.ts'
import { checkItems } from '../provider/items.ts'
import type { CallOutcome, Trouble } from '../provider/outcome.ts'
import { platformError } from '../provider/problem.ts'
import type { RawPage } from '../provider/responses.ts'
import type { Checks } from './checks.ts'
import { counting, follow, isEndless, type Trail, type TrailRules, trailFrom } from './pagination.ts'
import type { SyncRules } from './policy.ts'
import { type Question, questionOf, type RequestRules } from './request-bodies.ts'
import { type RunOutcome, toRunOutcome } from './run-outcome.ts'
import { isBehind, type SyncWindow, type WindowRules, windowOf } from './windows.ts'

export interface RunRules {
  /** What a run may use up before it makes room for others. */
  mostPages: number
  mostMs: number
  trail: TrailRules
  window: WindowRules
  request: RequestRules
}

export interface RunParts {
  store: SyncStore
  client: Pick<ProviderClient, 'call'>
  credentials: Pick<Credentials, 'fresh' | 'afterRefusal'>
  checks: Pick<Checks, 'whenDue'>
  definitions: Pick<Definitions, 'offerOf'>
  clock: Clock
  syncRules: SyncRules
  rules: RunRules
}

/** How a run is told to end: at once, or with the page it is at. */
export interface RunStop {
  signal: AbortSignal
  afterPage: () => boolean
}

/** One run of a sync, from its claim to what it came to. What it came to is kept by whoever runs it. */
export class Run {
  readonly start: number
  pages = 0
  counters: Counters = NO_COUNTS
  /** Where it goes on, should it not end well. */
  checkpoint: Checkpoint | undefined
  readonly warnings: string[] = []
  readonly #claim: Claim
  readonly #parts: RunParts
  readonly #stop: RunStop
  readonly #connection: RunConnection
  /** It reads its window from the first page, and does not just go on with it. */
  #isWhole: boolean

  constructor(claim: Claim, parts: RunParts, stop: RunStop) {
    this.#claim = claim
    this.#parts = parts
    this.#stop = stop
    this.#connection = new RunConnection(claim.connection, parts.credentials)
    this.#isWhole = claim.state.checkpoint?.cursor === undefined
    this.start = parts.clock.now()
    this.checkpoint = claim.state.checkpoint
  }

  /** Rejects when the store fails, or with LeaseLost. */
  async go(): Promise<RunOutcome> {
    const { definitions, checks } = this.#parts
    const { providerUrl, application: name } = this.#claim.connection
    const offer = definitions.offerOf(providerUrl)
    if (!('definition' in offer)) return { kind: 'skipped', retryAfter: offer.retryAfter }
    const application = offer.definition.applications.find((one) => one.name === name)
    if (!application || !syncsOf(application).includes(this.#claim.fence.sync)) return NOT_OFFERED
    const notReady = await this.#connection.makeReady()
    if (notReady) return this.#endIn(notReady)
    const refused = await checks.whenDue(this.#connection.current)
    const trouble = refused && (await this.#connection.renewAfter(refused))
    return trouble ? this.#endIn(trouble) : this.#read(application)
  }

  async #read(application: ApplicationDefinition): Promise<RunOutcome> {
    const { store, rules, syncRules } = this.#parts
    const { fence, state } = this.#claim
    const window = windowOf(fence.sync, state, this.start, rules.window)
    const question = await questionOf(fence.sync, store, this.#connection.current, {
      ...{ application, now: this.start, rules: rules.request },
      turn: Math.floor(this.start / syncRules.cadence[fence.sync]),
      ...(window ? { window } : {}),
    })
    return question ? this.#readPages(question, window) : { kind: 'ok' }
  }

  async #readPages(question: Question, window: SyncWindow | undefined): Promise<RunOutcome> {
    let trail = trailFrom(isPaginated(this.#claim.fence.sync) ? this.#claim.state.checkpoint : undefined)
    while (!this.#isSpent()) {
      const notReady = this.pages > 0 ? await this.#connection.makeReady() : undefined
      if (notReady) return this.#endIn(notReady)
      const outcome = await this.#ask(question, trail.cursor)
      if (outcome.kind !== 'ok') {
        if (!this.#isLostPlace(outcome, trail)) return this.#endIn(outcome)
        this.warnings.push('where this run had been left at is not known any more; it began anew')
        this.#isWhole = true
        trail = trailFrom()
        continue
      }
      const next = await this.#keep(outcome.answer, trail, window)
      if (!next) return this.#complete(window)
      trail = next
      if (isEndless(trail, this.#parts.rules.trail)) return this.#giveUp(trail, window)
    }
    return { kind: 'left' }
  }

  /** What was used up is measured in pages and time; a worker that stops has no more of either. */
  #isSpent(): boolean {
    const { clock, rules } = this.#parts
    return this.pages >= rules.mostPages || clock.now() - this.start >= rules.mostMs || this.#stop.afterPage()
  }

  /** Asks for a page, once more with a newer credential if there is one after a refusal. */
  async #ask(question: Question, cursor: string | undefined): Promise<CallOutcome<RawPage>> {
    const outcome = await this.#askOnce(question, cursor)
    if (outcome.kind !== 'expired') return outcome
    return (await this.#connection.renewAfter(outcome)) ?? this.#askOnce(question, cursor)
  }

  #askOnce(question: Question, cursor: string | undefined): Promise<CallOutcome<RawPage>> {
    const { callee, connectedProvider } = this.#connection
    const { signal } = this.#stop
    return this.#parts.client.call(this.#claim.fence.sync, callee, question(connectedProvider, cursor), { signal })
  }

  /** A cursor that an earlier run was given may mean nothing to the provider by now. */
  #isLostPlace(outcome: CallOutcome<RawPage>, { cursor }: Trail): boolean {
    if (outcome.kind !== 'failed' || outcome.error.status !== 400 || this.pages > 0) return false
    return cursor !== undefined
  }

  /** Keeps a page, and answers where it goes on; undefined: it was the last one. */
  async #keep(page: RawPage, trail: Trail, window: SyncWindow | undefined): Promise<Trail | undefined> {
    const { store, clock, rules } = this.#parts
    const { fence } = this.#claim
    const checked = checkItems(fence.sync, page.items)
    const step = isPaginated(fence.sync) ? follow(trail, page, rules.trail) : {}
    // The last page is a place to go on at too: ending the run is still to be done.
    const checkpoint = placeOf({ ...trail, ...step.next }, window)
    const warnings = [...page.warnings, ...checked.warnings]
    const counters = await store.commitPage(fence, { ...checked, warnings, checkpoint }, clock.now())
    this.pages += 1
    this.counters = addCounters(this.counters, counters)
    this.checkpoint = checkpoint
    if ('warning' in step && step.warning) this.warnings.push(step.warning)
    return step.next && counting(step.next, counters)
  }

  /** It may be right after all, so nothing is left out: the next run goes on there, and counts anew. */
  #giveUp(trail: Trail, window: SyncWindow | undefined): RunOutcome {
    this.checkpoint = placeOf({ ...trail, idlePages: 0 }, window)
    return endless(trail.idlePages)
  }

  #complete(window: SyncWindow | undefined): RunOutcome {
    const { created, updated, unchanged, skipped, failedCount } = this.counters
    if (this.#isWhole && failedCount > 0 && created + updated + unchanged + skipped === 0) return NOTHING_KEPT
    if (!window || !isPaginated(this.#claim.fence.sync)) return { kind: 'ok' }
    return { kind: 'ok', readUntil: window.dateEnd, isBehind: isBehind(window, this.start, this.#parts.rules.window) }
  }

  #endIn(trouble: Trouble): RunOutcome {
    return toRunOutcome(trouble, this.#connection.current.credentialVersion)
  }
}

function placeOf({ cursor, idlePages }: Trail, window: SyncWindow | undefined): Checkpoint {
  return { ...window, ...(cursor === undefined ? {} : { cursor }), ...(idlePages > 0 ? { idlePages } : {}) }
}

const endless = (pages: number): RunOutcome => ({
  kind: 'failed',
  error: platformError('No end', `The provider promised more and more, but ${pages} pages in a row held nothing new.`),
})

const NOT_OFFERED: RunOutcome = {
  kind: 'failed',
  error: platformError('Not offered', 'The provider does not offer this for the application any more.'),
}

/** The pages are to be read again from the first: what they hold was lost on the way, not on the last page. */
const NOTHING_KEPT: RunOutcome = {
  kind: 'failed',
  error: platformError('Nothing could be kept', 'Every item that the provider sent was invalid.'),
  fromTheStart: true,
}
