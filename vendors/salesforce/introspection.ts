import type { Call } from '../../src/kit/application.ts'
import { ProviderError } from '../../src/kit/errors.ts'
import { callVendor, type VendorClientOptions } from '../../src/kit/http.ts'
import type { Tokens } from '../../src/kit/oauth/vendor.ts'
import { ResponseError, toSalesforceError } from './api/response.ts'
import { type SalesforceSettings, toEndpoints } from './settings.ts'

/** Given up of a token's life (ms), so that it is never used at its last moment. */
const EXPIRY_MARGIN_MS = 60_000
/** Life that is assumed when Salesforce does not tell (ms): shorter than the shortest session an org can set. */
const DEFAULT_LIFETIME_MS = 600_000
const MAX_CONCURRENT_REQUESTS = 20

/**
 * When an access token ends: Salesforce's token endpoint does not say, because it depends on settings of org, profile
 * and application. Introspection knows; where it is not allowed, a short life is assumed. Never throws: at this moment
 * the only copy of a rotated refresh token is in our hands.
 */
export async function findExpiry({ accessToken, response }: Tokens, call: Call<SalesforceSettings>): Promise<number> {
  const end = await introspect(accessToken, call)
  if (end !== undefined) return end - EXPIRY_MARGIN_MS
  const issued = Number(response.issued_at)
  return (issued > 0 ? issued : call.clock()) + DEFAULT_LIFETIME_MS
}

/** https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oidc_token_introspection.htm: `exp` is in seconds. */
async function introspect(accessToken: string, call: Call<SalesforceSettings>): Promise<number | undefined> {
  try {
    const { active, exp } = JSON.parse(await postIntrospection(accessToken, call)) as {
      active?: unknown
      exp?: unknown
    }
    return active === true && typeof exp === 'number' && exp > 0 ? exp * 1000 : undefined
  } catch (error) {
    const cause = error instanceof ProviderError ? error.cause : error
    call.log.info({ err: cause }, 'Salesforce does not tell how long the token lives; a short life is assumed')
    return undefined
  }
}

function postIntrospection(accessToken: string, call: Call<SalesforceSettings>): Promise<string> {
  const { clientId, clientSecret, origin } = call.settings
  const lane: VendorClientOptions = {
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
  return callVendor(call, lane, {
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
