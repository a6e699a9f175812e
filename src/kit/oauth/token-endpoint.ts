import type { AuthorizationCode } from 'simple-oauth2'
import { holdSecret } from '../../runtime/secret.ts'
import type { Call, Settings } from '../application.ts'
import type { ProviderError } from '../errors.ts'
import { callVendor, type VendorClientOptions } from '../http.ts'
import { createClient } from './client.ts'
import { toTokenError } from './token-failure.ts'
import { isMalformedToken, malformedToken, toTokens } from './token-response.ts'
import type { Tokens } from './tokens.ts'
import type { OAuthVendor } from './vendor.ts'

/** Exchanges an authorization code for tokens. Not retried: the code is used up as soon as it reaches the vendor. */
export function exchangeCode<S extends Settings>(
  vendor: OAuthVendor<S>,
  parameters: { code: string; redirect_uri: string; code_verifier: string },
  call: Call<S>,
): Promise<Tokens> {
  return exchange(vendor, call, false, async (client) => {
    return (await client.getToken(parameters, HTTP_OPTIONS)).token
  })
}

/** Exchanges a refresh token for new tokens. Throws CredentialsExpiredError if the vendor rejects it. */
export function exchangeRefreshToken<S extends Settings>(
  vendor: OAuthVendor<S>,
  refreshToken: string,
  call: Call<S>,
): Promise<Tokens> {
  holdSecret(refreshToken)
  return exchange(vendor, call, true, async (client) => {
    return (await client.createToken({ refresh_token: refreshToken }).refresh({}, HTTP_OPTIONS)).token
  })
}

/** Timeout of one attempt (ms) and maximum size of a response (bytes). */
const HTTP_OPTIONS = { timeout: 15_000, maxBytes: 262_144 }
/** Per OAuth client of a vendor. */
const MAX_CONCURRENT_REQUESTS = 20

async function exchange<S extends Settings>(
  vendor: OAuthVendor<S>,
  call: Call<S>,
  retryable: boolean,
  post: (client: AuthorizationCode) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Tokens> {
  const client = await createClient(vendor, call.settings)
  const options: VendorClientOptions = {
    vendor: `${vendor.vendor} sign-in`,
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    toError: (error) => toEndpointError(vendor, error, call),
  }
  const dateRequested = call.clock()
  const response = await callVendor(call, options, {
    account: vendor.client(call.settings).id,
    retryable,
    send: async () => {
      const token = await post(client)
      if (typeof token.access_token !== 'string' || token.access_token === '') throw new MissingAccessTokenError(token)
      for (const value of [token.access_token, token.refresh_token])
        if (isMalformedToken(value)) throw malformedToken(vendor.vendor)
      return token
    },
  })
  return toTokens(response, dateRequested, vendor.readScopes)
}

/** A successful response without a token: some endpoints report errors with status 200. */
class MissingAccessTokenError extends Error {
  readonly response: Readonly<Record<string, unknown>>

  constructor(response: Readonly<Record<string, unknown>>) {
    super('the token endpoint returned no access token')
    this.response = response
  }
}

/** simple-oauth2 throws the Boom errors of @hapi/wreck, which hold the vendor's status and body. */
interface WreckError {
  data?: { payload?: unknown; res?: { headers?: Record<string, string | undefined>; statusCode?: number } }
}

function toEndpointError<S extends Settings>(vendor: OAuthVendor<S>, error: unknown, call: Call<S>): ProviderError {
  const { data } = error as WreckError
  const isEmpty = error instanceof MissingAccessTokenError
  const body = isEmpty ? error.response : asObject(data?.payload)
  const status = isEmpty ? 200 : (data?.res?.statusCode ?? 0)
  const retryAfter = data?.res?.headers?.['retry-after']
  return toTokenError(vendor, { error, status, body, retryAfter }, call.clock())
}

function asObject(payload: unknown): Readonly<Record<string, unknown>> {
  if (Buffer.isBuffer(payload)) {
    try {
      return asObject(JSON.parse(payload.toString()))
    } catch {
      return {}
    }
  }
  return typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {}
}
