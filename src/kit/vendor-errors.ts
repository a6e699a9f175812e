import type { ConnectMethod } from '../contract/definition.ts'
import type { ProblemName } from '../contract/problem.ts'
import { omitUndefined } from '../runtime/omit.ts'
import { CredentialsExpiredError, type PageHelp, ProviderError } from './errors.ts'

/** Classes of vendor errors, each with one status and one problem type. */
export const ERROR_CLASSES = {
  'credentials-expired': { status: 401, problem: 'credentials-expired' },
  'scope-required': { status: 403, problem: 'scope-required' },
  'mailbox-unavailable': { status: 403, problem: 'mailbox-unavailable' },
  'not-found': { status: 404, problem: 'not-found' },
  'invalid-request': { status: 400, problem: 'validation-error' },
  'rate-limited': { status: 429, problem: 'rate-limited' },
  locked: { status: 423, problem: 'locked' },
  'storage-full': { status: 507, problem: 'storage-full' },
  unavailable: { status: 502, problem: 'vendor-error' },
  operator: { status: 500, problem: 'internal-error' },
} as const satisfies Record<string, { status: number; problem: ProblemName }>
export type ErrorClass = keyof typeof ERROR_CLASSES

/** Who can resolve an error of a vendor. */
export type Fault = 'user' | 'administrator' | 'operator' | 'vendor' | 'hub'

/** Where a vendor's error occurred: in an API, at the token endpoint, or in the redirect back from the consent page. */
export type ErrorSource = 'api' | 'token' | 'authorize'

/** A row of a vendor's error table: the error, its class, and the text for people. */
export interface ErrorRule {
  /** Where the vendor returns it. */
  at: ErrorSource
  /** HTTP status. Omitted if the reason alone matches. */
  status?: number
  /** The vendor's machine-readable error code. Omitted if the status alone matches. */
  reason?: string
  /**
   * Set if the rule holds only for connections of this method; it then precedes the rule without one. A client or key that
   * a vendor rejects is the operator's if people sign in, and the customer's own if they connect with a key.
   */
  method?: ConnectMethod
  /** A diagnostic code. Such a rule replaces the text of the rule with the same place, status, reason and method, nothing else. */
  hint?: string
  class: ErrorClass
  /** Whether the same request may succeed if it is retried within the budget. */
  retry: boolean
  /** Status of the hub's response, where it differs from that of the class. */
  responseStatus?: 503
  /** For expired credentials: they may become valid again without a new sign-in, so the error is not cached. */
  recoverable?: boolean
  /**
   * Set if the error concerns only the object, record or message that was requested, so that a sync may name it in a
   * warning. By default it concerns the whole account, and must never result in an empty page. If every message is refused
   * with such an error, it is the error of the sync.
   */
  concerns?: 'item'
  fault: Fault
  /** What happened, in one sentence for the user. */
  sentence: string
  /** What to do, in one sentence for the party in `fault`. */
  next: string
}

/** The part of a rule that determines the error. */
type RuleOutcome = Pick<
  ErrorRule,
  'class' | 'retry' | 'responseStatus' | 'recoverable' | 'concerns' | 'sentence' | 'next'
> & { fault?: Fault }

/** A failed request to a vendor, reduced to what error rules match on. */
export interface VendorFailure {
  at: ErrorSource
  /** HTTP status; 0 if there was no response. */
  status: number
  reasons: string[]
  /** How the account was connected. Default: by signing in. */
  method?: ConnectMethod
  /** Diagnostic codes that a vendor may change at any time: they may select the text, never the class. */
  hints?: readonly string[]
  /** Delay that the vendor asked for (ms). */
  retryAfterMs?: number
  /** What the page of a failed sign-in shows. */
  page?: PageHelp
  cause: unknown
}

/**
 * The vendor rejected a request or failed. `retry` says whether the request may be retried. The status follows from
 * `class`, except that an unavailable vendor's 503 and a time-out (504) are passed through, and that a request of the
 * hub's own making that the vendor rejects is an internal error (500): the caller cannot correct it.
 */
export class VendorError extends ProviderError {
  readonly class: ErrorClass
  readonly retry: boolean
  readonly reasons: string[]
  /** Whether the error concerns only the requested object or record, rather than the whole account. */
  readonly concernsItem: boolean

  constructor(rule: RuleOutcome, failure: VendorFailure) {
    const { status, problem } = ERROR_CLASSES[isOwnMistake(rule) ? 'operator' : rule.class]
    const ownStatus = rule.responseStatus ?? passedThroughStatus(rule.class, failure.status)
    super(ownStatus ?? status, problem, `${rule.sentence} ${rule.next}`, {
      cause: failure.cause,
      ...omitUndefined({ page: failure.page }),
      ...omitUndefined({ retryAfterMs: failure.retryAfterMs }),
    })
    this.class = rule.class
    this.retry = rule.retry
    this.reasons = failure.reasons
    this.concernsItem = rule.concerns === 'item'
  }
}

/** What the request caused is found by handlers, which name the member; everything else that a vendor rejects is ours. */
function isOwnMistake({ class: errorClass, fault }: RuleOutcome): boolean {
  return errorClass === 'invalid-request' && fault === 'hub'
}

const PASSED_THROUGH_STATUSES = [503, 504]

function passedThroughStatus(errorClass: ErrorClass, status: number): number | undefined {
  return errorClass === 'unavailable' && PASSED_THROUGH_STATUSES.includes(status) ? status : undefined
}

/**
 * Converts a failure by the best match in a vendor's table: by reason and status, else by reason, else by status. Without
 * a match, the vendor is `unavailable`, except in a callback: anybody can write its `error`, so it is an invalid request.
 * The class `credentials-expired` becomes a CredentialsExpiredError.
 */
export function toProviderError(rules: readonly ErrorRule[], vendor: string, failure: VendorFailure): ProviderError {
  const matched = findRule(rules, failure)
  const rule: RuleOutcome = matched
    ? { ...matched, ...findHintedText(rules, matched, failure) }
    : unlistedOutcome(vendor, failure)
  if (rule.class === 'credentials-expired') {
    const options = { cause: failure.cause, ...omitUndefined({ page: failure.page }) }
    return new CredentialsExpiredError(`${rule.sentence} ${rule.next}`, options, rule.recoverable)
  }
  return new VendorError(rule, failure)
}

function findRule(rules: readonly ErrorRule[], failure: VendorFailure): ErrorRule | undefined {
  const { at, status, reasons, method = 'oauth' } = failure
  const candidates = rules.filter((rule) => rule.at === at && rule.hint === undefined)
  const ordered = [
    ...candidates.filter((rule) => rule.method === method),
    ...candidates.filter((rule) => rule.method === undefined),
  ]
  const hasReason = (rule: ErrorRule) => rule.reason !== undefined && reasons.includes(rule.reason)
  return (
    ordered.find((rule) => hasReason(rule) && rule.status === status) ??
    ordered.find((rule) => hasReason(rule) && rule.status === undefined) ??
    ordered.find((rule) => rule.reason === undefined && rule.status === status)
  )
}

/** The text for a diagnostic code, if the table has a rule for it beside the one that matched. */
function findHintedText(rules: readonly ErrorRule[], matched: ErrorRule, { hints = [] }: VendorFailure) {
  const hinted = rules.find(
    ({ at, status, reason, method, hint }) =>
      at === matched.at &&
      status === matched.status &&
      reason === matched.reason &&
      method === matched.method &&
      hint &&
      hints.includes(hint),
  )
  return hinted && { sentence: hinted.sentence, next: hinted.next }
}

/** For failures that match no rule: a client error (4xx) is not retried, anything else is. */
function unlistedOutcome(vendor: string, { at, status, reasons }: VendorFailure): RuleOutcome {
  const isRejected = status >= 400 && status < 500
  // A reason may come from a URL in a browser: only what looks like a code is shown to a person.
  const reason = reasons.find((candidate) => /^[\w.-]{1,64}$/.test(candidate))
  if (at === 'authorize') {
    return {
      class: 'invalid-request',
      retry: false,
      sentence: `${vendor} ended the sign-in with an error${reason ? ` (${reason})` : ''}.`,
      next: 'Start the connection again.',
    }
  }
  return {
    class: 'unavailable',
    retry: !isRejected,
    sentence: isRejected
      ? `${vendor} rejected the request (${reason ? `${status} ${reason}` : status}).`
      : `${vendor} did not return a usable response (${status || 'no response'}).`,
    next: isRejected ? 'The operator of the hub finds the details in its log.' : 'The next run tries again.',
  }
}
