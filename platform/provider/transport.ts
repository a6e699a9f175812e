import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'

/** A request as it goes out. Nothing is followed or repeated: an answer is an answer, whatever its status. */
export interface HttpRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
  signal: AbortSignal
  /** An answer of more bytes is not read to its end. */
  maxBytes: number
}

export interface HttpAnswer {
  status: number
  /** A header by its lower-case name. */
  header(name: string): string | undefined
  text: string
}

/** Sends one request. Rejects with NotConnected, AnswerTooLarge, the signal's reason, or what broke the connection. */
export type Transport = (request: HttpRequest) => Promise<HttpAnswer>

/** There was no connection, so nothing can have happened at the other side. */
export class NotConnected extends Error {}

export class AnswerTooLarge extends Error {}

/** The transport over the network. `connectMs` is how long a connection may take to come about, TLS included. */
export function httpTransport(connectMs: number): Transport {
  const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }
  return ({ method, url, headers, body, signal, maxBytes }) =>
    new Promise((resolve, reject) => {
      const { protocol } = new URL(url)
      const agent = agents[protocol as keyof typeof agents]
      const { request } = protocol === 'https:' ? https : http
      let connected = false
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
      const sent = request(url, { method, agent, headers: { ...headers, ...length }, signal })
      sent.on('socket', (socket) => {
        limitConnecting(socket, protocol, connectMs, () => {
          connected = true
        })
      })
      sent.on('response', (answer) => readAnswer(answer, maxBytes).then(resolve, reject))
      sent.on('error', (error) => {
        if (signal.aborted) reject(signal.reason)
        else reject(connected ? error : new NotConnected(error.message, { cause: error }))
      })
      sent.end(body)
    })
}

/** A socket of the agent that is open already is as good as connected. */
function limitConnecting(socket: Socket, protocol: string, connectMs: number, onConnected: () => void): void {
  if (!socket.connecting) {
    onConnected()
    return
  }
  const giveUp = setTimeout(() => socket.destroy(new Error(`no connection within ${connectMs} ms`)), connectMs)
  socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => {
    clearTimeout(giveUp)
    onConnected()
  })
  socket.once('close', () => clearTimeout(giveUp))
}

async function readAnswer(answer: http.IncomingMessage, maxBytes: number): Promise<HttpAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      answer.destroy()
      throw new AnswerTooLarge(`the answer has more than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  const { headers, statusCode = 0 } = answer
  const header = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  return { status: statusCode, header, text: Buffer.concat(chunks, bytes).toString('utf8') }
}
