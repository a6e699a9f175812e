import { PassThrough } from 'node:stream'
import { Connection } from 'jsforce/lib/core.js'
import { Transport } from 'jsforce/lib/transport.js'
import type { HttpRequest, HttpResponse } from 'jsforce/lib/types/common.js'
import { StreamPromise } from 'jsforce/lib/util/promise.js'
import { API_VERSION } from '../settings.ts'
import { Refused } from './response.ts'
import { exchange } from './transport.ts'

/** The API of an org, as the library reaches it. */
export interface Access {
  instance: string
  accessToken: string
  /** Whether a stand-in takes Salesforce's place. */
  standIn: boolean
}

/** A request as jsforce takes it: `url` is a path from `/services/` on, or below the REST API. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  body?: string
  headers?: Record<string, string>
}

/** Calls that the org has made and may make in 24 hours (`Sforce-Limit-Info`). */
export interface Usage {
  used: number
  limit: number
}

export interface Sent {
  /** Parsed when the answer is JSON, else its text. */
  body: unknown
  usage: Usage | undefined
}

/**
 * Sends one request through jsforce. The connection gets address and token only: with a refresh token the library
 * would refresh by itself on any 401, and the new tokens would be lost. Throws Refused for a status that says no.
 */
export async function sendRequest(access: Access, request: ApiRequest, signal: AbortSignal): Promise<Sent> {
  const { instance: instanceUrl, accessToken } = access
  const connection = new Connection({ instanceUrl, accessToken, version: API_VERSION, logLevel: 'NONE' })
  const body = await connection.request(request, { transport: new CarefulTransport(access, signal) })
  return { body, usage: connection.limitInfo.apiUsage }
}

/**
 * The library's own way of sending follows redirects with the token, repeats reads for 15 seconds, waits half an hour
 * for an answer, ends the process when a connection breaks in the middle of one, and leaves the status out of its
 * errors. This one does none of that.
 */
class CarefulTransport extends Transport {
  readonly #access: Access
  readonly #signal: AbortSignal

  constructor(access: Access, signal: AbortSignal) {
    super()
    this.#access = access
    this.#signal = signal
  }

  override httpRequest(request: HttpRequest): StreamPromise<HttpResponse> {
    return StreamPromise.create(() => ({ stream: new PassThrough(), promise: this.#send(request) }))
  }

  async #send({ url, method, headers = {}, body }: HttpRequest): Promise<HttpResponse> {
    const { instance, standIn } = this.#access
    if (new URL(url).origin !== instance) throw new Error('this request is for another host than the instance')
    const request = { url, method, headers, ...(typeof body === 'string' ? { body } : {}), standIn }
    const answer = await exchange(request, this.#signal)
    if (answer.status < 200 || answer.status > 299) {
      throw new Refused(answer.status, answer.text, answer.headers['retry-after'])
    }
    return { statusCode: answer.status, headers: answer.headers, body: answer.text }
  }
}
