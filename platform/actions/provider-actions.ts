import { findCallable, type OpenCredential } from '../storage/connections/callable.ts'
import { findConnection } from '../storage/connections/lists.ts'
import type { Database } from '../storage/postgres/database.ts'
import { requireReconnect } from '../storage/connections/refresh.ts'
import type { CallOutcome, Trouble } from '../provider/outcome.ts'
import type { Answered, Asked, CallName } from '../provider/endpoints.ts'
import type { Credentials } from '../provider/credentials.ts'
import type { ConnectionKey } from '../model/sync.ts'
import type { CallOptions, ProviderClient } from '../provider/client.ts'
import { RunConnection } from '../provider/authorized-connection.ts'
import { OutsideFailure } from './failure.ts'
import { tellable } from './redact-outcome.ts'
import { OUTSIDE_RULES, type OutsideRules, Writes } from './in-flight-writes.ts'

export interface OutsideParts {
  db: Database
  client: Pick<ProviderClient, 'call'>
  credentials: Pick<Credentials, 'fresh' | 'afterRefusal'>
  openCredential: OpenCredential
  /** PLATFORM_API_KEY: no answer is told with it. */
  platformKey: () => string
  /** Told of a write that failed for a reason of ours after nobody waited for it any more. */
  onFault: (error: unknown) => void
  /** Epoch ms. */
  now: () => number
}

/** What a call asks, made anew when it is asked again: by then the credential is another. */
export type Question<Name extends CallName> = () => Asked<Name>

export interface AskOptions extends Pick<CallOptions, 'signal'> {
  /** For writes; asked for at each call, because one that is made again with less in it is another. */
  idempotencyKey?: () => string
  /** Whether a call whose credential was refused may be made again with a newer one. It is told of the refusal. */
  mayRepeat?: (refusal: Trouble) => boolean
}

/** What the platform asks of providers on behalf of a person, outside of syncs. */
export class Outside {
  readonly parts: OutsideParts
  readonly writes: Writes
  readonly #rules: OutsideRules

  constructor(parts: OutsideParts, rules = OUTSIDE_RULES) {
    this.parts = parts
    this.writes = new Writes(rules, parts.onFault)
    this.#rules = rules
  }

  /** Ends a call that only reads when nobody would wait for it any longer. */
  inTime(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(this.#rules.wait), signal])
  }

  /** Ends a write that has not come to its end before it would be taken for one that was left behind. */
  longestWrite(): AbortSignal {
    return AbortSignal.timeout(this.#rules.write)
  }

  /** The tenant's connection, to be called. Throws NOT_FOUND, or CONFLICT when it is not active. */
  async connection(key: ConnectionKey): Promise<RunConnection> {
    const { db, openCredential, credentials } = this.parts
    const found = await findConnection(db, key)
    if (!found) throw new OutsideFailure('NOT_FOUND', 'The connection was not found.')
    if (found.status !== 'active') {
      const message = `The connection is ${found.status}; its provider cannot be asked for anything.`
      throw new OutsideFailure('CONFLICT', message, { status: found.status })
    }
    const callable = await findCallable(db, openCredential, key)
    if (!callable) throw new OutsideFailure('UPSTREAM_FAILED', 'The credential of this connection cannot be read.')
    return new RunConnection(callable, credentials)
  }

  /**
   * Calls the provider of the first connection, on behalf of all of them. A credential that has run out is renewed
   * before, and once after a refusal; one that is dead stops its connection until someone signs in again.
   */
  async ask<Name extends CallName>(
    name: Name,
    connections: readonly [RunConnection, ...RunConnection[]],
    question: Question<Name>,
    { mayRepeat = () => true, idempotencyKey, signal }: AskOptions = {},
  ): Promise<CallOutcome<Answered<Name>>> {
    for (const connection of connections) {
      const trouble = await connection.makeReady()
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
    connections: readonly [RunConnection, ...RunConnection[]],
    asked: Asked<Name>,
    { signal, idempotencyKey }: { [Option in keyof CallOptions]: CallOptions[Option] | undefined },
  ): Promise<CallOutcome<Answered<Name>>> {
    const callee = { ...connections[0].callee, secrets: connections.flatMap(({ callee }) => callee.secrets) }
    const options = { ...(signal ? { signal } : {}), ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
    const outcome = await this.parts.client.call(name, callee, asked, options)
    return tellable(outcome, [...callee.secrets, this.parts.platformKey()])
  }

  /** Undefined when at least one of the credentials is newer than the refused ones. */
  async #renew(connections: readonly RunConnection[], refused: Trouble): Promise<Trouble | undefined> {
    const troubles = await Promise.all(connections.map((connection) => connection.renewAfter(refused)))
    if (troubles.includes(undefined)) return undefined
    const [trouble = refused] = troubles
    return trouble.kind === 'expired' ? this.#afterRefusal(connections, trouble) : trouble
  }

  /** Of several connections a refusal does not tell whose credential is dead, so each is asked about. */
  async #afterRefusal<T extends Trouble>(connections: readonly RunConnection[], refused: T): Promise<T> {
    const [only, ...others] = connections
    if (only && others.length === 0) return this.#stopped(only, refused)
    for (const connection of connections) {
      const { application, credential } = connection.current
      const check = await this.parts.client.call('check', connection.callee, { application, credential })
      if (check.kind === 'expired') await this.#stopped(connection, check)
    }
    return refused
  }

  async #stopped<T extends Trouble>({ current }: RunConnection, trouble: T): Promise<T> {
    if (trouble.kind !== 'expired') return trouble
    const { db, now } = this.parts
    const dead = { reason: trouble.error.detail, credentialVersion: current.credentialVersion }
    await requireReconnect(db, current, dead, now())
    return trouble
  }
}
