import { omitUndefined } from '../../runtime/omit.ts'
import { parseRetryAfter } from '../../runtime/retry-after.ts'
import type { ProviderError } from '../errors.ts'
import { type ErrorRule, toProviderError, type VendorFailure } from '../vendor-errors.ts'
import { toQuote } from './quote.ts'

/** What the errors of a vendor's token endpoint mean. */
export interface TokenErrors {
  vendor: string
  rules: readonly ErrorRule[]
  /**
   * Further reasons in an error response of the token endpoint, for errors that only their description tells from others with
   * the same `error`. A rule for such a reason must precede the rule for `error`.
   */
  readReasons?: (error: Readonly<Record<string, unknown>>) => string[]
  /** The diagnostic codes in an error response of the token endpoint or in the callback's parameters, which may select the text. */
  readHints?: (error: Readonly<Record<string, unknown>>) => string[]
}

/** A request to a token endpoint that failed. */
export interface FailedTokenRequest extends Pick<VendorFailure, 'status' | 'method'> {
  /** What the library threw. */
  error: unknown
  /** The response, empty if there was none. */
  body: Readonly<Record<string, unknown>>
  /** The header of the response. */
  retryAfter: string | undefined
  /** Codes of a connection that failed. */
  codes?: readonly string[]
}

/** The body's `error` takes precedence over the status: token endpoints report permanent errors with several statuses. */
export function toTokenError(
  { vendor, rules, readReasons, readHints }: TokenErrors,
  { error, status, method, body, retryAfter, codes = [] }: FailedTokenRequest,
  now: number,
): ProviderError {
  const members = [body.error, body.suberror, body.error_subtype].filter((reason) => typeof reason === 'string')
  const reasons = [...members, ...(readReasons?.(body) ?? []), ...codes]
  const hints = readHints?.(body) ?? []
  const failure = omitUndefined({
    at: 'token' as const,
    method,
    status,
    reasons,
    hints,
    retryAfterMs: parseRetryAfter(retryAfter, now),
    page: toQuote(vendor, body.error_description),
    cause: { message: error instanceof Error ? error.message : String(error), status, reasons, hints },
  })
  return toProviderError(rules, vendor, failure)
}
