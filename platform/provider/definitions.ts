import type { ApplicationDefinition, ProviderDefinition } from '../../src/contract/index.ts'
import { type Clock, sleep } from '../model/clock.ts'
import type { ProviderClient } from './client.ts'
import type { Emit } from './events.ts'

export interface DefinitionOptions {
  /** The time between two reads of a definition. */
  intervalMs: number
  /** The delay after the first failure. Doubles with each further one, up to `intervalMs`. */
  retryBaseMs: number
}

export interface DefinitionsDeps {
  urls: readonly string[]
  client: Pick<ProviderClient, 'call'>
  clock: Clock
  options: DefinitionOptions
  emit: Emit
  /** Stores the result of a read for the list of applications. Undefined: the definition could not be read. */
  save?: ((providerUrl: string, definition: ProviderDefinition | undefined) => Promise<void>) | undefined
}

/** A provider's definition, or the time until it is read again (ms). */
export type DefinitionLookup = { definition: ProviderDefinition } | { retryAfter: number }

/** The definitions of all providers, which are read periodically. */
export class Definitions {
  readonly #deps: DefinitionsDeps
  readonly #definitions = new Map<string, { definition?: ProviderDefinition; nextRead: number }>()
  readonly #stop = new AbortController()
  #polling: Promise<unknown> = Promise.resolve()

  constructor(deps: DefinitionsDeps) {
    this.#deps = deps
  }

  get urls(): readonly string[] {
    return this.#deps.urls
  }

  /** Resolves when every provider has been tried once. They are polled until `stop`. */
  async start(): Promise<void> {
    const failures = await Promise.all(this.#deps.urls.map((url) => this.#read(url, 0)))
    this.#polling = Promise.all(this.#deps.urls.map((url, index) => this.#poll(url, failures[index] ?? 0)))
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#polling
  }

  /** The syncs of a provider whose definition could not be read are deferred. */
  get(providerUrl: string): DefinitionLookup {
    const { clock, options } = this.#deps
    const entry = this.#definitions.get(providerUrl)
    if (entry?.definition) return { definition: entry.definition }
    return { retryAfter: Math.max(0, (entry?.nextRead ?? clock.elapsed() + options.intervalMs) - clock.elapsed()) }
  }

  getApplication(providerUrl: string, application: string): ApplicationDefinition | undefined {
    const lookup = this.get(providerUrl)
    return 'definition' in lookup ? lookup.definition.applications.find(({ name }) => name === application) : undefined
  }

  async #poll(url: string, initialFailures: number): Promise<void> {
    const { clock } = this.#deps
    for (let failures = initialFailures; ; failures = await this.#read(url, failures)) {
      await sleep(clock, (this.#definitions.get(url)?.nextRead ?? 0) - clock.elapsed(), this.#stop.signal)
      if (this.#stop.signal.aborted) return
    }
  }

  /** Returns the number of consecutive failures. */
  async #read(url: string, failures: number): Promise<number> {
    const { client, clock, options, emit } = this.#deps
    const outcome = await client.call('definition', { providerUrl: url }, undefined, { signal: this.#stop.signal })
    if (outcome.kind === 'ok') {
      this.#definitions.set(url, { definition: outcome.result, nextRead: clock.elapsed() + options.intervalMs })
      emit({ type: 'provider-read', providerUrl: url, definition: outcome.result })
      await this.#save(url, outcome.result)
      return 0
    }
    if (outcome.kind === 'aborted') return failures
    const delay = Math.min(options.intervalMs, options.retryBaseMs * 2 ** failures)
    this.#definitions.set(url, { nextRead: clock.elapsed() + delay })
    const reason = 'error' in outcome ? `${outcome.error.title}: ${outcome.error.detail}` : 'circuit breaker is open'
    emit({ type: 'provider-unreadable', providerUrl: url, reason })
    await this.#save(url, undefined)
    return failures + 1
  }

  /** Syncs do not depend on the stored definition, so they continue when it cannot be saved. */
  async #save(url: string, definition: ProviderDefinition | undefined): Promise<void> {
    try {
      await this.#deps.save?.(url, definition)
    } catch (cause) {
      this.#deps.emit({ type: 'store-failed', operation: 'save definition', cause })
    }
  }
}
