import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js'
import type { drive_v3 } from 'googleapis/build/src/apis/drive/index.js'
import type { AuthPlus, gmail_v1, MethodOptions } from 'googleapis/build/src/apis/gmail/index.js'
import type { meet_v2 } from 'googleapis/build/src/apis/meet/index.js'
import type { oauth2_v2 } from 'googleapis/build/src/apis/oauth2/index.js'
import type { people_v1 } from 'googleapis/build/src/apis/people/index.js'
import type { sheets_v4 } from 'googleapis/build/src/apis/sheets/index.js'
import type { Call } from '../../src/kit/application.ts'
import { ValidationError } from '../../src/kit/errors.ts'
import { callVendor, type VendorClientOptions, type VendorRequest } from '../../src/kit/http.ts'
import { connectMethod } from '../../src/kit/key-connections/method.ts'
import { MAX_RESPONSE_BYTES } from '../../src/kit/response-body.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { holdSecret } from '../../src/runtime/secret.ts'
import { toGoogleError, toMeetError, toTokenInfoError, UnreadableResponse } from './response.ts'
import { type GoogleSettings, toEndpoints } from './settings.ts'
import { sendRequest } from './transport.ts'

/** The account a request is made for. `email` keys the concurrency limit, so calendar and mail of one user share it. */
export interface Account {
  accessToken: string
  email: string
  /** The profile of its credential: errors of connections with a key have other causes. */
  profile?: unknown
}

/** An account, and the pointer to its connection in the request. Default: `#/connectedProvider`. */
export interface PointedAccount {
  credential: Account
  pointer?: string
}

/** How to send a request that is not an ordinary read; see VendorRequest. */
export type SendPolicy = Pick<VendorRequest<unknown>, 'retryable' | 'timeoutMs'>

/**
 * Sends one request to Google under the hub's retry and concurrency policy. `units` is its cost in Google's quota
 * units. Throws a ProviderError.
 */
export type Requester<Client> = <Body extends object>(
  units: number,
  send: (client: Client, options: MethodOptions) => Promise<{ data: Body }>,
  policy?: SendPolicy,
) => Promise<Body>

/** Requests of one account in flight at once. Above this Gmail returns 429 "Too many concurrent requests for user". */
export const MAX_CONCURRENT_REQUESTS = 5

/** Google's client library is loaded by the first request that needs it, which keeps it out of the hub's start-up. */
export async function createCalendarRequester(
  account: Account,
  call: Call<GoogleSettings>,
): Promise<Requester<calendar_v3.Calendar>> {
  const { auth, calendar } = await import('googleapis/build/src/apis/calendar/index.js')
  return createRequester(calendar({ version: 'v3', ...toClientOptions(auth, account, call) }), account, call)
}

export async function createGmailRequester(
  account: Account,
  call: Call<GoogleSettings>,
): Promise<Requester<gmail_v1.Gmail>> {
  const { auth, gmail } = await import('googleapis/build/src/apis/gmail/index.js')
  return createRequester(gmail({ version: 'v1', ...toClientOptions(auth, account, call) }), account, call)
}

export async function createMeetRequester(
  account: Account,
  call: Call<GoogleSettings>,
): Promise<Requester<meet_v2.Meet>> {
  const { auth, meet } = await import('googleapis/build/src/apis/meet/index.js')
  return createRequester(meet({ version: 'v2', ...toClientOptions(auth, account, call) }), account, call, toMeetError)
}

export async function createPeopleRequester(
  account: Account,
  call: Call<GoogleSettings>,
): Promise<Requester<people_v1.People>> {
  const { auth, people } = await import('googleapis/build/src/apis/people/index.js')
  return createRequester(people({ version: 'v1', ...toClientOptions(auth, account, call) }), account, call)
}

export async function createDriveRequester(
  account: PointedAccount,
  call: Call<GoogleSettings>,
): Promise<Requester<drive_v3.Drive>> {
  const { auth, drive } = await import('googleapis/build/src/apis/drive/index.js')
  const { credential, pointer } = account
  return createRequester(
    drive({ version: 'v3', ...toClientOptions(auth, credential, call, pointer) }),
    credential,
    call,
  )
}

export async function createDocsRequester(
  account: PointedAccount,
  call: Call<GoogleSettings>,
): Promise<Requester<docs_v1.Docs>> {
  const { auth, docs } = await import('googleapis/build/src/apis/docs/index.js')
  const { credential, pointer } = account
  return createRequester(docs({ version: 'v1', ...toClientOptions(auth, credential, call, pointer) }), credential, call)
}

export async function createSheetsRequester(
  account: PointedAccount,
  call: Call<GoogleSettings>,
): Promise<Requester<sheets_v4.Sheets>> {
  const { auth, sheets } = await import('googleapis/build/src/apis/sheets/index.js')
  const { credential, pointer } = account
  return createRequester(
    sheets({ version: 'v4', ...toClientOptions(auth, credential, call, pointer) }),
    credential,
    call,
  )
}

export async function createOAuthRequester(
  account: Account,
  call: Call<GoogleSettings>,
): Promise<Requester<oauth2_v2.Oauth2>> {
  const { auth, oauth2 } = await import('googleapis/build/src/apis/oauth2/index.js')
  return createRequester(oauth2({ version: 'v2', ...toClientOptions(auth, account, call) }), account, call)
}

/** The members of Google's token information that are used: the account and the granted scopes. */
export interface TokenInfo {
  sub?: string
  scope?: string
}

/** https://developers.google.com/identity/protocols/oauth2. The token is sent in a header, so that no log contains it. */
export async function fetchTokenInfo(account: Account, call: Call<GoogleSettings>): Promise<TokenInfo> {
  const { auth } = await import('googleapis/build/src/apis/oauth2/index.js')
  const client = createAuthClient(auth, account, '#/credential/accessToken')
  const request = createRequester(client, account, call, toTokenInfoError)
  const url = toEndpoints(call.settings).tokenInfo
  return request(0, (google, options) => {
    return google.request<TokenInfo>({ ...options, ...toProxyOptions(call.settings), method: 'POST', url })
  })
}

/** Reads an address of one of Google's APIs, to see whether the account may. Throws a ProviderError if it may not. */
export async function fetchProbe(address: string, account: Account, call: Call<GoogleSettings>): Promise<void> {
  const { auth } = await import('googleapis/build/src/apis/oauth2/index.js')
  const client = createAuthClient(auth, account, '#/credential/accessToken')
  const request = createRequester(client, account, call)
  const { pathname, search, origin } = new URL(address)
  const url = `${call.settings.origin ?? origin}${pathname}${search}`
  await request(0, (google, options) => google.request<object>({ ...options, ...toProxyOptions(call.settings), url }))
}

/**
 * The library uses only the origin of `rootUrl`, which is all we need. `universeDomain` is set because the library
 * would otherwise read it from the environment and send tokens to hosts below that domain.
 */
function toClientOptions(
  auth: AuthPlus,
  account: Account,
  { settings }: Call<GoogleSettings>,
  pointer = '#/connectedProvider',
) {
  return {
    auth: createAuthClient(auth, account, `${pointer}/credential/accessToken`),
    universeDomain: 'googleapis.com',
    ...omitUndefined({ rootUrl: settings.origin || undefined }),
    ...toProxyOptions(settings),
  }
}

/** The origin that replaces Google is on the local network, so a proxy configured in the environment is bypassed. */
function toProxyOptions({ origin }: GoogleSettings) {
  return origin ? { noProxy: [origin] } : {}
}

/**
 * An auth client with the access token only. With a refresh token the library would refresh by itself on any 401 or
 * 403, and the new tokens would be lost. Its request interceptors are disabled: they only print requests.
 * Throws ValidationError for a token that cannot be sent in a header.
 */
function createAuthClient(auth: AuthPlus, { accessToken }: Account, pointer: string) {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw ValidationError.at(
      pointer,
      'is not a valid access token: it contains characters that are not allowed in a header.',
    )
  }
  holdSecret(accessToken)
  const client = new auth.OAuth2({ useAuthRequestParameters: false })
  client.setCredentials({ access_token: accessToken })
  return client
}

/** The hub does the retries. Redirects are not followed, because they would send the token to another host. */
const REQUEST_OPTIONS = {
  retry: false,
  redirect: 'manual',
  responseType: 'json',
  size: MAX_RESPONSE_BYTES,
  // The library declares the whole fetch, and uses the members of a response that ReadResponse has.
  fetchImplementation: sendRequest as unknown as typeof fetch,
} as const

function createRequester<Client>(
  client: Client,
  account: Account,
  call: Call<GoogleSettings>,
  toError = toGoogleError,
): Requester<Client> {
  const clientOptions: VendorClientOptions = {
    vendor: 'Google',
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    toError: (error) => toError(error, call.clock(), connectMethod(account)),
  }
  // Uploads ignore the `rootUrl` of the client, so each request has it, too.
  const rootUrl = omitUndefined({ rootUrl: call.settings.origin || undefined })
  return (units, send, policy = {}) =>
    callVendor(call, clientOptions, {
      account: account.email,
      units,
      ...policy,
      send: async (signal) => {
        const { data } = await send(client, { ...REQUEST_OPTIONS, ...rootUrl, signal })
        if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new UnreadableResponse()
        return data
      },
    })
}
