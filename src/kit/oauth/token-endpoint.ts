import type { AuthorizationCode } from 'simple-oauth2'
import { parseRetryAfter } from '../../runtime/retry-after.ts'
import { holdSecret } from '../../runtime/secret.ts'
import type { Call, Settings } from '../application.ts'
import type { ProviderError } from '../errors.ts'
import { callVendor, type Lane } from '../http.ts'
import { toProviderError } from '../vendor-errors.ts'
import type { OAuthVendor, Tokens } from './vendor.ts'

/** Trades a code for tokens: posted once, because a code that reached the vendor is spent whatever came back. */
export function exchangeCode<S extends Settings>(
  vendor: OAuthVendor<S>,
  parameters: { code: string; redirect_uri: string; code_verifier: string },
  call: Call<S>,
): Promise<Tokens> {
  return exchange(vendor, call, false, async (client) => {
    return (await client.getToken(parameters, HTTP_OPTIONS)).token
  })
}

/** Trades a refresh token for new tokens. Throws CredentialsExpiredError when the vendor says it is dead. */
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

/** Time for one attempt at a token endpoint (ms) and the size of its answer at most (bytes). */
const HTTP_OPTIONS = { timeout: 15_000, maxBytes: 262_144 }
/** Token requests of one vendor client in flight at once, at most. */
const WIDTH = 20

async function exchange<S extends Settings>(
  vendor: OAuthVendor<S>,
  call: Call<S>,
  repeatable: boolean,
  post: (client: AuthorizationCode) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Tokens> {
  const client = await clientOf(vendor, call.settings)
  const lane: Lane = {
    vendor: `${vendor.vendor} sign-in`,
    width: WIDTH,
    toError: (error) => readError(vendor, error, call),
  }
  const asked = call.clock()
  const answer = await callVendor(call, lane, {
    account: vendor.client(call.settings).id,
    repeatable,
    send: async () => {
      const token = await post(client)
      if (typeof token.access_token !== 'string' || token.access_token === '') throw new NoTokens(token)
      return token
    },
  })
  return toTokens(answer, asked)
}

/** The library is loaded when the first user signs in: the hub starts without it. */
async function clientOf<S extends Settings>(vendor: OAuthVendor<S>, settings: S): Promise<AuthorizationCode> {
  const { AuthorizationCode } = await import('simple-oauth2')
  const { authorize, token } = vendor.endpoints(settings)
  const { id, secret } = vendor.client(settings)
  const [authorizeUrl, tokenUrl] = [new URL(authorize), new URL(token)]
  return new AuthorizationCode({
    client: { id, secret: secret.reveal() },
    auth: {
      tokenHost: tokenUrl.origin,
      tokenPath: tokenUrl.pathname,
      authorizeHost: authorizeUrl.origin,
      authorizePath: authorizeUrl.pathname,
    },
    options: { authorizationMethod: 'body', bodyFormat: 'form' },
  })
}

/** A successful answer that holds no token: some endpoints report errors with status 200. */
class NoTokens extends Error {
  readonly answer: Readonly<Record<string, unknown>>

  constructor(answer: Readonly<Record<string, unknown>>) {
    super('the token endpoint answered without an access token')
    this.answer = answer
  }
}

/** Share of a token's life that is given up, and at most how much (ms), so that it is never used at its last moment. */
const MARGIN = { share: 0.1, most: 120_000 }

function toTokens(answer: Readonly<Record<string, unknown>>, asked: number): Tokens {
  const { access_token, refresh_token, expires_in, scope } = answer
  const lifetime = Number(expires_in) * 1000
  const accessToken = access_token as string
  const refreshToken = typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : undefined
  for (const token of [accessToken, refreshToken]) holdSecret(token)
  return {
    accessToken,
    ...(refreshToken ? { refreshToken } : {}),
    ...(lifetime > 0 ? { dateExpiry: asked + lifetime - Math.min(MARGIN.most, lifetime * MARGIN.share) } : {}),
    scopes: typeof scope === 'string' ? scope.split(/\s+/).filter(Boolean) : [],
    answer,
  }
}

/** What simple-oauth2 throws is a Boom of @hapi/wreck: the vendor's status and body hang on it. */
interface WreckError {
  data?: { payload?: unknown; res?: { headers?: Record<string, string | undefined>; statusCode?: number } }
}

/** Judged by the body's `error` first: token endpoints put permanent refusals behind several statuses. */
function readError<S extends Settings>(vendor: OAuthVendor<S>, error: unknown, call: Call<S>): ProviderError {
  const { data } = error as WreckError
  const body = error instanceof NoTokens ? error.answer : asObject(data?.payload)
  const status = error instanceof NoTokens ? 200 : (data?.res?.statusCode ?? 0)
  const reasons = [body.error, body.suberror, body.error_subtype].filter((reason) => typeof reason === 'string')
  const hints = vendor.readHints?.(body) ?? []
  const retryAfter = parseRetryAfter(data?.res?.headers?.['retry-after'], call.clock())
  return toProviderError(vendor.rules, vendor.vendor, {
    at: 'token',
    status,
    reasons,
    hints,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    cause: { message: error instanceof Error ? error.message : String(error), status, reasons, hints },
  })
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
