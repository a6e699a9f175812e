/** Time between two attempts to reach an issuer that did not respond (ms). */
const RETRY_MS = 5_000

/**
 * Decides when a session has ended: when the issuer refuses to renew it. An issuer that cannot be reached ends no session, and is
 * asked again.
 */
export class Renewal {
  readonly #renew: () => Promise<unknown>
  readonly #retryMs: number
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(renew: () => Promise<unknown>, retryMs = RETRY_MS) {
    this.#renew = renew
    this.#retryMs = retryMs
  }

  /** Calls back when the session has ended. Returns a function that ends that. */
  onEnded(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** An attempt to renew the token has failed with this error. */
  fail(error: unknown): void {
    if (!isUnreachable(error)) {
      for (const listener of this.#listeners) listener()
      return
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.attempt()
    }, this.#retryMs)
  }

  /** Renews the token now. Failures are handled. */
  async attempt(): Promise<void> {
    try {
      await this.#renew()
    } catch (error) {
      this.fail(error)
    }
  }
}

/** The status in the message of the error that oidc-client-ts throws for a response that is not the issuer's own. */
const UNAVAILABLE = /\((?:429|5\d\d)\)/

/**
 * Whether the issuer did not decide: there was no response (a TypeError of `fetch`), none in time, also in a hidden frame, or a
 * proxy responded that the issuer is not available.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return true
  if (!(error instanceof Error)) return false
  return error.name === 'ErrorTimeout' || (error.name === 'Error' && UNAVAILABLE.test(error.message))
}
