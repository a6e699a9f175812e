import type { Credential } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { ValidationError } from '../../../src/kit/errors.ts'
import { callVendor, type VendorClientOptions } from '../../../src/kit/http.ts'
import { holdSecret } from '../../../src/runtime/secret.ts'
import type { SalesforceSettings } from '../settings.ts'
import type { ApiRequest, ApiUsage } from './connection.ts'
import { requireInstance } from './instance.ts'
import type { ApiPath } from './path.ts'
import { toSalesforceError, UnreadableResponse } from './response.ts'

/** One request to Salesforce. The default method is GET. */
export interface ClientRequest {
  path: ApiPath
  method?: 'POST' | 'PATCH' | 'DELETE'
  body?: object
  /** Default: true for GET only. Set it for a POST that only reads; writes are never retried. */
  retryable?: boolean
  /** Timeout of the request (ms). Default: MAX_TIMEOUT_MS. */
  timeoutMs?: number
  /** Called just before the request is sent. From then on Salesforce may have carried it out. */
  onSend?: () => void
}

/** Sends requests to the org of one credential under the hub's retry and concurrency policy. Throws ProviderErrors. */
export interface Client {
  /** Returns the JSON of the response. */
  request<Body extends object>(request: ClientRequest): Promise<Body>
  /** The same for the few plain text responses. */
  requestText(request: ClientRequest): Promise<string>
  /** The same for responses without content. */
  send(request: ClientRequest): Promise<void>
}

/** Requests of one account in flight at once. */
export const MAX_CONCURRENT_REQUESTS = 5
/** Timeout of one request (ms). Writing 200 records runs all triggers and flows of the org. */
export const MAX_TIMEOUT_MS = 30_000

/** Throws ValidationError, before anything is sent, for a host that is not Salesforce's and for an invalid token. */
export function createClient(credential: Credential, call: Call<SalesforceSettings>, pointer: string): Client {
  const { accessToken, email } = credential
  const instance = requireInstance(credential.instanceUrl, call.settings, `${pointer}/instanceUrl`)
  requireToken(accessToken, `${pointer}/accessToken`)
  const connection = { instance, accessToken, allowPrivateAddress: call.settings.origin !== undefined }
  const clientOptions: VendorClientOptions = {
    vendor: 'Salesforce',
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    toError: (error) => toSalesforceError(error, call.clock()),
  }
  const usageWarning = new UsageWarning(call)
  const send = <Body>(request: ClientRequest, requireBody: (body: unknown) => Body) =>
    callVendor(call, clientOptions, {
      account: email,
      units: 1,
      timeoutMs: request.timeoutMs ?? MAX_TIMEOUT_MS,
      retryable: request.retryable ?? request.method === undefined,
      send: async (signal) => {
        const { sendRequest } = await import('./connection.ts')
        request.onSend?.()
        const { body, usage } = await sendRequest(connection, toApiRequest(request), signal)
        usageWarning.check(usage)
        return requireBody(body)
      },
    })
  return {
    request: <Body extends object>(request: ClientRequest) => send(request, requireObject<Body>),
    requestText: (request) => send(request, requireText),
    send: (request) => send(request, () => undefined),
  }
}

function requireToken(accessToken: string, pointer: string): void {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw ValidationError.at(
      pointer,
      'is not a valid access token: it contains characters that are not allowed in a header.',
    )
  }
  holdSecret(accessToken)
}

function toApiRequest({ path, method, body }: ClientRequest): ApiRequest {
  if (!method || method === 'DELETE') return { method: method ?? 'GET', url: path }
  return { method, url: path, body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }
}

function requireObject<Body extends object>(body: unknown): Body {
  if (typeof body !== 'object' || body === null) throw new UnreadableResponse()
  return body as Body
}

function requireText(body: unknown): string {
  if (typeof body !== 'string') throw new UnreadableResponse()
  return body
}

/** Share of the org's daily API calls above which a warning is logged. */
const USAGE_WARNING_SHARE = 0.95

/** Logs once per request of the hub that the org's daily API calls, which all programs of the customer share, run out. */
class UsageWarning {
  readonly #call: Call<SalesforceSettings>
  #hasWarned = false

  constructor(call: Call<SalesforceSettings>) {
    this.#call = call
  }

  check(usage: ApiUsage | undefined): void {
    if (this.#hasWarned || !usage || usage.used < usage.limit * USAGE_WARNING_SHARE) return
    this.#hasWarned = true
    this.#call.log.warn({ ...usage }, 'the daily API calls of this Salesforce org are almost used up')
  }
}
