import type { Credential } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { ValidationError } from '../../../src/kit/errors.ts'
import { callVendor, type Lane } from '../../../src/kit/http.ts'
import { holdSecret } from '../../../src/runtime/secret.ts'
import type { SalesforceSettings } from '../settings.ts'
import type { ApiRequest, Usage } from './connection.ts'
import { requireInstance } from './instance.ts'
import type { ApiPath } from './path.ts'
import { toSalesforceError, UnreadableAnswer } from './response.ts'

/** One request to Salesforce; without a method it is a GET. */
export interface Question {
  path: ApiPath
  method?: 'POST' | 'PATCH'
  body?: object
  /** True for a POST that only reads. Writes are never repeated. */
  repeatable?: boolean
  /** Time for it (ms), when it may not take all that is left. */
  patience?: number
  /** Told at the moment the request leaves: from then on Salesforce may have done what it says. */
  onSend?: () => void
}

/** Sends requests to the org of one credential by the hub's policy. */
export interface Client {
  /** Answers the JSON of the answer. */
  ask<Answer extends object>(question: Question): Promise<Answer>
  /** The same for the few answers that are plain text. */
  askText(question: Question): Promise<string>
}

/** Requests of one account in flight at once. */
export const WIDTH = 5
/** Time for one request (ms): two hundred records run through the triggers and flows of their org first. */
export const PATIENCE_MS = 30_000

/** Throws ValidationError, before anything is sent, for a host that is not Salesforce's and for what is no token. */
export function openClient(credential: Credential, call: Call<SalesforceSettings>, pointer: string): Client {
  const { accessToken, email } = credential
  const instance = requireInstance(credential.instanceUrl, call.settings, `${pointer}/instanceUrl`)
  requireToken(accessToken, `${pointer}/accessToken`)
  const access = { instance, accessToken, standIn: call.settings.origin !== undefined }
  const lane: Lane = { vendor: 'Salesforce', width: WIDTH, toError: (error) => toSalesforceError(error, call.clock()) }
  const usage = new UsageWarning(call)
  const send = <Answer>(question: Question, read: (body: unknown) => Answer) =>
    callVendor(call, lane, {
      account: email,
      units: 1,
      patience: question.patience ?? PATIENCE_MS,
      repeatable: question.repeatable ?? question.method === undefined,
      send: async (signal) => {
        const { sendRequest } = await import('./connection.ts')
        question.onSend?.()
        const sent = await sendRequest(access, toApiRequest(question), signal)
        usage.look(sent.usage)
        return read(sent.body)
      },
    })
  return {
    ask: <Answer extends object>(question: Question) => send(question, asObject<Answer>),
    askText: (question) => send(question, asText),
  }
}

function requireToken(accessToken: string, pointer: string): void {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw ValidationError.at(pointer, 'this is no access token: it holds characters that a header cannot carry.')
  }
  holdSecret(accessToken)
}

function toApiRequest({ path, method, body }: Question): ApiRequest {
  if (!method) return { method: 'GET', url: path }
  return { method, url: path, body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }
}

function asObject<Answer extends object>(body: unknown): Answer {
  if (typeof body !== 'object' || body === null) throw new UnreadableAnswer()
  return body as Answer
}

function asText(body: unknown): string {
  if (typeof body !== 'string') throw new UnreadableAnswer()
  return body
}

/** Share of the org's daily calls from which on the operator is told. */
const NEARLY_ALL = 0.95

/** Tells the log once a request when the org's calls of the day run out: other programs of the customer live off them. */
class UsageWarning {
  readonly #call: Call<SalesforceSettings>
  #told = false

  constructor(call: Call<SalesforceSettings>) {
    this.#call = call
  }

  look(usage: Usage | undefined): void {
    if (this.#told || !usage || usage.used < usage.limit * NEARLY_ALL) return
    this.#told = true
    this.#call.log.warn({ ...usage }, 'the API calls of this Salesforce org are nearly used up for the day')
  }
}
