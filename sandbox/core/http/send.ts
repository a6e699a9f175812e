import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Fault } from '../faults/kinds.ts'
import type { HttpResponse } from './responses.ts'

/** Smaller bodies are not compressed. */
const MIN_GZIP_BYTES = 256

/** Writes the response to the connection, or breaks it as the fault specifies. */
export async function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: HttpResponse,
  fault?: Fault,
): Promise<void> {
  if (fault?.kind === 'reset') incoming.socket.resetAndDestroy()
  else if (fault?.kind === 'close') incoming.socket.destroy()
  else if (fault?.kind === 'drip') await drip(outgoing, response, fault.bytes ?? 64, fault.everyMs ?? 20)
  else if (fault?.kind === 'reset-in-body') resetInBody(incoming, outgoing, response)
  else write(outgoing, compress(incoming, applyFault(response, fault)))
}

function applyFault(response: HttpResponse, fault?: Fault): HttpResponse {
  const bytes = Buffer.from(response.body as string)
  const gzipHeaders = { ...response.headers, 'content-encoding': 'gzip' }
  switch (fault?.kind) {
    case 'truncated':
      return { ...response, body: bytes.subarray(0, Math.floor(bytes.length / 2)) }
    case 'content-type':
      return {
        ...response,
        headers: { ...response.headers, 'content-type': fault.value ?? 'text/html; charset=utf-8' },
      }
    case 'gzip-garbage':
      return { ...response, headers: gzipHeaders, body: Buffer.from('this was never compressed') }
    case 'gzip-bomb':
      return { ...response, headers: gzipHeaders, body: gzipSync(Buffer.alloc(fault.bytes ?? 256 * 2 ** 20, ' ')) }
    default:
      return response
  }
}

function compress(incoming: IncomingMessage, response: HttpResponse): HttpResponse {
  const isAccepted = /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''))
  if (!isAccepted || response.headers['content-encoding'] || response.body.length < MIN_GZIP_BYTES) return response
  return {
    ...response,
    headers: { ...response.headers, 'content-encoding': 'gzip' },
    body: gzipSync(response.body, { level: 1 }),
  }
}

function write(outgoing: ServerResponse, response: HttpResponse): void {
  outgoing.writeHead(response.status, toHeaders(response)).end(response.body)
}

function toHeaders({ status, headers, body }: HttpResponse): Record<string, string | number> {
  const hasBody = status !== 204 && status !== 304
  return hasBody ? { ...headers, 'content-length': Buffer.byteLength(body as string) } : headers
}

async function drip(outgoing: ServerResponse, response: HttpResponse, bytes: number, everyMs: number): Promise<void> {
  const body = Buffer.from(response.body as string)
  outgoing.writeHead(response.status, toHeaders(response))
  for (let offset = 0; offset < body.length && !outgoing.destroyed; offset += bytes) {
    outgoing.write(body.subarray(offset, offset + bytes))
    await sleep(everyMs)
  }
  outgoing.end()
}

/** Resets the connection only after the operating system has taken the first half, because the client must receive it. */
function resetInBody(incoming: IncomingMessage, outgoing: ServerResponse, response: HttpResponse): void {
  const body = Buffer.from(response.body as string)
  outgoing.writeHead(response.status, toHeaders(response))
  outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () =>
    setImmediate(() => incoming.socket.resetAndDestroy()),
  )
}
