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

/** One request to Salesforce; without a method it is a GET. */
export interface ClientRequest {
  path: ApiPath
  method?: 'POST' | 'PATCH'
  body?: object
  /** True for a POST that only reads. Writes are never repeated. */
  repeatable?: boolean
  /** Time for it (ms), when it may not take all that is left. */
  timeoutMs?: number
  /** Told at the moment the request leaves: from then on Salesforce may have done what it says. */
  onSend?: () => void
}

/** Sends requests to the org of one credential by the hub's policy. */
export interface Client {
  /** Answers the JSON of the answer. */
  request<Answer extends object>(question: ClientRequest): Promise<Answer>
  /** The same for the few answers that are plain text. */
  requestText(question: ClientRequest): Promise<string>
}

/** Requests of one account in flight at once. */
export const MAX_CONCURRENT_REQUESTS = 5
/** Time for one request (ms): two hundred records run through the triggers and flows of their org first. */
export const MAX_TIMEOUT_MS = 30_000

/** Throws ValidationError, before anything is sent, for a host that is not Salesforce's and for what is no token. */
export function createClient(credential: Credential, call: Call<SalesforceSettings>, pointer: string): Client {
  const { accessToken, email } = credential
  const instance = requireInstance(credential.instanceUrl, call.settings, `${pointer}/instanceUrl`)
  requireToken(accessToken, `${pointer}/accessToken`)
  const access = { instance, accessToken, allowPrivateAddress: call.settings.origin !== undefined }
  const lane: VendorClientOptions = {
    vendor: 'Salesforce',
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    toError: (error) => toSalesforceError(error, call.clock()),
  }
  const usage = new UsageWarning(call)
  const send = <Answer>(question: ClientRequest, read: (body: unknown) => Answer) =>
    callVendor(call, lane, {
      account: email,
      units: 1,
      timeoutMs: question.timeoutMs ?? MAX_TIMEOUT_MS,
      retryable: question.repeatable ?? question.method === undefined,
      send: async (signal) => {
        const { sendRequest } = await import('./connection.ts')
        question.onSend?.()
        const sent = await sendRequest(access, toApiRequest(question), signal)
        usage.check(sent.usage)
        return read(sent.body)
      },
    })
  return {
    request: <Answer extends object>(question: ClientRequest) => send(question, requireObject<Answer>),
    requestText: (question) => send(question, requireText),
  }
}

function requireToken(accessToken: string, pointer: string): void {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw ValidationError.at(pointer, 'this is no access token: it holds characters that a header cannot carry.')
  }
  holdSecret(accessToken)
}

function toApiRequest({ path, method, body }: ClientRequest): ApiRequest {
  if (!method) return { method: 'GET', url: path }
  return { method, url: path, body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }
}

function requireObject<Answer extends object>(body: unknown): Answer {
  if (typeof body !== 'object' || body === null) throw new UnreadableResponse()
  return body as Answer
}

function requireText(body: unknown): string {
  if (typeof body !== 'string') throw new UnreadableResponse()
  return body
}

/** Share of the org's daily calls from which on the operator is told. */
const USAGE_WARNING_SHARE = 0.95

/** Tells the log once a request when the org's calls of the day run out: other programs of the customer live off them. */
class UsageWarning {
  readonly #call: Call<SalesforceSettings>
  #told = false

  constructor(call: Call<SalesforceSettings>) {
    this.#call = call
  }

  check(usage: ApiUsage | undefined): void {
    if (this.#told || !usage || usage.used < usage.limit * USAGE_WARNING_SHARE) return
    this.#told = true
    this.#call.log.warn({ ...usage }, 'the API calls of this Salesforce org are nearly used up for the day')
  }
}
