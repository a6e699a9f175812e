import type { Call, Settings } from '../application.ts'
import { ProviderError } from '../errors.ts'
import { callVendor, type VendorClientOptions } from '../http.ts'
import { type TokenErrors, toTokenError } from '../oauth/token-failure.ts'
import { isMalformedToken, malformedToken, toTokens } from '../oauth/token-response.ts'
import type { Tokens } from '../oauth/tokens.ts'
import type { FormResponse } from './post-form.ts'

/** A request for an access token with a signed assertion. */
export interface TokenRequest {
  /** A constant of the vendor's, its ORIGIN, or a host that a HostRule has allowed. */
  url: string
  /** Whether the host may have a private address: only if it is a configured origin. */
  allowsPrivateAddress: boolean
  /** Keys the limit of concurrent requests. */
  account: string
  /** The form to post. It is made for each attempt, because an assertion is valid once. */
  form: () => Promise<Readonly<Record<string, string>>>
}

const MAX_CONCURRENT_REQUESTS = 5

/**
 * Requests an access token for a key. Redirects are not followed. Throws a ProviderError by the rules for `token` and the
 * method `key`: a key that is rejected is a CredentialsExpiredError.
 */
export function requestToken<S extends Settings>(
  endpoint: TokenErrors,
  { url, allowsPrivateAddress, account, form }: TokenRequest,
  call: Call<S>,
): Promise<Tokens> {
  const options: VendorClientOptions = {
    vendor: `${endpoint.vendor} token`,
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    toError: (error) => toRequestError(endpoint, error, call),
  }
  return callVendor(call, options, {
    account,
    send: async (signal) => {
      const dateRequested = call.clock()
      // Loaded by the first request that needs it, which keeps the library out of the hub's start-up.
      const { postForm } = await import('./post-form.ts')
      const response = await postForm({ url, fields: await form(), allowsPrivateAddress }, signal)
      const body = parseObject(response.text)
      if (response.status !== 200 || typeof body.access_token !== 'string' || body.access_token === '') {
        throw new TokenResponseError(response, body)
      }
      if (isMalformedToken(body.access_token)) throw malformedToken(endpoint.vendor)
      return toTokens(body, dateRequested)
    },
  })
}

/** Whether an error of `requestToken` has a reason: a class that became another error has it only in its cause. */
export function hasReason(error: unknown, reason: string): boolean {
  if (!(error instanceof ProviderError)) return false
  const { reasons } = (error.options.cause ?? {}) as { reasons?: unknown }
  return Array.isArray(reasons) && reasons.includes(reason)
}

/** The endpoint returned no token. */
class TokenResponseError extends Error {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: Readonly<Record<string, unknown>>

  constructor({ status, retryAfter }: FormResponse, body: Readonly<Record<string, unknown>>) {
    super(`the token endpoint responded with status ${status} and no access token`)
    this.status = status
    this.retryAfter = retryAfter
    this.body = body
  }
}

function toRequestError<S extends Settings>(endpoint: TokenErrors, error: unknown, call: Call<S>): ProviderError {
  const response = error instanceof TokenResponseError ? error : undefined
  const { status = toStatus(error), body = {}, retryAfter } = response ?? {}
  const failed = { error, method: 'key' as const, status, body, retryAfter, codes: toCodes(error) }
  return toTokenError(endpoint, failed, call.clock())
}

function toStatus(error: unknown): number {
  return error instanceof Error && /Timeout|Abort/.test(error.name) ? 504 : 0
}

/** The codes of a connection that failed, such as ENOTFOUND. */
function toCodes(error: unknown): string[] {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? [code] : []
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
