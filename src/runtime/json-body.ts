import type { IncomingMessage } from 'node:http'
import Bourne from '@hapi/bourne'
import type { Context } from 'koa'
import { JsonError, scanJson } from './json-scan.ts'

declare module 'koa' {
  interface Request {
    /** What a middleware has read. */
    body?: unknown
  }
}

/** Why the bytes of a body could not be read. */
export class UnreadableBodyError extends Error {
  readonly reason: 'too-large' | 'aborted'

  constructor(reason: 'too-large' | 'aborted') {
    super(`the body is unreadable: ${reason}`)
    this.reason = reason
  }
}

/** A JSON text as a value, and the number of its commas and brackets. */
export interface ParsedJson {
  value: unknown
  values: number
}

/**
 * Reads a body of at most `maxBytes`. Throws UnreadableBodyError; the rest of a body that is too large is discarded. A
 * declared length is allocated at once, so that no second copy is needed; memory is only used for what arrives.
 */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const declared = Number(request.headers['content-length'] ?? 0)
  let bytes: Buffer = Buffer.allocUnsafeSlow(Math.min(declared, maxBytes))
  let length = 0
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      request.off('data', append).off('end', end).off('close', abort).off('error', abort)
      settle()
    }
    const append = (chunk: Buffer) => {
      if (length + chunk.length > maxBytes) {
        request.resume()
        return finish(() => reject(new UnreadableBodyError('too-large')))
      }
      if (length + chunk.length > bytes.length) bytes = enlarge(bytes, length + chunk.length, maxBytes)
      chunk.copy(bytes, length)
      length += chunk.length
    }
    const end = () => finish(() => resolve(bytes.subarray(0, length)))
    const abort = () => finish(() => reject(new UnreadableBodyError('aborted')))
    request.on('data', append).once('end', end).once('close', abort).once('error', abort)
  })
}

/** A body without a length doubles its memory as it arrives. */
function enlarge(bytes: Buffer, minLength: number, maxBytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(minLength, 2 * bytes.length)))
  bytes.copy(larger)
  return larger
}

/** Parses a JSON text in UTF-8. Throws JsonError for anything else, for shapes that are too expensive, and for `__proto__`. */
export function parseJson(bytes: Uint8Array, maxValues?: number): ParsedJson {
  const values = scanJson(bytes, maxValues)
  try {
    return { value: Bourne.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()), values }
  } catch {
    // The parser's message may quote the text, secrets included.
    throw new JsonError('is not valid JSON')
  }
}

/** Whether a body is compressed. A few kilobytes can decompress to gigabytes, so such bodies are refused. */
export function isCompressed(ctx: Context): boolean {
  const encoding = ctx.get('Content-Encoding').toLowerCase()
  return encoding !== '' && encoding !== 'identity'
}
