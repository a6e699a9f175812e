import type { Context } from 'koa'
import { ValidationError } from '../kit/errors.ts'
import { createCache } from '../runtime/cache.ts'
import { ATTEMPT_TTL_MS, AttemptCookie, type AttemptOptions } from './attempt-cookie.ts'

const MAX_REMEMBERED = 10_000

/** A connect attempt that has come back. */
export interface ConnectAttempt {
  /** The nonce with which it began. Undefined if it is not known who began it. */
  nonce: string | undefined
  /** Keyed hashes of the attempt's nonce and of its code; either is valid for one connection. */
  fingerprints: readonly string[]
}

/**
 * Binds a connect attempt to the browser that started it. The state parameter is guessable by design, so without this an
 * attacker could complete a victim's connection with the attacker's own account (RFC 9700, 4.7). The secret nonce of an
 * attempt travels in its cookie. A client that needs no cookie may also be found in the memory of this process.
 */
export class ConnectAttempts {
  readonly #options: AttemptOptions
  readonly #cookie: AttemptCookie
  /** The nonces of attempts that need no cookie, by keyed hashes of their states. */
  readonly #begun = createCache<string>(MAX_REMEMBERED, { ttl: ATTEMPT_TTL_MS })
  /** Finished attempts. A best effort: the vendor's single-use code and the cookie are the real protection. */
  readonly #finished = createCache<true>(MAX_REMEMBERED, { ttl: ATTEMPT_TTL_MS })

  constructor(options: AttemptOptions) {
    this.#options = options
    this.#cookie = new AttemptCookie(options)
  }

  createNonce(): string {
    return this.#options.keys.createNonce()
  }

  async begin(ctx: Context, state: string, nonce: string): Promise<void> {
    await this.#cookie.set(ctx, state, nonce)
    if (!this.#requiresCookie(ctx)) this.#begun.set(this.#hash(state), nonce)
  }

  /**
   * The nonce of an attempt whose form was posted, without ending the attempt. A client that needs no cookie may post a
   * form that this process has not shown; it gets a new nonce. Throws ValidationError if another browser started the
   * attempt.
   */
  async continue(ctx: Context, state: string): Promise<string> {
    const nonce = (await this.#cookie.read(ctx, state)) ?? this.#begun.get(this.#hash(state))
    if (!nonce && this.#requiresCookie(ctx)) throw unknownAttempt()
    const continued = nonce ?? this.createNonce()
    // Filling in a form may take minutes: from here on the attempt has its full time again.
    await this.begin(ctx, state, continued)
    return continued
  }

  /** Throws ValidationError if another browser started the attempt or the attempt is finished. Clears the cookie. */
  async verify(ctx: Context, state: string, code: string | undefined): Promise<ConnectAttempt> {
    const nonce = await this.#readNonce(ctx, state)
    if (!nonce && this.#requiresCookie(ctx)) throw unknownAttempt()
    const fingerprints = [nonce, code].flatMap((text) => (text ? [this.#hash(`${state} ${text}`)] : []))
    if (fingerprints.some((fingerprint) => this.#finished.has(fingerprint))) {
      throw new ValidationError('This connection is already finished. You can close this window.')
    }
    return { nonce, fingerprints }
  }

  /** Records that the attempt is finished, so that it cannot be used again. */
  finish({ fingerprints }: ConnectAttempt): void {
    for (const fingerprint of fingerprints) this.#finished.set(fingerprint, true)
  }

  async #readNonce(ctx: Context, state: string): Promise<string | undefined> {
    const nonce = await this.#cookie.take(ctx, state)
    if (nonce || this.#requiresCookie(ctx)) return nonce
    const key = this.#hash(state)
    const remembered = this.#begun.get(key)
    this.#begun.delete(key)
    return remembered
  }

  #hash(text: string): string {
    return this.#options.keys.sign('memory', text)
  }

  /** Whether the client is a browser, which proves with its cookie that it began an attempt. */
  #requiresCookie(ctx: Context): boolean {
    const { authBinding } = this.#options.config
    return authBinding === 'strict' || (authBinding === 'auto' && isBrowser(ctx))
  }
}

function unknownAttempt(): ValidationError {
  return new ValidationError(
    'This sign-in was started in another browser, or more than ten minutes ago. Start the connection again.',
  )
}

/**
 * A forged callback has to come from a victim's browser, so other HTTP clients need no cookie. Some of them send the fetch
 * mode `cors`, as a script in a browser would. A script cannot follow a vendor's redirect to this hub, but an image
 * (`no-cors`) can.
 */
function isBrowser(ctx: Context): boolean {
  const mode = ctx.get('Sec-Fetch-Mode')
  if (mode) return mode !== 'cors'
  return /^Mozilla\//.test(ctx.get('User-Agent')) && ctx.get('Accept').includes('text/html')
}
