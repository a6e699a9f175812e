/** Maximum size of a decompressed response: more than the largest page of records and the largest message of a mailbox. */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

/** A response exceeds the size limit. The rest of it is not read, and its connection is closed. */
export class OversizedResponseError extends Error {
  constructor(maxBytes = MAX_RESPONSE_BYTES) {
    super(`the response exceeds ${maxBytes} bytes`)
  }
}

type Body = AsyncIterable<Uint8Array> | null | undefined

/** Reads a whole body as UTF-8, also one that nobody needs: an unread response keeps its connection open. */
export async function readText(body: Body): Promise<string> {
  return (await readBytes(body)).toString()
}

/** Reads a whole body. Throws OversizedResponseError. */
export async function readBytes(body: Body, maxBytes = MAX_RESPONSE_BYTES): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (bytes > maxBytes) throw new OversizedResponseError(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Libraries wrap the errors of what they call. */
const MAX_CAUSES = 4

/** Whether an error, or one of its causes, is an OversizedResponseError. */
export function isOversizedResponse(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
    if (cause instanceof OversizedResponseError) return true
    cause = (cause as { cause?: unknown } | undefined)?.cause
  }
  return false
}
