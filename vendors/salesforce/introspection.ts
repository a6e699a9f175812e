import type { Call } from '../../src/kit/application.ts'
import { ProviderError } from '../../src/kit/errors.ts'
import { callVendor, type VendorClientOptions } from '../../src/kit/http.ts'
import type { Tokens } from '../../src/kit/oauth/tokens.ts'
import { ResponseError, toSalesforceError } from './api/response.ts'
import { type SalesforceSettings, toEndpoints } from './settings.ts'

/** Subtracted from a token's lifetime (ms), so that it is never used just before it expires. */
const EXPIRY_MARGIN_MS = 60_000
/** Lifetime assumed if introspection fails, or is not possible without the secret of a customer's app (ms): shorter than the shortest session that an org can configure. */
export const DEFAULT_LIFETIME_MS = 600_000
const MAX_CONCURRENT_REQUESTS = 20

/**
 * Returns when an access token expires (epoch ms). Salesforce's token endpoint does not return it, because it depends on
 * settings of the org, the profile and the application, but introspection does. Where introspection is not allowed, a
 * short lifetime is assumed. Never throws, because that would lose a refresh token that was just rotated.
 */
export async function findExpiry({ accessToken, response }: Tokens, call: Call<SalesforceSettings>): Promise<number> {
  const expiry = await introspect(accessToken, call)
  if (expiry !== undefined) return expiry - EXPIRY_MARGIN_MS
  const issuedAt = Number(response.issued_at)
  return (issuedAt > 0 ? issuedAt : call.clock()) + DEFAULT_LIFETIME_MS
}

/** https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oidc_token_introspection.htm. `exp` is in seconds. */
async function introspect(accessToken: string, call: Call<SalesforceSettings>): Promise<number | undefined> {
  try {
    const { active, exp } = JSON.parse(await postIntrospection(accessToken, call)) as {
      active?: unknown
      exp?: unknown
    }
    return active === true && typeof exp === 'number' && exp > 0 ? exp * 1000 : undefined
  } catch (error) {
    const cause = error instanceof ProviderError ? error.cause : error
    call.log.info({ err: cause }, 'token introspection failed; assuming a short token lifetime')
    return undefined
  }
}

function postIntrospection(accessToken: string, call: Call<SalesforceSettings>): Promise<string> {
  const { clientId, clientSecret, origin } = call.settings
  const clientOptions: VendorClientOptions = {
    vendor: 'Salesforce sign-in',
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    toError: (error) => toSalesforceError(error, call.clock()),
  }
  const form = {
    token: accessToken,
    token_type_hint: 'access_token',
    client_id: clientId,
    client_secret: clientSecret.reveal(),
  }
  return callVendor(call, clientOptions, {
    account: clientId,
    send: async (signal) => {
      const { sendHttp } = await import('./api/transport.ts')
      const request = {
        url: toEndpoints(call.settings).introspect,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams(form).toString(),
        allowPrivateAddress: origin !== undefined,
      }
      const { status, text } = await sendHttp(request, signal)
      if (status !== 200) throw new ResponseError(status, text)
      return text
    },
  })
}
