import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FetchFailure } from './errors.ts'

export interface Body {
  bytes: Buffer
  /** The body was longer than the limit; the rest was not read. */
  isTruncated: boolean
}

const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br'

/**
 * Reads a body up to `maxBytes` after decompression, then closes it, so that neither an endless body nor a compressed bomb
 * takes more memory. Throws FetchFailure for an encoding that was not accepted or is broken.
 */
export async function readBody(source: Readable, encoding: string, maxBytes: number): Promise<Body> {
  const chunks: Buffer[] = []
  let size = 0
  const decoded = decompress(source, encoding)
  try {
    for await (const chunk of decoded as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) break
    }
  } catch (cause) {
    if (cause instanceof FetchFailure || !isZlibError(cause)) throw cause
    throw new FetchFailure('its content encoding is broken', { isTemporary: false, cause })
  } finally {
    source.destroy()
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: size > maxBytes }
}

function decompress(source: Readable, encoding: string): Readable {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return source
  const create = DECOMPRESSORS[name]
  if (!create) {
    source.destroy()
    throw new FetchFailure(`its content encoding is ${name.slice(0, 40)}`, { isTemporary: false })
  }
  const decompressor = create()
  // The error of either stream reaches the reader through the decompressor, which the pipeline destroys with it.
  pipeline(source, decompressor, () => undefined)
  return decompressor
}

function isZlibError(error: unknown): boolean {
  return /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_PADDING)/.test(String((error as NodeJS.ErrnoException)?.code))
}
