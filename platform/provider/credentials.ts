import { omitUndefined } from '../../src/runtime/omit.ts'
import { type Clock, sleep } from '../model/clock.ts'
import type { SyncConnection } from '../model/sync.ts'
import type { RefreshLease, SyncStore } from '../model/sync-store.ts'
import { toCallTarget, toConnectedProvider } from './call-target.ts'
import type { ProviderClient } from './client.ts'
import type { Emit, RefreshResult } from './events.ts'
import type { CallFailure, CallOutcome } from './outcome.ts'
import { platformError } from './problem.ts'
import {
  backoffDelay,
  hasExhaustedRetries,
  isDue,
  isExpired,
  mergeCredential,
  type RefreshPolicy,
} from './refresh-policy.ts'
import type { NewCredential } from './responses.ts'

export interface CredentialsDeps {
  /** Identifies this process as the holder of leases. */
  workerId: string
  store: Pick<SyncStore, 'leaseRefresh' | 'saveCredential' | 'recordRefreshFailure'>
  client: Pick<ProviderClient, 'call' | 'openForMs'>
  clock: Clock
  policy: RefreshPolicy
  emit: Emit
}

/** A connection with its current credential. With a failure it cannot be used. */
export interface ConnectionReadiness {
  connection: SyncConnection
  failure?: CallFailure
}

/** The vendor may have invalidated the old credential, so losing a new one would lose the connection. */
const MAX_SAVE_ATTEMPTS = 6
const SAVE_BACKOFF_BASE_MS = 250

/** Refreshes credentials, each once, however many runs and processes need it at the same time. */
export class Credentials {
  readonly #deps: CredentialsDeps
  readonly #renewals = new Map<string, Promise<ConnectionReadiness>>()

  constructor(deps: CredentialsDeps) {
    this.#deps = deps
  }

  /** Refreshes the credential if it is due. */
  async ensureFresh(connection: SyncConnection): Promise<ConnectionReadiness> {
    const { clock, policy } = this.#deps
    return isDue(connection, clock.now(), policy) ? this.#renewOnce(connection, false) : { connection }
  }

  /**
   * Returns the connection with a newer credential after the vendor rejected the current one, which is refreshed even
   * before its expiry: vendors end tokens early. A failure means that no newer credential could be obtained. Without a
   * refresh token, or if a refresh changes nothing, the connection is returned as it was.
   */
  renewAfterRejection(connection: SyncConnection): Promise<ConnectionReadiness> {
    return this.#renewOnce(connection, true)
  }

  #renewOnce(connection: SyncConnection, wasRejected: boolean): Promise<ConnectionReadiness> {
    // A failed refresh leaves a credential usable until its expiry, but not one that was rejected.
    const key = `${connection.tenantId} ${connection.connectionId} ${connection.credentialVersion} ${wasRejected}`
    const running = this.#renewals.get(key)
    if (running) return running
    const renewal = this.#renew(connection, wasRejected).finally(() => this.#renewals.delete(key))
    this.#renewals.set(key, renewal)
    return renewal
  }

  async #renew(connection: SyncConnection, wasRejected: boolean): Promise<ConnectionReadiness> {
    const { clock, policy, client } = this.#deps
    const openForMs = client.openForMs(connection.providerUrl)
    if (openForMs !== undefined) {
      const isOver = wasRejected && isReplaceable(connection, connection)
      return unlessUsable({ connection, isOver }, clock.now(), { kind: 'deferred', retryAfter: openForMs })
    }
    const lease = await this.#lease(connection, wasRejected)
    const current = { ...connection, ...storedCredential(lease) }
    const candidate = { connection: current, isOver: wasRejected && isReplaceable(current, connection) }
    if (!isDue(current, clock.now(), policy) && !candidate.isOver) return { connection: current }
    if (!lease.granted) {
      const retryAfter = Math.max(policy.pollIntervalMs, (lease.notBefore ?? 0) - clock.now())
      return unlessUsable(candidate, clock.now(), { kind: 'deferred', retryAfter })
    }
    const outcome = await client.call('refresh', toCallTarget(current), {
      connectedProvider: toConnectedProvider(current),
    })
    return this.#settle(candidate, lease, outcome)
  }

  /** While another process refreshes and the credential cannot be used any more, waits for that process. */
  async #lease(connection: SyncConnection, wasRejected: boolean): Promise<RefreshLease> {
    const { store, workerId, clock, policy } = this.#deps
    for (let polls = 1; ; polls += 1) {
      const lease = await store.leaseRefresh(connection, workerId, clock.now(), policy.leaseMs)
      const isElsewhere = !lease.granted && (lease.notBefore ?? 0) <= clock.now()
      const isOver = wasRejected && isReplaceable(lease, connection)
      const isUsable = !isOver && !isExpired(lease.credential, clock.now())
      if (!isElsewhere || isUsable || polls >= policy.maxPolls) return lease
      await sleep(clock, policy.pollIntervalMs)
    }
  }

  async #settle(
    candidate: Candidate,
    lease: RefreshLease,
    outcome: CallOutcome<NewCredential>,
  ): Promise<ConnectionReadiness> {
    const { clock } = this.#deps
    const { connection } = candidate
    if (outcome.kind === 'ok') return this.#saveRenewed(connection, outcome.result)
    if (outcome.kind === 'expired') {
      this.#emitRefreshed(connection, 'expired')
      return { connection, failure: outcome }
    }
    // The call was not made; the lease expires by itself.
    if (outcome.kind === 'deferred' || outcome.kind === 'aborted') return unlessUsable(candidate, clock.now(), outcome)
    return this.#recordFailure(candidate, lease, outcome)
  }

  async #saveRenewed(connection: SyncConnection, renewed: NewCredential): Promise<ConnectionReadiness> {
    const { clock } = this.#deps
    const dateCredential = clock.now()
    const credential = mergeCredential(connection.credential, renewed, dateCredential)
    await this.#save({ ...connection, credential })
    this.#emitRefreshed(connection, 'ok')
    const credentialVersion = connection.credentialVersion + 1
    return { connection: { ...connection, credential, credentialVersion, dateCredential } }
  }

  async #save(connection: SyncConnection): Promise<void> {
    const { store, clock, emit } = this.#deps
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await store.saveCredential(connection, connection.credential, connection.credentialVersion, clock.now())
      } catch (cause) {
        emit({ type: 'store-failed', operation: 'save credential', cause })
        if (attempts === MAX_SAVE_ATTEMPTS) throw cause
        await sleep(clock, SAVE_BACKOFF_BASE_MS * 2 ** (attempts - 1))
      }
    }
  }

  async #recordFailure(
    candidate: Candidate,
    lease: RefreshLease,
    outcome: Exclude<CallFailure, { kind: 'expired' | 'deferred' | 'aborted' }>,
  ): Promise<ConnectionReadiness> {
    const { store, workerId, clock, policy } = this.#deps
    const { connection } = candidate
    const now = clock.now()
    const requested = outcome.kind === 'rate-limited' ? (outcome.retryAfter ?? 0) : 0
    const delay = Math.min(policy.backoffCapMs, Math.max(requested, backoffDelay(lease.failedSince, now, policy)))
    await store.recordRefreshFailure(connection, workerId, now + delay, now)
    this.#emitRefreshed(connection, 'failed')
    if (hasExhaustedRetries(lease, now, policy)) return { connection, failure: RETRIES_EXHAUSTED }
    return unlessUsable(candidate, now, outcome)
  }

  #emitRefreshed({ provider, application, connectionId }: SyncConnection, outcome: RefreshResult): void {
    this.#deps.emit({ type: 'refreshed', provider, application, connectionId, outcome })
  }
}

/** A connection, and whether its credential is known to be over although its expiry, if it has one, has not come. */
interface Candidate {
  connection: SyncConnection
  isOver: boolean
}

/** A failed refresh has no effect as long as the credential is still valid. */
function unlessUsable(candidate: Candidate, now: number, failure: CallFailure): ConnectionReadiness {
  const { connection } = candidate
  return candidate.isOver || isExpired(connection.credential, now) ? { connection, failure } : { connection }
}

/** Whether the stored credential is the rejected one and can be refreshed. */
function isReplaceable({ credential }: Pick<SyncConnection, 'credential'>, rejected: SyncConnection): boolean {
  return credential.accessToken === rejected.credential.accessToken && credential.refreshToken !== undefined
}

function storedCredential({ credential, credentialVersion, dateCredential }: RefreshLease) {
  return omitUndefined({ credential, credentialVersion, dateCredential })
}

const RETRIES_EXHAUSTED: CallFailure = {
  kind: 'expired',
  error: platformError(
    'Credentials expired',
    'These credentials could not be refreshed for several days. Sign in again.',
  ),
  mayHaveHappened: false,
}
