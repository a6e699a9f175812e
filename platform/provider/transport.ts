import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'

/** A request to a provider. Redirects are not followed and nothing is retried: every status is returned as a response. */
export interface HttpRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
  signal: AbortSignal
  /** The maximum size of the response body. */
  maxBytes: number
}

export interface HttpResponse {
  status: number
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
  text: string
}

/** Sends one request. Rejects with NotConnected, ResponseTooLarge, the signal's reason, or the connection's error. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>

/** No connection was established, so the provider cannot have received the request. */
export class NotConnected extends Error {}

export class ResponseTooLarge extends Error {}

/** The transport over the network. `connectTimeoutMs` limits the time to establish a connection, TLS included. */
export function httpTransport(connectTimeoutMs: number): Transport {
  const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }
  return ({ method, url, headers, body, signal, maxBytes }) =>
    new Promise((resolve, reject) => {
      const { protocol } = new URL(url)
      const agent = agents[protocol as keyof typeof agents]
      const { request: send } = protocol === 'https:' ? https : http
      let connected = false
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
      const request = send(url, { method, agent, headers: { ...headers, ...length }, signal })
      request.on('socket', (socket) => {
        setConnectTimeout(socket, protocol, connectTimeoutMs, () => {
          connected = true
        })
      })
      request.on('response', (response) => readResponse(response, maxBytes).then(resolve, reject))
      request.on('error', (error) => {
        if (signal.aborted) reject(signal.reason)
        else reject(connected ? error : new NotConnected(error.message, { cause: error }))
      })
      request.end(body)
    })
}

/** A socket that the agent reuses is connected already. */
function setConnectTimeout(socket: Socket, protocol: string, timeoutMs: number, onConnected: () => void): void {
  if (!socket.connecting) {
    onConnected()
    return
  }
  const timer = setTimeout(() => socket.destroy(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs)
  socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer)
    onConnected()
  })
  socket.once('close', () => clearTimeout(timer))
}

async function readResponse(response: http.IncomingMessage, maxBytes: number): Promise<HttpResponse> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      response.destroy()
      throw new ResponseTooLarge(`the response exceeds ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  const { headers, statusCode = 0 } = response
  const header = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  return { status: statusCode, header, text: Buffer.concat(chunks, bytes).toString('utf8') }
}
