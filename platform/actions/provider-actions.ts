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
import { type ActionTimeouts, DEFAULT_ACTION_TIMEOUTS, InFlightWrites } from './in-flight-writes.ts'
import { redactOutcome } from './redact-outcome.ts'

export interface ProviderActionsDeps {
  db: Database
  client: Pick<ProviderClient, 'call'>
  credentials: Pick<Credentials, 'ensureFresh' | 'renewAfterRejection'>
  openCredential: DecryptCredential
  /** PLATFORM_API_KEY: no answer is told with it. */
  platformKey: () => string
  /** Told of a write that failed for a reason of ours after nobody waited for it any more. */
  onFault: (error: unknown) => void
  /** Epoch ms. */
  now: () => number
}

/** What a call asks, made anew when it is asked again: by then the credential is another. */
export type RequestFactory<Name extends CallName> = () => RequestOf<Name>

export interface ActionCallOptions extends Pick<CallOptions, 'signal'> {
  /** For writes; asked for at each call, because one that is made again with less in it is another. */
  idempotencyKey?: () => string
  /** Whether a call whose credential was refused may be made again with a newer one. It is told of the refusal. */
  mayRepeat?: (refusal: CallFailure) => boolean
}

/** What the platform asks of providers on behalf of a person, outside of syncs. */
export class ProviderActions {
  readonly deps: ProviderActionsDeps
  readonly inFlightWrites: InFlightWrites
  readonly #rules: ActionTimeouts

  constructor(parts: ProviderActionsDeps, rules = DEFAULT_ACTION_TIMEOUTS) {
    this.deps = parts
    this.inFlightWrites = new InFlightWrites(rules, parts.onFault)
    this.#rules = rules
  }

  /** Ends a call that only reads when nobody would wait for it any longer. */
  readDeadline(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(this.#rules.waitMs), signal])
  }

  /** Ends a write that has not come to its end before it would be taken for one that was left behind. */
  writeDeadline(): AbortSignal {
    return AbortSignal.timeout(this.#rules.writeMs)
  }

  /** The tenant's connection, to be called. Throws NOT_FOUND, or CONFLICT when it is not active. */
  async openConnection(key: ConnectionKey): Promise<AuthorizedConnection> {
    const { db, openCredential, credentials } = this.deps
    const found = await findConnection(db, key)
    if (!found) throw new ActionError('NOT_FOUND', 'The connection was not found.')
    if (found.status !== 'active') {
      const message = `The connection is ${found.status}; its provider cannot be asked for anything.`
      throw new ActionError('CONFLICT', message, { status: found.status })
    }
    const callable = await findCallableConnection(db, openCredential, key)
    if (!callable) throw new ActionError('UPSTREAM_FAILED', 'The credential of this connection cannot be read.')
    return new AuthorizedConnection(callable, credentials)
  }

  /**
   * Calls the provider of the first connection, on behalf of all of them. A credential that has run out is renewed
   * before, and once after a refusal; one that is dead stops its connection until someone signs in again.
   */
  async call<Name extends CallName>(
    name: Name,
    connections: readonly [AuthorizedConnection, ...AuthorizedConnection[]],
    question: RequestFactory<Name>,
    { mayRepeat = () => true, idempotencyKey, signal }: ActionCallOptions = {},
  ): Promise<CallOutcome<ResponseOf<Name>>> {
    for (const connection of connections) {
      const trouble = await connection.ensureFresh()
      if (trouble) return this.#stopped(connection, trouble)
    }
    const call = () => this.#call(name, connections, question(), { signal, idempotencyKey: idempotencyKey?.() })
    const outcome = await call()
    if (outcome.kind !== 'expired') return outcome
    const goesOn = mayRepeat(outcome)
    const refused = await this.#renew(connections, outcome)
    if (!goesOn) return outcome
    if (refused) return refused
    const again = await call()
    return again.kind === 'expired' ? this.#afterRefusal(connections, again) : again
  }

  async #call<Name extends CallName>(
    name: Name,
    connections: readonly [AuthorizedConnection, ...AuthorizedConnection[]],
    asked: RequestOf<Name>,
    { signal, idempotencyKey }: { [Option in keyof CallOptions]: CallOptions[Option] | undefined },
  ): Promise<CallOutcome<ResponseOf<Name>>> {
    const callee = { ...connections[0].target, secrets: connections.flatMap(({ target }) => target.secrets) }
    const options = { ...(signal ? { signal } : {}), ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
    const outcome = await this.deps.client.call(name, callee, asked, options)
    return redactOutcome(outcome, [...callee.secrets, this.deps.platformKey()])
  }

  /** Undefined when at least one of the credentials is newer than the refused ones. */
  async #renew(connections: readonly AuthorizedConnection[], refused: CallFailure): Promise<CallFailure | undefined> {
    const troubles = await Promise.all(connections.map((connection) => connection.renewAfterRejection(refused)))
    if (troubles.includes(undefined)) return undefined
    const [trouble = refused] = troubles
    return trouble.kind === 'expired' ? this.#afterRefusal(connections, trouble) : trouble
  }

  /** Of several connections a refusal does not tell whose credential is dead, so each is asked about. */
  async #afterRefusal<T extends CallFailure>(connections: readonly AuthorizedConnection[], refused: T): Promise<T> {
    const [only, ...others] = connections
    if (only && others.length === 0) return this.#stopped(only, refused)
    for (const connection of connections) {
      const { application, credential } = connection.current
      const check = await this.deps.client.call('check', connection.target, { application, credential })
      if (check.kind === 'expired') await this.#stopped(connection, check)
    }
    return refused
  }

  async #stopped<T extends CallFailure>({ current }: AuthorizedConnection, trouble: T): Promise<T> {
    if (trouble.kind !== 'expired') return trouble
    const { db, now } = this.deps
    const dead = { reason: trouble.error.detail, credentialVersion: current.credentialVersion }
    await requireReconnect(db, current, dead, now())
    return trouble
  }
}
