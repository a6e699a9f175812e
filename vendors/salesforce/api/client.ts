import type { Connection } from 'jsforce/lib/core.js'
import type { HttpRequest, LimitInfo } from 'jsforce/lib/types/common.js'
import type { Credential } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { ValidationError } from '../../../src/kit/errors.ts'
import { callVendor, type VendorClientOptions } from '../../../src/kit/http.ts'
import { holdSecret } from '../../../src/runtime/secret.ts'
import type { SalesforceSettings } from '../settings.ts'
import { requireInstance } from './instance.ts'
import type { ApiPath } from './path.ts'
import { toSalesforceError, UnreadableResponse } from './response.ts'

/** How a request is sent. */
export interface RequestOptions {
  /** Whether it only reads, so that it may be sent again; writes are never retried. */
  retryable?: boolean
  /** Timeout of the request (ms). Default: MAX_TIMEOUT_MS. */
  timeoutMs?: number
  /** Called just before the request is sent. From then on Salesforce may have carried it out. */
  onSend?: () => void
}

/** One request by its path. The default method is GET, which is retryable by default. */
export interface ClientRequest extends RequestOptions {
  path: ApiPath
  method?: 'POST'
  body?: object
}

/** Sends requests to the org of one credential under the hub's retry and concurrency policy. Throws ProviderErrors. */
export interface Client {
  /** Calls jsforce, exactly one request of it, and returns the JSON of the response. */
  call<Body extends object>(
    send: (connection: Connection) => PromiseLike<unknown>,
    options: RequestOptions,
  ): Promise<Body>
  /** Sends a request for which jsforce has no call, and returns the JSON of the response. */
  request<Body extends object>(request: ClientRequest): Promise<Body>
  /** The same for the few plain text responses. */
  requestText(request: ClientRequest): Promise<string>
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
  const send = <Body>(
    run: (connection: Connection) => PromiseLike<unknown>,
    { retryable = false, timeoutMs = MAX_TIMEOUT_MS, onSend }: RequestOptions,
    requireBody: (body: unknown) => Body,
  ) =>
    callVendor(call, clientOptions, {
      account: email,
      units: 1,
      timeoutMs,
      retryable,
      send: async (signal) => {
        const { openConnection } = await import('./connection.ts')
        const jsforce = openConnection(connection, signal)
        onSend?.()
        const body = await run(jsforce)
        usageWarning.check(jsforce.limitInfo.apiUsage)
        return requireBody(body)
      },
    })
  const sendRequest = <Body>({ path, method, body, ...options }: ClientRequest, requireBody: (body: unknown) => Body) =>
    send(
      (jsforce) => jsforce.request(toHttpRequest(path, method, body)),
      { retryable: method === undefined, ...options },
      requireBody,
    )
  return {
    call: <Body extends object>(run: (connection: Connection) => PromiseLike<unknown>, options: RequestOptions) =>
      send(run, options, requireObject<Body>),
    request: <Body extends object>(request: ClientRequest) => sendRequest(request, requireObject<Body>),
    requestText: (request) => sendRequest(request, requireText),
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

function toHttpRequest(url: ApiPath, method: ClientRequest['method'], body: object | undefined): HttpRequest {
  if (!method) return { method: 'GET', url }
  return { method, url, body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }
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

  check(usage: LimitInfo['apiUsage']): void {
    if (this.#hasWarned || !usage || usage.used < usage.limit * USAGE_WARNING_SHARE) return
    this.#hasWarned = true
    this.#call.log.warn({ ...usage }, 'the daily API calls of this Salesforce org are almost used up')
  }
}
