import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Answer } from './answers.ts'
import type { Fault } from './fault.ts'

/** Below this size a vendor does not trouble to compress. */
const GZIP_FROM_BYTES = 256

/** Writes the answer to the connection, spoilt by the fault if there is one. */
export async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault?: Fault,
): Promise<void> {
  if (fault?.kind === 'reset') request.socket.resetAndDestroy()
  else if (fault?.kind === 'close') request.socket.destroy()
  else if (fault?.kind === 'drip') await drip(response, answer, fault.bytes ?? 64, fault.everyMs ?? 20)
  else if (fault?.kind === 'reset-in-body') breakOff(request, response, answer)
  else write(response, compressed(request, spoilt(answer, fault)))
}

function spoilt(answer: Answer, fault?: Fault): Answer {
  const bytes = Buffer.from(answer.body as string)
  const packed = { ...answer.headers, 'content-encoding': 'gzip' }
  switch (fault?.kind) {
    case 'truncated':
      return { ...answer, body: bytes.subarray(0, Math.floor(bytes.length / 2)) }
    case 'content-type':
      return { ...answer, headers: { ...answer.headers, 'content-type': fault.value ?? 'text/html; charset=utf-8' } }
    case 'gzip-garbage':
      return { ...answer, headers: packed, body: Buffer.from('this was never compressed') }
    case 'gzip-bomb':
      return { ...answer, headers: packed, body: gzipSync(Buffer.alloc(fault.bytes ?? 256 * 2 ** 20, ' ')) }
    default:
      return answer
  }
}

function compressed(request: IncomingMessage, answer: Answer): Answer {
  const wanted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (!wanted || answer.headers['content-encoding'] || answer.body.length < GZIP_FROM_BYTES) return answer
  return {
    ...answer,
    headers: { ...answer.headers, 'content-encoding': 'gzip' },
    body: gzipSync(answer.body, { level: 1 }),
  }
}

function write(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, headersFor(answer)).end(answer.body)
}

function headersFor(answer: Answer): Record<string, string | number> {
  const bodiless = answer.status === 204 || answer.status === 304
  return bodiless ? answer.headers : { ...answer.headers, 'content-length': Buffer.byteLength(answer.body as string) }
}

async function drip(response: ServerResponse, answer: Answer, bytes: number, everyMs: number): Promise<void> {
  const body = Buffer.from(answer.body as string)
  response.writeHead(answer.status, headersFor(answer))
  for (let at = 0; at < body.length && !response.destroyed; at += bytes) {
    response.write(body.subarray(at, at + bytes))
    await pause(everyMs)
  }
  response.end()
}

/** The client must have seen the first half, so the reset waits until the system has taken it. */
function breakOff(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const body = Buffer.from(answer.body as string)
  response.writeHead(answer.status, headersFor(answer))
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () =>
    setImmediate(() => request.socket.resetAndDestroy()),
  )
}
