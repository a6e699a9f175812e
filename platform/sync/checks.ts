import type { AuthCheckResult, Credential } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Clock } from '../model/clock.ts'
import { isObject } from '../model/parse.ts'
import type { SyncConnection } from '../model/sync.ts'
import type { SyncStore } from '../model/sync-store.ts'
import { toCallTarget } from '../provider/call-target.ts'
import type { ProviderClient } from '../provider/client.ts'
import type { CallFailure } from '../provider/outcome.ts'

export interface CheckOptions {
  /** The time between two checks, spread by up to `jitter` of itself, both ways. */
  intervalMs: number
  jitter: number
  /** The delay after a check that failed. */
  retryDelayMs: number
}

export interface ChecksDeps {
  store: Pick<SyncStore, 'saveCheckResult'>
  client: Pick<ProviderClient, 'call'>
  clock: Clock
  random: () => number
  options: CheckOptions
}

/** The maximum number of connections whose last check is remembered. A forgotten one is checked early. */
const MAX_REMEMBERED = 10_000

/** Periodically checks whether connections still have their permissions. */
export class Checks {
  readonly #deps: ChecksDeps
  readonly #running = new Map<string, Promise<CallFailure | undefined>>()
  readonly #notBefore = new Map<string, number>()

  constructor(deps: ChecksDeps) {
    this.#deps = deps
  }

  /** Returns a failure only if the credentials have expired. A missing permission is saved and does not stop the run. */
  async runIfDue(connection: SyncConnection): Promise<CallFailure | undefined> {
    const { clock, options } = this.#deps
    // The version is part of the key, so that a connection is checked immediately after its user signed in again.
    const key = `${connection.connectionId} ${connection.credentialVersion}`
    const due = Math.max(connection.dateNextCheck ?? 0, this.#notBefore.get(key) ?? 0)
    // A date further ahead was computed while the clock was.
    if (clock.now() < due && due <= clock.now() + 2 * options.intervalMs) return undefined
    const running = this.#running.get(key) ?? this.#check(connection, key).finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }

  async #check(connection: SyncConnection, key: string): Promise<CallFailure | undefined> {
    const { store, client, clock, options } = this.#deps
    const { application, credential } = connection
    const outcome = await client.call('check', toCallTarget(connection), { application, credential })
    // Runs that were claimed together all carry the same, outdated `dateNextCheck`.
    this.#postpone(key, clock.now() + options.retryDelayMs)
    if (outcome.kind === 'expired') return outcome
    // A provider without this route reports no missing permissions.
    const isUnsupported = outcome.kind === 'failed' && outcome.error.status === 404
    if (outcome.kind !== 'ok' && !isUnsupported) return undefined
    const result = outcome.kind === 'ok' ? toCheckResult(outcome.result) : {}
    const end = { dateConnectionEnd: toConnectionEnd(credential, clock.now()) }
    const check = { ...result, ...omitUndefined(end), dateNextCheck: this.#nextCheckDate() }
    await store.saveCheckResult(connection, check, clock.now())
    return undefined
  }

  #postpone(key: string, notBefore: number): void {
    this.#notBefore.set(key, notBefore)
    const [oldest] = this.#notBefore.keys()
    if (this.#notBefore.size > MAX_REMEMBERED && oldest !== undefined) this.#notBefore.delete(oldest)
  }

  #nextCheckDate(): number {
    const { clock, random, options } = this.#deps
    return clock.now() + Math.round(options.intervalMs * (1 - options.jitter + 2 * options.jitter * random()))
  }
}

/** How long before the end of a time-limited connection its user is reminded. */
const REMINDER_MS = 3 * 86_400_000
/** The same for the certificate of a key: a new one may need an administrator. */
const CERTIFICATE_REMINDER_MS = 30 * 86_400_000

function toConnectionEnd({ dateRefreshExpiry, profile }: Credential, now: number): number | undefined {
  if (dateRefreshExpiry !== undefined && dateRefreshExpiry - now <= REMINDER_MS) return dateRefreshExpiry
  const { dateCertificateEnd } = isObject(profile) ? profile : {}
  const isSoon = Number.isSafeInteger(dateCertificateEnd) && Number(dateCertificateEnd) - now <= CERTIFICATE_REMINDER_MS
  return isSoon ? Number(dateCertificateEnd) : undefined
}

function toCheckResult(result: AuthCheckResult): { scopeMessage?: string; accountId?: string } {
  if (result.status === 'scope_required') return { scopeMessage: result.message }
  return omitUndefined({ accountId: result.accountId })
}
