import type { ApplicationDefinition, ProviderDefinition } from '../../src/contract/index.ts'
import { type Clock, pause } from '../model/clock.ts'
import type { ProviderClient } from './client.ts'
import type { Emit } from './events.ts'

export interface DefinitionRules {
  /** A definition is read again after this time. */
  readEvery: number
  /** After a first failure; it doubles up to `readEvery`. */
  firstRetry: number
}

export interface DefinitionParts {
  urls: readonly string[]
  client: Pick<ProviderClient, 'call'>
  clock: Clock
  rules: DefinitionRules
  emit: Emit
  /** Keeps what was found, for those who list the applications; undefined: it could not be read. */
  keep?: (providerUrl: string, definition: ProviderDefinition | undefined) => Promise<void>
}

/** What a provider offers, or how long until it is asked again. */
export type Offer = { definition: ProviderDefinition } | { retryAfter: number }

/** What providers offer, read from them again and again. */
export class Definitions {
  readonly #parts: DefinitionParts
  readonly #offers = new Map<string, { definition?: ProviderDefinition; nextRead: number }>()
  readonly #stop = new AbortController()
  #reading: Promise<unknown> = Promise.resolve()

  constructor(parts: DefinitionParts) {
    this.#parts = parts
  }

  get urls(): readonly string[] {
    return this.#parts.urls
  }

  /** Ends when every provider was asked once; they are asked again until `stop`. */
  async start(): Promise<void> {
    const failures = await Promise.all(this.#parts.urls.map((url) => this.#read(url, 0)))
    this.#reading = Promise.all(this.#parts.urls.map((url, at) => this.#readAgain(url, failures[at] ?? 0)))
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#reading
  }

  /** A provider that cannot be read is not called for anything else: its syncs are put off. */
  offerOf(providerUrl: string): Offer {
    const { clock, rules } = this.#parts
    const offer = this.#offers.get(providerUrl)
    if (offer?.definition) return { definition: offer.definition }
    return { retryAfter: Math.max(0, (offer?.nextRead ?? clock.now() + rules.readEvery) - clock.now()) }
  }

  applicationOf(providerUrl: string, application: string): ApplicationDefinition | undefined {
    const offer = this.offerOf(providerUrl)
    return 'definition' in offer ? offer.definition.applications.find(({ name }) => name === application) : undefined
  }

  async #readAgain(url: string, failures: number): Promise<void> {
    const { clock } = this.#parts
    for (let failed = failures; ; failed = await this.#read(url, failed)) {
      await pause(clock, (this.#offers.get(url)?.nextRead ?? 0) - clock.now(), this.#stop.signal)
      if (this.#stop.signal.aborted) return
    }
  }

  /** Answers how often in a row it has failed now. */
  async #read(url: string, failures: number): Promise<number> {
    const { client, clock, rules, emit } = this.#parts
    const outcome = await client.call('definition', { providerUrl: url }, undefined, { signal: this.#stop.signal })
    if (outcome.kind === 'ok') {
      this.#offers.set(url, { definition: outcome.answer, nextRead: clock.now() + rules.readEvery })
      emit({ type: 'provider-read', providerUrl: url, definition: outcome.answer })
      await this.#keep(url, outcome.answer)
      return 0
    }
    if (outcome.kind === 'stopped') return failures
    const wait = Math.min(rules.readEvery, rules.firstRetry * 2 ** failures)
    this.#offers.set(url, { nextRead: clock.now() + wait })
    const reason = 'error' in outcome ? `${outcome.error.title}: ${outcome.error.detail}` : 'it is known to be down'
    emit({ type: 'provider-unreadable', providerUrl: url, reason })
    await this.#keep(url, undefined)
    return failures + 1
  }

  /** The list of applications is a convenience: syncs go on when it cannot be written. */
  async #keep(url: string, definition: ProviderDefinition | undefined): Promise<void> {
    try {
      await this.#parts.keep?.(url, definition)
    } catch (cause) {
      this.#parts.emit({ type: 'store-failed', doing: 'keep definition', cause })
    }
  }
}
