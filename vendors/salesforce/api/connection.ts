import { PassThrough } from 'node:stream'
import { Connection } from 'jsforce/lib/core.js'
import { Transport } from 'jsforce/lib/transport.js'
import type { HttpRequest, HttpResponse } from 'jsforce/lib/types/common.js'
import { StreamPromise } from 'jsforce/lib/util/promise.js'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { API_VERSION } from '../settings.ts'
import { ResponseError } from './response.ts'
import { sendHttp } from './transport.ts'

export interface ConnectionOptions {
  /** Origin of the org's API. */
  instance: string
  accessToken: string
  /** Whether the host may have a private address, as that of a configured origin. */
  allowPrivateAddress: boolean
}

/**
 * A connection of jsforce for one request, whose calls (`describe`, `query`, `create`) use our transport. It gets no refresh
 * token: with one the library would refresh by itself on any 401, and the new tokens would be lost. Its calls throw
 * ResponseError for an error status.
 */
export function openConnection(options: ConnectionOptions, signal: AbortSignal): Connection {
  const { instance: instanceUrl, accessToken } = options
  const connection = new Connection({ instanceUrl, accessToken, version: API_VERSION, logLevel: 'NONE' })
  connection._transport = new SafeTransport(options, signal)
  return connection
}

/**
 * Replaces the library's transport, which follows redirects with the token, retries reads for 15 seconds, has a timeout
 * of half an hour, terminates the process if a connection breaks during a response, and omits the status from its errors.
 */
class SafeTransport extends Transport {
  readonly #options: ConnectionOptions
  readonly #signal: AbortSignal

  constructor(options: ConnectionOptions, signal: AbortSignal) {
    super()
    this.#options = options
    this.#signal = signal
  }

  override httpRequest(request: HttpRequest): StreamPromise<HttpResponse> {
    return StreamPromise.create(() => ({ stream: new PassThrough(), promise: this.#send(request) }))
  }

  async #send({ url, method, headers = {}, body }: HttpRequest): Promise<HttpResponse> {
    const { instance, allowPrivateAddress } = this.#options
    if (new URL(url).origin !== instance) throw new Error('request for a host other than the instance')
    const textBody = omitUndefined({ body: typeof body === 'string' ? body : undefined })
    const request = { url, method, headers, ...textBody, allowPrivateAddress }
    const response = await sendHttp(request, this.#signal)
    if (response.status < 200 || response.status > 299) {
      throw new ResponseError(response.status, response.text, response.headers['retry-after'])
    }
    return { statusCode: response.status, headers: response.headers, body: response.text }
  }
}
