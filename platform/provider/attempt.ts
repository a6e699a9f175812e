import type { RunError } from '../model/sync.ts'
import type { Verdict } from './circuit-breaker.ts'
import { type Answered, CALLS, type CallName } from './endpoints.ts'
import type { RetryRules } from './options.ts'
import type { CallOutcome, Refusal } from './outcome.ts'
import { isCredentialsExpired, platformError, readProblem } from './problem.ts'
import { readRetryAfter } from './retry-after.ts'
import { AnswerTooLarge, type HttpAnswer, NotConnected } from './transport.ts'

/** One try: what came of it, and what it means for trying again and for the provider. */
export interface Attempt<Answer> {
  outcome: CallOutcome<Answer>
  /** The status of the answer; absent: there was none. */
  status?: number
  /** Whether the provider is there and working. Undefined: this try says nothing about that. */
  verdict: Verdict | undefined
}

/** What an answer means. */
export function judgeAnswer<Name extends CallName>(
  name: Name,
  answer: HttpAnswer,
  now: number,
): Attempt<Answered<Name>> {
  const { status } = answer
  if (status >= 200 && status < 300) return { outcome: readAnswer(name, answer), status, verdict: 'up' }
  const problem = readProblem(answer)
  const refusal: Refusal = {
    error: problem.error,
    ...(problem.body ? { problem: problem.body } : {}),
    mayHaveHappened: !CALLS[name].repeatable && (status >= 500 || problem.name === 'partial-failure'),
  }
  // A provider that can say that its vendor failed is itself in good health, and so are its other vendors.
  const verdict = status >= 500 && problem.name !== 'vendor-error' ? 'down' : 'up'
  const retryAfter = readRetryAfter(answer.header('retry-after'), now)
  if (status === 401) {
    return {
      outcome: { kind: isCredentialsExpired(problem) ? 'expired' : 'misconfigured', ...refusal },
      status,
      verdict,
    }
  }
  if (status === 429 || (status === 503 && retryAfter !== undefined)) {
    const waits = retryAfter === undefined ? {} : { retryAfter }
    // Being asked to wait is a sign of life.
    return { outcome: { kind: 'wait', ...waits, ...refusal }, status, verdict: 'up' }
  }
  return { outcome: { kind: 'failed', ...refusal }, status, verdict }
}

function readAnswer<Name extends CallName>(name: Name, { text, status }: HttpAnswer): CallOutcome<Answered<Name>> {
  const reading = CALLS[name].read(parse(text))
  if ('value' in reading) return { kind: 'ok', answer: reading.value }
  const error = platformError('Unreadable answer', `The provider's answer cannot be read: ${reading.wrong}.`, status)
  return { kind: 'failed', error, mayHaveHappened: !CALLS[name].repeatable }
}

/** What is no JSON is read as nothing, which fits no answer. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What it means that there was no answer to be read. */
export function judgeSilence(name: CallName, thrown: unknown, wasTimeOut: boolean): Attempt<never> {
  const mayHaveHappened = !CALLS[name].repeatable && !(thrown instanceof NotConnected)
  const outcome = { kind: 'failed', error: describe(thrown, wasTimeOut), mayHaveHappened } as const
  // Who answers too much is there, and would do so again.
  return thrown instanceof AnswerTooLarge ? { outcome, status: 200, verdict: 'up' } : { outcome, verdict: 'down' }
}

function describe(thrown: unknown, wasTimeOut: boolean): RunError {
  if (wasTimeOut) return platformError('Time-out', 'The provider did not answer in time.')
  if (thrown instanceof AnswerTooLarge) {
    return platformError('Answer too large', "The provider's answer is larger than any answer may be.")
  }
  if (thrown instanceof NotConnected) return platformError('Unreachable', 'The provider cannot be reached.')
  return platformError('Connection lost', 'The connection to the provider broke before it had answered.')
}

const PASSING: ReadonlySet<number | undefined> = new Set([undefined, 429, 502, 503, 504])

/**
 * How long to wait before the next try (ms). Undefined: there is none, because it would not help, or would come too
 * late for a run, which the schedule then takes care of. `retries` is how many there were.
 */
export function waitBeforeRetry(
  { outcome, status }: Attempt<unknown>,
  retries: number,
  rules: RetryRules,
  random: () => number,
): number | undefined {
  if (outcome.kind !== 'failed' && outcome.kind !== 'wait') return undefined
  const most = status === 500 ? rules.mostAfter500 : PASSING.has(status) ? rules.most : 0
  if (retries >= most) return undefined
  const asked = outcome.kind === 'wait' ? (outcome.retryAfter ?? 0) : 0
  if (asked > rules.longestMs) return undefined
  // Full jitter: callers that failed together do not come back together.
  return Math.max(asked, Math.round(Math.min(rules.longestMs, rules.firstMs * 2 ** retries) * random()))
}
