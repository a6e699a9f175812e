import { omitUndefined } from '../../src/runtime/omit.ts'
import type { ConnectionKey } from '../model/sync.ts'
import { AuthorizedConnection } from '../provider/authorized-connection.ts'
import type { CallOptions, ProviderClient } from '../provider/client.ts'
import type { Credentials } from '../provider/credentials.ts'
import type { CallName, RequestOf, ResponseOf } from '../provider/endpoints.ts'
import type { CallFailure, CallOutcome } from '../provider/outcome.ts'
import { type DecryptCredential, findCallableConnection } from '../storage/connections/callable.ts'
import { findConnection } from '../storage/connections/lists.ts'
import { requireReconnect } from '../storage/connections/refresh.ts'
import type { Database } from '../storage/postgres/database.ts'
import { ActionError } from './errors.ts'
import type { InFlightWrites } from './in-flight-writes.ts'
import { redactOutcome } from './redact-outcome.ts'

export interface ProviderActionsDeps {
  /** Where the tables of the people are. */
  db: Database
  client: Pick<ProviderClient, 'call'>
  credentials: Pick<Credentials, 'ensureFresh' | 'renewAfterRejection'>
  decryptCredential: DecryptCredential
  /** Returns PLATFORM_API_KEY, which is redacted from outcomes. */
  platformKey: () => string
  /** The URL below which people open what the platform stores, without a trailing slash. Undefined: none is configured. */
  publicUrl: string | undefined
  /** Those of all people, to whichever bucket they belong. */
  inFlightWrites: InFlightWrites
  /** Epoch ms. */
  now: () => number
}

/** Creates the body of a request. Called again for a repeated request, which has a newer credential. */
export type RequestFactory<Name extends CallName> = () => RequestOf<Name>

export interface ActionCallOptions extends Pick<CallOptions, 'signal'> {
  /** Idempotency key for writes. Evaluated for each request: a repeated request with fewer items is a different one. */
  idempotencyKey?: () => string
  /** Whether a call whose credential was rejected may be repeated with a newer one. Defaults to yes. */
  mayRepeat?: (rejection: CallFailure) => boolean
}

/** Calls providers on behalf of the people of a bucket, outside of syncs. */
export class ProviderActions {
  readonly deps: ProviderActionsDeps
  readonly inFlightWrites: InFlightWrites

  constructor(deps: ProviderActionsDeps) {
    this.deps = deps
    this.inFlightWrites = deps.inFlightWrites
  }

  /** Aborts with `signal`, or when a person would no longer wait for a result. For calls that only read. */
  readDeadline(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(this.inFlightWrites.timeouts.waitMs), signal])
  }

  /** Aborts a write before its reservation expires, after which it would count as abandoned. */
  writeDeadline(): AbortSignal {
    return AbortSignal.timeout(this.inFlightWrites.timeouts.writeMs)
  }

  /**
   * Loads a connection of a tenant for calls. Throws ActionError: NOT_FOUND, CONFLICT if the connection is not active, and
   * UPSTREAM_FAILED if its credential cannot be decrypted.
   */
  async openConnection(key: ConnectionKey): Promise<AuthorizedConnection> {
    const { db, decryptCredential, credentials } = this.deps
    const connection = await findConnection(db, key)
    if (!connection) throw new ActionError('NOT_FOUND', 'The connection was not found.')
    const { status } = connection
    if (status !== 'active') {
      throw new ActionError('CONFLICT', `The connection is ${status}; its provider cannot be called.`, { status })
    }
    const callable = await findCallableConnection(db, decryptCredential, key)
    if (!callable) throw new ActionError('UPSTREAM_FAILED', 'The credential of this connection cannot be read.')
    return new AuthorizedConnection(callable, credentials)
  }

  /**
   * Calls the provider of the first connection on behalf of all connections. Credentials are refreshed before the call if
   * they are due, and once after a rejection, in which case the call is repeated. A connection whose credential has expired
   * for good requires its user to sign in again.
   */
  async call<Name extends CallName>(
    name: Name,
    connections: readonly [AuthorizedConnection, ...AuthorizedConnection[]],
    createRequest: RequestFactory<Name>,
    { mayRepeat = () => true, idempotencyKey, signal }: ActionCallOptions = {},
  ): Promise<CallOutcome<ResponseOf<Name>>> {
    for (const connection of connections) {
      const failure = await connection.ensureFresh()
      if (failure) return this.#requireReconnectIfExpired(connection, failure)
    }
    const send = () =>
      this.#send(name, connections, createRequest(), omitUndefined({ signal, idempotencyKey: idempotencyKey?.() }))
    const outcome = await send()
    if (outcome.kind !== 'expired') return outcome
    const repeats = mayRepeat(outcome)
    const failure = await this.#renew(rejectedAmong(connections, outcome), outcome)
    if (!repeats) return outcome
    if (failure) return failure
    const secondOutcome = await send()
    if (secondOutcome.kind !== 'expired') return secondOutcome
    return this.#handleRejection(rejectedAmong(connections, secondOutcome), secondOutcome)
  }

  async #send<Name extends CallName>(
    name: Name,
    connections: readonly [AuthorizedConnection, ...AuthorizedConnection[]],
    request: RequestOf<Name>,
    options: CallOptions,
  ): Promise<CallOutcome<ResponseOf<Name>>> {
    const target = { ...connections[0].target, secrets: connections.flatMap(({ target }) => target.secrets) }
    const outcome = await this.deps.client.call(name, target, request, options)
    return redactOutcome(outcome, [...target.secrets, this.deps.platformKey()])
  }

  /** Renews the credentials after a rejection. Returns undefined if at least one is newer than before. */
  async #renew(connections: readonly AuthorizedConnection[], rejection: CallFailure): Promise<CallFailure | undefined> {
    const failures = await Promise.all(connections.map((connection) => connection.renewAfterRejection(rejection)))
    if (failures.includes(undefined)) return undefined
    const [failure = rejection] = failures
    return failure.kind === 'expired' ? this.#handleRejection(connections, failure) : failure
  }

  /** Marks the connections whose credential has expired. If it is one of several, they are checked one by one. */
  async #handleRejection<T extends CallFailure>(
    connections: readonly AuthorizedConnection[],
    rejection: T,
  ): Promise<T> {
    const [first, ...rest] = connections
    if (first && rest.length === 0) return this.#requireReconnectIfExpired(first, rejection)
    for (const connection of connections) {
      const { application, credential } = connection.current
      const check = await this.deps.client.call('check', connection.target, { application, credential })
      if (check.kind === 'expired') await this.#requireReconnectIfExpired(connection, check)
    }
    return rejection
  }

  async #requireReconnectIfExpired<T extends CallFailure>({ current }: AuthorizedConnection, failure: T): Promise<T> {
    if (failure.kind !== 'expired') return failure
    const { db, now } = this.deps
    const expiry = { reason: failure.error.detail, credentialVersion: current.credentialVersion }
    await requireReconnect({ db }, current, expiry, now())
    return failure
  }
}

/**
 * The connections whose credential a provider may have rejected: the one whose `connectionId` the problem names, or all of
 * them if it names none.
 */
function rejectedAmong(
  connections: readonly AuthorizedConnection[],
  rejection: CallFailure,
): readonly AuthorizedConnection[] {
  const connectionId = 'problem' in rejection ? rejection.problem?.connectionId : undefined
  const named = connections.filter(({ current }) => current.connectionId === connectionId)
  return named.length > 0 ? named : connections
}
