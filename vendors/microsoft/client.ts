import type { Client, Context, Middleware, ResponseType } from '@microsoft/microsoft-graph-client'
import type { Call } from '../../src/kit/application.ts'
import { ValidationError } from '../../src/kit/errors.ts'
import { callVendor, type VendorClientOptions } from '../../src/kit/http.ts'
import { holdSecret } from '../../src/runtime/secret.ts'
import { readJsonObject, toMicrosoftError } from './response.ts'
import { type MicrosoftSettings, toEndpoints } from './settings.ts'

/** Whose data is asked for. `email` names the lane, so calendar and mail of one person share it. */
export interface Account {
  accessToken: string
  email: string
}

/** Gets a path of Graph by the hub's policy. */
export type Requester = <Answer extends object>(path: string) => Promise<Answer>

/** How an application wants its answers. */
export interface GraphOptions {
  /** Form of the bodies of events and messages. */
  bodyFormat: 'text' | 'html'
  /** Where the access token stands in the request at hand. */
  tokenPointer?: string
}

/** Requests of one mailbox in flight at once. Outlook answers 429 beyond: https://learn.microsoft.com/graph/throttling-limits */
export const MAX_CONCURRENT_REQUESTS = 4

/** Microsoft's client code is loaded by the first request that needs it: the hub starts without it. */
export async function createGraphRequester(
  access: Account,
  call: Call<MicrosoftSettings>,
  wishes: GraphOptions,
): Promise<Requester> {
  const { Client, ResponseType } = await import('@microsoft/microsoft-graph-client')
  const { graph } = toEndpoints(call.settings)
  const client = Client.initWithMiddleware({
    baseUrl: graph,
    middleware: createFetchMiddleware(graph, {
      Authorization: toAuthorizationHeader(access, wishes),
      Prefer: toPreferHeader(wishes),
    }),
  })
  return createRequester(client, ResponseType.RAW, access, call)
}

/**
 * The whole chain. The library's own would keep the token from a stand-in and hand it to any Graph host, sleep up to
 * three times 180 s, follow redirects with the token, and report what version of it runs.
 */
function createFetchMiddleware(graph: string, headers: Readonly<Record<string, string>>): Middleware {
  const { origin } = new URL(graph)
  return {
    async execute(context: Context) {
      const url = new URL(context.request as string)
      if (url.origin !== origin) throw new TypeError('a request would leave the origin of Graph')
      context.response = await fetch(url, { ...context.options, headers, redirect: 'manual' })
    },
  }
}

function toAuthorizationHeader(
  { accessToken }: Account,
  { tokenPointer = DEFAULT_TOKEN_POINTER }: GraphOptions,
): string {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw ValidationError.at(tokenPointer, 'this is no access token: it holds characters that a header cannot carry.')
  }
  holdSecret(accessToken)
  return `Bearer ${accessToken}`
}

const DEFAULT_TOKEN_POINTER = '#/connectedProvider/credential/accessToken'

/**
 * Sent with every request and every page: without the first ids change when an item is moved, without the second times
 * come in a zone of the mailbox's choice. https://learn.microsoft.com/graph/outlook-immutable-id
 */
function toPreferHeader({ bodyFormat }: GraphOptions): string {
  return `IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="${bodyFormat}"`
}

/** The raw answer is read here: the library drops the headers and never reads a body that it does not understand. */
function createRequester(client: Client, raw: ResponseType, access: Account, call: Call<MicrosoftSettings>): Requester {
  const lane: VendorClientOptions = {
    vendor: 'Microsoft',
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    toError: (error) => toMicrosoftError(error, call.clock()),
  }
  return (path) =>
    callVendor(call, lane, {
      account: access.email,
      send: async (signal) => readJsonObject(await client.api(path).option('signal', signal).responseType(raw).get()),
    })
}
