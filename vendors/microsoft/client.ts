import type { Client, Context, Middleware, ResponseType } from '@microsoft/microsoft-graph-client'
import type { Call } from '../../src/kit/application.ts'
import { ValidationError } from '../../src/kit/errors.ts'
import { callVendor, type Lane } from '../../src/kit/http.ts'
import { holdSecret } from '../../src/runtime/secret.ts'
import { readAnswer, toMicrosoftError } from './response.ts'
import { addresses, type MicrosoftSettings } from './settings.ts'

/** Whose data is asked for. `email` names the lane, so calendar and mail of one person share it. */
export interface Access {
  accessToken: string
  email: string
}

/** Gets a path of Graph by the hub's policy. */
export type Ask = <Answer extends object>(path: string) => Promise<Answer>

/** How an application wants its answers. */
export interface Wishes {
  /** Form of the bodies of events and messages. */
  body: 'text' | 'html'
  /** Where the access token stands in the request at hand. */
  pointer?: string
}

/** Requests of one mailbox in flight at once. Outlook answers 429 beyond: https://learn.microsoft.com/graph/throttling-limits */
export const WIDTH = 4

/** Microsoft's client code is loaded by the first request that needs it: the hub starts without it. */
export async function askGraph(access: Access, call: Call<MicrosoftSettings>, wishes: Wishes): Promise<Ask> {
  const { Client, ResponseType } = await import('@microsoft/microsoft-graph-client')
  const { graph } = addresses(call.settings)
  const client = Client.initWithMiddleware({
    baseUrl: graph,
    middleware: exchange(graph, { Authorization: authorization(access, wishes), Prefer: preferences(wishes) }),
  })
  return asker(client, ResponseType.RAW, access, call)
}

/**
 * The whole chain. The library's own would keep the token from a stand-in and hand it to any Graph host, sleep up to
 * three times 180 s, follow redirects with the token, and report what version of it runs.
 */
function exchange(graph: string, headers: Readonly<Record<string, string>>): Middleware {
  const { origin } = new URL(graph)
  return {
    async execute(context: Context) {
      const url = new URL(context.request as string)
      if (url.origin !== origin) throw new TypeError('a request would leave the origin of Graph')
      context.response = await fetch(url, { ...context.options, headers, redirect: 'manual' })
    },
  }
}

function authorization({ accessToken }: Access, { pointer = CONNECTED }: Wishes): string {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw ValidationError.at(pointer, 'this is no access token: it holds characters that a header cannot carry.')
  }
  holdSecret(accessToken)
  return `Bearer ${accessToken}`
}

const CONNECTED = '#/connectedProvider/credential/accessToken'

/**
 * Sent with every request and every page: without the first ids change when an item is moved, without the second times
 * come in a zone of the mailbox's choice. https://learn.microsoft.com/graph/outlook-immutable-id
 */
function preferences({ body }: Wishes): string {
  return `IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="${body}"`
}

/** The raw answer is read here: the library drops the headers and never reads a body that it does not understand. */
function asker(client: Client, raw: ResponseType, access: Access, call: Call<MicrosoftSettings>): Ask {
  const lane: Lane = { vendor: 'Microsoft', width: WIDTH, toError: (error) => toMicrosoftError(error, call.clock()) }
  return (path) =>
    callVendor(call, lane, {
      account: access.email,
      send: async (signal) => readAnswer(await client.api(path).option('signal', signal).responseType(raw).get()),
    })
}
