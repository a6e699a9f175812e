import type { ProblemName } from '../contract/problem.ts'
import { CredentialsExpiredError, ProviderError } from './errors.ts'

/** What can become of a vendor's refusal; each class has one status and one problem type. */
export const ERROR_CLASSES = {
  'credentials-expired': { status: 401, problem: 'credentials-expired' },
  'scope-required': { status: 403, problem: 'scope-required' },
  'mailbox-unavailable': { status: 403, problem: 'mailbox-unavailable' },
  'not-found': { status: 404, problem: 'not-found' },
  'invalid-request': { status: 400, problem: 'validation-error' },
  'rate-limited': { status: 429, problem: 'rate-limited' },
  unavailable: { status: 502, problem: 'vendor-error' },
  operator: { status: 500, problem: 'internal-error' },
} as const satisfies Record<string, { status: number; problem: ProblemName }>
export type ErrorClass = keyof typeof ERROR_CLASSES

/** Whose move it is when a vendor refuses. */
export type Fault = 'user' | 'administrator' | 'operator' | 'vendor' | 'hub'

/** Where a vendor says no: in an API's answer, at its token endpoint, or in the redirect back from its consent page. */
export type Place = 'api' | 'token' | 'authorize'

/** A line of a vendor's error table: what it answers, what that means, and what everyone is told. */
export interface ErrorRule {
  /** Where the vendor says it. */
  at: Place
  /** HTTP status; absent when the reason alone decides. */
  status?: number
  /** The vendor's machine-readable reason; absent when the status alone decides. */
  reason?: string
  /** Such a line is for one hint only, and what it says is all that counts of it: another line decides the rest. */
  hint?: string
  class: ErrorClass
  /** Whether the same request may succeed when it is sent again within the budget. */
  retry: boolean
  /** Of dead credentials: they may come alive again without a new sign-in, so the refusal is not remembered. */
  mayHeal?: boolean
  fault: Fault
  /** For the user: one sentence, what happened. */
  sentence: string
  /** For whoever's move it is: one sentence, what to do. */
  next: string
}

/** What a line of the table decides. */
type RuleOutcome = Pick<ErrorRule, 'class' | 'retry' | 'mayHeal' | 'sentence' | 'next'>

/** What a vendor answered, reduced to what the error table looks at. */
export interface VendorAnswer {
  at: Place
  /** HTTP status; 0 when there was no answer at all. */
  status: number
  reasons: string[]
  /** Codes that a vendor gives for diagnosis and warns not to rely on: they may choose the words, never the class. */
  hints?: readonly string[]
  /** How long the vendor asks to wait (ms). */
  retryAfter?: number
  cause: unknown
}

/**
 * The vendor refused or failed. `class` says what that means and `retry` whether asking again may help;
 * the status follows from the class, except that an unavailable vendor's own 503 and a time-out (504) are kept.
 */
export class VendorError extends ProviderError {
  readonly class: ErrorClass
  readonly retry: boolean
  readonly reasons: string[]

  constructor(rule: RuleOutcome, answer: VendorAnswer) {
    const { status, problem } = ERROR_CLASSES[rule.class]
    super(keptStatus(rule.class, answer) ?? status, problem, `${rule.sentence} ${rule.next}`, {
      cause: answer.cause,
      ...(answer.retryAfter === undefined ? {} : { retryAfter: answer.retryAfter }),
    })
    this.class = rule.class
    this.retry = rule.retry
    this.reasons = answer.reasons
  }
}

const KEPT_STATUSES = [503, 504]

function keptStatus(errorClass: ErrorClass, answer: VendorAnswer): number | undefined {
  return errorClass === 'unavailable' && KEPT_STATUSES.includes(answer.status) ? answer.status : undefined
}

/**
 * Finds the line of a vendor's table that fits best: reason and status, else reason, else status; a vendor that is
 * down or talks nonsense fits none and is `unavailable`. A credentials line becomes CredentialsExpiredError.
 */
export function toProviderError(rules: readonly ErrorRule[], vendor: string, answer: VendorAnswer): ProviderError {
  const found = findRule(rules, answer)
  const rule: RuleOutcome = found ? { ...found, ...findWords(rules, found, answer) } : unlisted(vendor, answer)
  if (rule.class === 'credentials-expired') {
    return new CredentialsExpiredError(`${rule.sentence} ${rule.next}`, { cause: answer.cause }, rule.mayHeal)
  }
  return new VendorError(rule, answer)
}

function findRule(rules: readonly ErrorRule[], answer: VendorAnswer): ErrorRule | undefined {
  const here = rules.filter((rule) => rule.at === answer.at && rule.hint === undefined)
  const names = (rule: ErrorRule) => rule.reason !== undefined && answer.reasons.includes(rule.reason)
  return (
    here.find((rule) => names(rule) && rule.status === answer.status) ??
    here.find((rule) => names(rule) && rule.status === undefined) ??
    here.find((rule) => rule.reason === undefined && rule.status === answer.status)
  )
}

/** The words for the answer's hint, where the table has a line for it beside the one that decides. */
function findWords(rules: readonly ErrorRule[], found: ErrorRule, { hints = [] }: VendorAnswer) {
  const hinted = rules.find(({ at, status, reason, hint }) => {
    return at === found.at && status === found.status && reason === found.reason && hint && hints.includes(hint)
  })
  return hinted && { sentence: hinted.sentence, next: hinted.next }
}

/** An answer that the table does not list: a client error will not heal by itself, anything else may. */
function unlisted(vendor: string, answer: VendorAnswer): RuleOutcome {
  const refused = answer.status >= 400 && answer.status < 500
  // A reason may come from a browser's address line: only what looks like a code is repeated to a person.
  const reason = answer.reasons.find((candidate) => /^[\w.-]{1,64}$/.test(candidate))
  return {
    class: 'unavailable',
    retry: !refused,
    sentence: refused
      ? `${vendor} refused the request (${[answer.status, ...(reason ? [reason] : [])].join(' ')}).`
      : `${vendor} did not give a usable answer (${answer.status || 'no answer'}).`,
    next: refused ? 'The operator of the hub finds the details in its log.' : 'The next run tries again.',
  }
}
