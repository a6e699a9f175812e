import { type Clock, limitTime, pause } from '../model/clock.ts'
import { type Attempt, judgeAnswer, judgeSilence, waitBeforeRetry } from './attempt.ts'
import { type Answered, type Asked, CALLS, type CallName } from './endpoints.ts'
import type { Emit } from './events.ts'
import { ProviderLine } from './gate.ts'
import type { CallRules } from './options.ts'
import type { CallOutcome } from './outcome.ts'
import { withoutSecrets } from './problem.ts'
import type { HttpRequest, Transport } from './transport.ts'

export interface ClientParts {
  transport: Transport
  /** PLATFORM_API_KEY, asked for at each request and kept nowhere. */
  platformKey: () => string
  clock: Clock
  random: () => number
  rules: CallRules
  emit: Emit
}

/** Whom a call is for. */
export interface Callee {
  providerUrl: string
  /** The connection and its application, where the call is made for one. */
  connectionId?: string
  application?: string
  /** Texts that no error may repeat. */
  secrets?: readonly string[]
}

export interface CallOptions {
  signal?: AbortSignal
  /** For writes: the same key says that it is the same write. */
  idempotencyKey?: string
}

/** Calls providers: the one way out, for syncs and for calls on demand alike. */
export class ProviderClient {
  readonly #parts: ClientParts
  readonly #lines = new Map<string, ProviderLine>()
  /** Which of a call's paths a provider was found to serve. */
  readonly #found = new Map<string, number>()

  constructor(parts: ClientParts) {
    this.#parts = parts
  }

  async call<Name extends CallName>(
    name: Name,
    to: Callee,
    body: Asked<Name>,
    options: CallOptions = {},
  ): Promise<CallOutcome<Answered<Name>>> {
    const start = this.#parts.clock.now()
    const found = `${to.providerUrl} ${name}`
    const { paths } = CALLS[name]
    let outcome: CallOutcome<Answered<Name>> = { kind: 'stopped' }
    for (let at = this.#found.get(found) ?? 0; at < paths.length; at += 1) {
      outcome = await this.#retried(name, paths[at] as string, to, body, options)
      const isThere = !(outcome.kind === 'failed' && outcome.error.status === 404)
      if (isThere && at > 0) this.#found.set(found, at)
      if (isThere) break
    }
    this.#tell(name, to, outcome, this.#parts.clock.now() - start)
    return outcome
  }

  /** When to come again, while a provider is known to be down. */
  closedFor(providerUrl: string): number | undefined {
    return this.#lineTo(providerUrl).closedFor
  }

  async #retried<Name extends CallName>(
    name: Name,
    path: string,
    to: Callee,
    body: Asked<Name>,
    options: CallOptions,
  ): Promise<CallOutcome<Answered<Name>>> {
    const { rules, clock, random } = this.#parts
    const line = this.#lineTo(to.providerUrl)
    let over: (() => void) | undefined
    for (let retries = 0; ; retries += 1) {
      const passage = await line.pass(to.connectionId, options.signal, () =>
        this.#attempt(name, path, to, body, options),
      )
      over?.()
      if (passage === undefined) return { kind: 'stopped' }
      if ('retryAfter' in passage) return { kind: 'skipped', retryAfter: passage.retryAfter }
      const { result: attempt } = passage
      const wait = CALLS[name].repeatable ? waitBeforeRetry(attempt, retries, rules.retry, random) : undefined
      over = wait === undefined ? undefined : line.budget.take(clock.now())
      if (wait === undefined || !over) return unlessDown(attempt, line)
      await pause(clock, wait, options.signal)
    }
  }

  async #attempt<Name extends CallName>(
    name: Name,
    path: string,
    to: Callee,
    body: Asked<Name>,
    { signal, idempotencyKey }: CallOptions,
  ): Promise<Attempt<Answered<Name>>> {
    const { transport, clock, rules } = this.#parts
    const limit = limitTime(clock, rules.timeLimit[name], signal)
    try {
      const request = this.#request(name, path, to, body, idempotencyKey)
      const answer = await transport({ ...request, signal: limit.signal })
      return redacted(judgeAnswer(name, answer, clock.now()), [...(to.secrets ?? []), this.#parts.platformKey()])
    } catch (thrown) {
      if (signal?.aborted) return { outcome: { kind: 'stopped' }, verdict: undefined }
      return judgeSilence(name, thrown, limit.isOver())
    } finally {
      limit.end()
    }
  }

  #request(
    name: CallName,
    path: string,
    { providerUrl, application = '' }: Callee,
    body: unknown,
    idempotencyKey: string | undefined,
  ): Omit<HttpRequest, 'signal'> {
    const { platformKey, clock, rules } = this.#parts
    return {
      method: CALLS[name].method,
      url: `${providerUrl.replace(/\/+$/, '')}${path.replace(':application', encodeURIComponent(application))}`,
      headers: {
        Accept: 'application/json, application/problem+json',
        Authorization: `Bearer ${platformKey()}`,
        'x-request-deadline': String(clock.now() + rules.timeLimit[name]),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      maxBytes: rules.maxAnswerBytes,
    }
  }

  #tell(call: CallName, { providerUrl }: Callee, outcome: CallOutcome<unknown>, tookMs: number): void {
    const { emit } = this.#parts
    emit({ type: 'called', providerUrl, call, outcome: outcome.kind, tookMs })
    if (outcome.kind === 'misconfigured') emit({ type: 'misconfigured', providerUrl, error: outcome.error })
  }

  #lineTo(providerUrl: string): ProviderLine {
    const known = this.#lines.get(providerUrl)
    if (known) return known
    const { rules, clock, emit } = this.#parts
    const line = new ProviderLine(rules, clock, (state) => emit({ type: 'breaker', providerUrl, state }))
    this.#lines.set(providerUrl, line)
    return line
  }
}

/** Once a provider is known to be down, what it fails to do is nobody's failure but its own. */
function unlessDown<Answer>({ outcome, verdict }: Attempt<Answer>, line: ProviderLine): CallOutcome<Answer> {
  if (verdict !== 'down' || outcome.kind !== 'failed' || outcome.mayHaveHappened) return outcome
  const { closedFor } = line
  return closedFor === undefined ? outcome : { kind: 'skipped', retryAfter: closedFor }
}

function redacted<Answer>(attempt: Attempt<Answer>, secrets: readonly string[]): Attempt<Answer> {
  const { outcome } = attempt
  if (!('error' in outcome)) return attempt
  return { ...attempt, outcome: { ...outcome, error: withoutSecrets(outcome.error, secrets) } }
}
