import { PassThrough } from 'node:stream'
import { Connection } from 'jsforce/lib/core.js'
import { Transport } from 'jsforce/lib/transport.js'
import type { HttpRequest, HttpResponse } from 'jsforce/lib/types/common.js'
import { StreamPromise } from 'jsforce/lib/util/promise.js'
import { API_VERSION } from '../settings.ts'
import { ResponseError } from './response.ts'
import { sendHttp } from './transport.ts'

/** The API of an org, as the library reaches it. */
export interface ConnectionOptions {
  instance: string
  accessToken: string
  /** Whether a stand-in takes Salesforce's place. */
  allowPrivateAddress: boolean
}

/** A request as jsforce takes it: `url` is a path from `/services/` on, or below the REST API. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  body?: string
  headers?: Record<string, string>
}

/** Calls that the org has made and may make in 24 hours (`Sforce-Limit-Info`). */
export interface ApiUsage {
  used: number
  limit: number
}

export interface ApiResponse {
  /** Parsed when the answer is JSON, else its text. */
  body: unknown
  usage: ApiUsage | undefined
}

/**
 * Sends one request through jsforce. The connection gets address and token only: with a refresh token the library
 * would refresh by itself on any 401, and the new tokens would be lost. Throws Refused for a status that says no.
 */
export async function sendRequest(
  access: ConnectionOptions,
  request: ApiRequest,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const { instance: instanceUrl, accessToken } = access
  const connection = new Connection({ instanceUrl, accessToken, version: API_VERSION, logLevel: 'NONE' })
  const body = await connection.request(request, { transport: new SafeTransport(access, signal) })
  return { body, usage: connection.limitInfo.apiUsage }
}

/**
 * The library's own way of sending follows redirects with the token, repeats reads for 15 seconds, waits half an hour
 * for an answer, ends the process when a connection breaks in the middle of one, and leaves the status out of its
 * errors. This one does none of that.
 */
class SafeTransport extends Transport {
  readonly #access: ConnectionOptions
  readonly #signal: AbortSignal

  constructor(access: ConnectionOptions, signal: AbortSignal) {
    super()
    this.#access = access
    this.#signal = signal
  }

  override httpRequest(request: HttpRequest): StreamPromise<HttpResponse> {
    return StreamPromise.create(() => ({ stream: new PassThrough(), promise: this.#send(request) }))
  }

  async #send({ url, method, headers = {}, body }: HttpRequest): Promise<HttpResponse> {
    const { instance, allowPrivateAddress } = this.#access
    if (new URL(url).origin !== instance) throw new Error('this request is for another host than the instance')
    const request = { url, method, headers, ...(typeof body === 'string' ? { body } : {}), allowPrivateAddress }
    const answer = await sendHttp(request, this.#signal)
    if (answer.status < 200 || answer.status > 299) {
      throw new ResponseError(answer.status, answer.text, answer.headers['retry-after'])
    }
    return { statusCode: answer.status, headers: answer.headers, body: answer.text }
  }
}
