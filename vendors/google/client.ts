import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import type { AuthPlus, gmail_v1, MethodOptions } from 'googleapis/build/src/apis/gmail/index.js'
import type { oauth2_v2 } from 'googleapis/build/src/apis/oauth2/index.js'
import type { Call } from '../../src/kit/application.ts'
import { ValidationError } from '../../src/kit/errors.ts'
import { callVendor, type Lane } from '../../src/kit/http.ts'
import { holdSecret } from '../../src/runtime/secret.ts'
import { toGoogleError, UnreadableAnswer } from './response.ts'
import { addresses, type GoogleSettings } from './settings.ts'

/** Whose data is asked for. `email` names the lane, so calendar and mail of one person share it. */
export interface Access {
  accessToken: string
  email: string
}

/** Sends one request to Google by the hub's policy. `units` is its price in Google's quota units. */
export type Ask<Client> = <Answer extends object>(
  units: number,
  send: (client: Client, options: MethodOptions) => Promise<{ data: Answer }>,
) => Promise<Answer>

/** Requests of one account in flight at once. Gmail answers 429 "Too many concurrent requests for user" beyond. */
export const WIDTH = 5

/** Google's client code is loaded by the first request that needs it: the hub starts without it. */
export async function askCalendar(access: Access, call: Call<GoogleSettings>): Promise<Ask<calendar_v3.Calendar>> {
  const { auth, calendar } = await import('googleapis/build/src/apis/calendar/index.js')
  return asker(calendar({ version: 'v3', ...clientOptions(auth, access, call) }), access, call)
}

export async function askGmail(access: Access, call: Call<GoogleSettings>): Promise<Ask<gmail_v1.Gmail>> {
  const { auth, gmail } = await import('googleapis/build/src/apis/gmail/index.js')
  return asker(gmail({ version: 'v1', ...clientOptions(auth, access, call) }), access, call)
}

export async function askOAuth(access: Access, call: Call<GoogleSettings>): Promise<Ask<oauth2_v2.Oauth2>> {
  const { auth, oauth2 } = await import('googleapis/build/src/apis/oauth2/index.js')
  return asker(oauth2({ version: 'v2', ...clientOptions(auth, access, call) }), access, call)
}

/** What Google says of an access token: whose it is and what it may. */
export interface TokenInfo {
  sub?: string
  scope?: string
}

/** https://developers.google.com/identity/protocols/oauth2: the token travels in a header, so that no log shows it. */
export async function readTokenInfo(access: Access, call: Call<GoogleSettings>): Promise<TokenInfo> {
  const { auth } = await import('googleapis/build/src/apis/oauth2/index.js')
  const client = authClient(auth, access, '#/credential/accessToken')
  const url = addresses(call.settings).tokenInfo
  return asker(
    client,
    access,
    call,
  )(0, (google, options) => {
    return google.request<TokenInfo>({ ...options, ...withoutProxy(call.settings), method: 'POST', url })
  })
}

/**
 * `rootUrl` counts with its origin only, which is all we want of it. `universeDomain` is named because the library
 * would otherwise take it from the environment, and send tokens to hosts below it.
 */
function clientOptions(auth: AuthPlus, access: Access, { settings }: Call<GoogleSettings>) {
  return {
    auth: authClient(auth, access, '#/connectedProvider/credential/accessToken'),
    universeDomain: 'googleapis.com',
    ...(settings.origin ? { rootUrl: settings.origin } : {}),
    ...withoutProxy(settings),
  }
}

/** A stand-in for Google is on this network: a proxy that the environment names for the outside is not for it. */
function withoutProxy({ origin }: GoogleSettings) {
  return origin ? { noProxy: [origin] } : {}
}

/**
 * Holds the access token only: given the refresh token too, the library would refresh behind our back on any 401 or
 * 403, and the new tokens would be lost. Its request interceptors are left out: all they do is print what passes.
 */
function authClient(auth: AuthPlus, { accessToken }: Access, pointer: string) {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw ValidationError.at(pointer, 'this is no access token: it holds characters that a header cannot carry.')
  }
  holdSecret(accessToken)
  const client = new auth.OAuth2({ useAuthRequestParameters: false })
  client.setCredentials({ access_token: accessToken })
  return client
}

/** A text of 25 MB, the most Gmail sends, in base64; files are not fetched. */
const LONGEST_ANSWER_BYTES = 40 * 1024 * 1024

/** Retries are the hub's, and a redirect would carry the token to a host nobody chose. */
const OPTIONS = {
  retry: false,
  redirect: 'manual',
  responseType: 'json',
  maxContentLength: LONGEST_ANSWER_BYTES,
} as const

function asker<Client>(client: Client, access: Access, call: Call<GoogleSettings>): Ask<Client> {
  const lane: Lane = { vendor: 'Google', width: WIDTH, toError: (error) => toGoogleError(error, call.clock()) }
  return (units, send) =>
    callVendor(call, lane, {
      account: access.email,
      units,
      send: async (signal) => {
        const { data } = await send(client, { ...OPTIONS, signal })
        if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new UnreadableAnswer()
        return data
      },
    })
}
