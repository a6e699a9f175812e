import { ProviderError } from '../kit/errors.ts'

/** Maximum size of all bodies held at the same time (bytes). Beyond it a request is refused with 503 and Retry-After. */
export const MAX_BYTES_IN_FLIGHT = 200 * 1024 * 1024
const RETRY_AFTER_MS = 2_000

/** Counts the bytes of the request bodies that are held at the moment. */
export class BodyMemory {
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  /** Throws a 503 when there is no room. */
  reserve(bytes: number): void {
    if (this.#bytes + bytes > MAX_BYTES_IN_FLIGHT) throw tooManyRequests()
    this.#bytes += bytes
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}

/** There is no room for another large body at the moment. */
export function tooManyRequests(): ProviderError {
  return new ProviderError(503, 'unavailable', 'Too many large requests at once. Try again shortly.', {
    retryAfterMs: RETRY_AFTER_MS,
  })
}
