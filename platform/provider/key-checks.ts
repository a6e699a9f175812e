import { type Clock, sleep } from '../model/clock.ts'
import type { ProviderClient } from './client.ts'
import type { RequestOf } from './endpoints.ts'
import type { Emit } from './events.ts'
import type { CallOutcome } from './outcome.ts'

const CHECK_INTERVAL_MS = 60_000

export interface KeyChecksDeps {
  urls: readonly string[]
  client: Pick<ProviderClient, 'call'>
  clock: Clock
  emit: Emit
}

/**
 * Whether the providers accept the platform's key, checked regularly: without syncs and sign-ins nobody would notice. A
 * check without content, which no vendor sees, is refused as unauthorized with a wrong key and as invalid with the right
 * one.
 */
export class KeyChecks {
  readonly #deps: KeyChecksDeps
  readonly #accepted = new Map<string, boolean>()
  readonly #stop = new AbortController()
  #checking: Promise<unknown> = Promise.resolve()

  constructor(deps: KeyChecksDeps) {
    this.#deps = deps
  }

  /** Whether a provider rejects the key. One that has not responded yet does not. */
  get isRejected(): boolean {
    return [...this.#accepted.values()].includes(false)
  }

  start(): void {
    this.#checking = Promise.all(this.#deps.urls.map((url) => this.#checkUntilStopped(url)))
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#checking
  }

  async #checkUntilStopped(url: string): Promise<void> {
    const { clock } = this.#deps
    while (!this.#stop.signal.aborted) {
      await this.#check(url)
      await sleep(clock, CHECK_INTERVAL_MS, this.#stop.signal)
    }
  }

  async #check(providerUrl: string): Promise<void> {
    const { client, emit } = this.#deps
    const { signal } = this.#stop
    const outcome = await client.call('check', { providerUrl }, {} as RequestOf<'check'>, { signal })
    const accepted = isKeyAccepted(outcome)
    if (accepted === undefined) return
    emit({ type: 'key-checked', providerUrl, accepted, wasAccepted: this.#accepted.get(providerUrl) ?? true })
    this.#accepted.set(providerUrl, accepted)
  }
}

/** Undefined: the provider did not respond, or failed. */
function isKeyAccepted(outcome: CallOutcome<unknown>): boolean | undefined {
  if (outcome.kind === 'misconfigured') return false
  if (outcome.kind === 'ok' || outcome.kind === 'expired') return true
  const isResponse = outcome.kind === 'failed' && outcome.error.status >= 400 && outcome.error.status < 500
  return isResponse ? true : undefined
}
