import type { Client, Context, Middleware, ResponseType } from '@microsoft/microsoft-graph-client'
import type { Call } from '../../src/kit/application.ts'
import { ValidationError } from '../../src/kit/errors.ts'
import { callVendor, type VendorClientOptions } from '../../src/kit/http.ts'
import { connectMethod } from '../../src/kit/key-connections/method.ts'
import { holdSecret } from '../../src/runtime/secret.ts'
import { readJsonObject, readTextBody, toMicrosoftError } from './response.ts'
import { type MicrosoftSettings, toEndpoints } from './settings.ts'

/** The account a request is made for. `email` keys the concurrency limit, so calendar and mail of one user share it. */
export interface Account {
  accessToken: string
  email: string
  /** Says how the account was connected: with a key, some errors mean something else. */
  profile?: unknown
}

/** Sends a GET request for a path of Graph under the hub's retry and concurrency policy. Throws a ProviderError. */
export type Requester = <Body extends object>(path: string) => Promise<Body>

/** Sends a GET request for a path whose response is a text, such as a transcript. Throws a ProviderError. */
export type TextRequester = (path: string) => Promise<string>

/** Options of an application's requests. */
export interface GraphOptions {
  /** Format of the bodies of events and messages. */
  bodyFormat: 'text' | 'html'
  /** JSON pointer to the access token in the hub's request, for validation errors. */
  tokenPointer?: string
}

/** Requests of one mailbox in flight at once. Above this Outlook returns 429: https://learn.microsoft.com/graph/throttling-limits */
export const MAX_CONCURRENT_REQUESTS = 4

/** Creates the function with which an application requests JSON. */
export async function createGraphRequester(
  account: Account,
  call: Call<MicrosoftSettings>,
  options: GraphOptions,
): Promise<Requester> {
  const get = await createGet(account, call, options)
  return <Body extends object>(path: string) => get(path, readJsonObject<Body>)
}

/** Creates the function with which an application requests texts of a media type, for which Graph has no default. */
export async function createGraphTextRequester(
  account: Account,
  call: Call<MicrosoftSettings>,
  options: GraphOptions & { accept: string },
): Promise<TextRequester> {
  const get = await createGet(account, call, options, { Accept: options.accept })
  return (path) => get(path, readTextBody)
}

type Get = <Body>(path: string, read: (response: Response) => Promise<Body>) => Promise<Body>

/** Microsoft's client library is loaded by the first request that needs it, which keeps it out of the hub's start-up. */
async function createGet(
  account: Account,
  call: Call<MicrosoftSettings>,
  options: GraphOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Get> {
  const { Client, ResponseType } = await import('@microsoft/microsoft-graph-client')
  const { graph } = toEndpoints(call.settings)
  const client = Client.initWithMiddleware({
    baseUrl: graph,
    middleware: createFetchMiddleware(graph, {
      ...headers,
      Authorization: toAuthorizationHeader(account, options),
      Prefer: toPreferHeader(options),
    }),
  })
  return createRawGet(client, ResponseType.RAW, account, call)
}

/**
 * The only middleware of the client. The library's default chain would withhold the token from a configured origin and
 * send it to any Graph host, sleep up to three times 180 s, follow redirects with the token, and send telemetry headers.
 */
function createFetchMiddleware(graph: string, headers: Readonly<Record<string, string>>): Middleware {
  const { origin } = new URL(graph)
  return {
    async execute(context: Context) {
      const url = new URL(context.request as string)
      if (url.origin !== origin) throw new TypeError('request for an origin other than that of Graph')
      context.response = await fetch(url, { ...context.options, headers, redirect: 'manual' })
    },
  }
}

/** Throws ValidationError for a token that cannot be sent. */
export function toAuthorizationHeader(
  { accessToken }: Account,
  { tokenPointer = DEFAULT_TOKEN_POINTER }: Pick<GraphOptions, 'tokenPointer'>,
): string {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw ValidationError.at(
      tokenPointer,
      'is not a valid access token: it contains characters that are not allowed in a header.',
    )
  }
  holdSecret(accessToken)
  return `Bearer ${accessToken}`
}

const DEFAULT_TOKEN_POINTER = '#/connectedProvider/credential/accessToken'

/**
 * Sent with every request and every page. Without the first preference an id changes when its item is moved, without
 * the second times are in the mailbox's zone. https://learn.microsoft.com/graph/outlook-immutable-id
 */
function toPreferHeader({ bodyFormat }: GraphOptions): string {
  return `IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="${bodyFormat}"`
}

/** Requests raw responses: the library drops the headers and does not read bodies of unknown content types. */
function createRawGet(client: Client, raw: ResponseType, account: Account, call: Call<MicrosoftSettings>): Get {
  const clientOptions: VendorClientOptions = {
    vendor: 'Microsoft',
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    toError: (error) => toMicrosoftError(error, call.clock(), connectMethod(account)),
  }
  return (path, read) =>
    callVendor(call, clientOptions, {
      account: account.email,
      send: async (signal) => read(await client.api(path).option('signal', signal).responseType(raw).get()),
    })
}
