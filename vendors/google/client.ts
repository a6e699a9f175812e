import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import type { AuthPlus, gmail_v1, MethodOptions } from 'googleapis/build/src/apis/gmail/index.js'
import type { oauth2_v2 } from 'googleapis/build/src/apis/oauth2/index.js'
import type { Call } from '../../src/kit/application.ts'
import { ValidationError } from '../../src/kit/errors.ts'
import { callVendor, type VendorClientOptions } from '../../src/kit/http.ts'
import { holdSecret } from '../../src/runtime/secret.ts'
import { toGoogleError, UnreadableResponse } from './response.ts'
import { type GoogleSettings, toEndpoints } from './settings.ts'

/** Whose data is asked for. `email` names the lane, so calendar and mail of one person share it. */
export interface Account {
  accessToken: string
  email: string
}

/** Sends one request to Google by the hub's policy. `units` is its price in Google's quota units. */
export type Requester<Client> = <Answer extends object>(
  units: number,
  send: (client: Client, options: MethodOptions) => Promise<{ data: Answer }>,
) => Promise<Answer>

/** Requests of one account in flight at once. Gmail answers 429 "Too many concurrent requests for user" beyond. */
export const MAX_CONCURRENT_REQUESTS = 5

/** Google's client code is loaded by the first request that needs it: the hub starts without it. */
export async function createCalendarRequester(
  access: Account,
  call: Call<GoogleSettings>,
): Promise<Requester<calendar_v3.Calendar>> {
  const { auth, calendar } = await import('googleapis/build/src/apis/calendar/index.js')
  return createRequester(calendar({ version: 'v3', ...toClientOptions(auth, access, call) }), access, call)
}

export async function createGmailRequester(
  access: Account,
  call: Call<GoogleSettings>,
): Promise<Requester<gmail_v1.Gmail>> {
  const { auth, gmail } = await import('googleapis/build/src/apis/gmail/index.js')
  return createRequester(gmail({ version: 'v1', ...toClientOptions(auth, access, call) }), access, call)
}

export async function createOAuthRequester(
  access: Account,
  call: Call<GoogleSettings>,
): Promise<Requester<oauth2_v2.Oauth2>> {
  const { auth, oauth2 } = await import('googleapis/build/src/apis/oauth2/index.js')
  return createRequester(oauth2({ version: 'v2', ...toClientOptions(auth, access, call) }), access, call)
}

/** What Google says of an access token: whose it is and what it may. */
export interface TokenInfo {
  sub?: string
  scope?: string
}

/** https://developers.google.com/identity/protocols/oauth2: the token travels in a header, so that no log shows it. */
export async function fetchTokenInfo(access: Account, call: Call<GoogleSettings>): Promise<TokenInfo> {
  const { auth } = await import('googleapis/build/src/apis/oauth2/index.js')
  const client = createAuthClient(auth, access, '#/credential/accessToken')
  const url = toEndpoints(call.settings).tokenInfo
  return createRequester(
    client,
    access,
    call,
  )(0, (google, options) => {
    return google.request<TokenInfo>({ ...options, ...toProxyOptions(call.settings), method: 'POST', url })
  })
}

/**
 * `rootUrl` counts with its origin only, which is all we want of it. `universeDomain` is named because the library
 * would otherwise take it from the environment, and send tokens to hosts below it.
 */
function toClientOptions(auth: AuthPlus, access: Account, { settings }: Call<GoogleSettings>) {
  return {
    auth: createAuthClient(auth, access, '#/connectedProvider/credential/accessToken'),
    universeDomain: 'googleapis.com',
    ...(settings.origin ? { rootUrl: settings.origin } : {}),
    ...toProxyOptions(settings),
  }
}

/** A stand-in for Google is on this network: a proxy that the environment names for the outside is not for it. */
function toProxyOptions({ origin }: GoogleSettings) {
  return origin ? { noProxy: [origin] } : {}
}

/**
 * Holds the access token only: given the refresh token too, the library would refresh behind our back on any 401 or
 * 403, and the new tokens would be lost. Its request interceptors are left out: all they do is print what passes.
 */
function createAuthClient(auth: AuthPlus, { accessToken }: Account, pointer: string) {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw ValidationError.at(pointer, 'this is no access token: it holds characters that a header cannot carry.')
  }
  holdSecret(accessToken)
  const client = new auth.OAuth2({ useAuthRequestParameters: false })
  client.setCredentials({ access_token: accessToken })
  return client
}

/** A text of 25 MB, the most Gmail sends, in base64; files are not fetched. */
const MAX_RESPONSE_BYTES = 40 * 1024 * 1024

/** Retries are the hub's, and a redirect would carry the token to a host nobody chose. */
const REQUEST_OPTIONS = {
  retry: false,
  redirect: 'manual',
  responseType: 'json',
  maxContentLength: MAX_RESPONSE_BYTES,
} as const

function createRequester<Client>(client: Client, access: Account, call: Call<GoogleSettings>): Requester<Client> {
  const lane: VendorClientOptions = {
    vendor: 'Google',
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    toError: (error) => toGoogleError(error, call.clock()),
  }
  return (units, send) =>
    callVendor(call, lane, {
      account: access.email,
      units,
      send: async (signal) => {
        const { data } = await send(client, { ...REQUEST_OPTIONS, signal })
        if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new UnreadableResponse()
        return data
      },
    })
}
