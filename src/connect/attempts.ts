import { createHash, randomUUID } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Context } from 'koa'
import { LRUCache } from 'lru-cache'
import type { Hub } from '../hub.ts'
import { ValidationError } from '../kit/errors.ts'
import { equalsInConstantTime } from '../runtime/bearer.ts'

/** How long a user may take between connect and callback. */
const ATTEMPT_TTL_MS = 600_000
const MAX_FINISHED = 10_000

/** A connect attempt in progress. */
export interface ConnectAttempt {
  /** Keyed hashes of the attempt's nonce and of its code; either is valid for one connection. */
  fingerprints: readonly string[]
}

/** Finished attempts. A best effort of this process: the vendor's single-use code and the cookie are the real protection. */
const finished = new LRUCache<string, true>({ max: MAX_FINISHED, ttl: ATTEMPT_TTL_MS })

/**
 * Binds a connect attempt to the browser that started it. The state parameter is guessable by design, so without this an
 * attacker could complete a victim's connection with the attacker's own account (RFC 9700, 4.7).
 */
export class ConnectAttempts {
  readonly #hub: Hub

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Sets an encrypted cookie. Each attempt has its own cookie, so that two popups do not interfere with each other. */
  async begin(ctx: Context, state: string): Promise<void> {
    const now = Math.floor(this.#hub.clock() / 1000)
    const sealed = await new EncryptJWT({ state, nonce: randomUUID() })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setIssuedAt(now)
      .setExpirationTime(now + ATTEMPT_TTL_MS / 1000)
      .encrypt(this.#hub.keys.derive('cookie'))
    this.#setCookie(ctx, state, sealed, ATTEMPT_TTL_MS)
  }

  /** Throws ValidationError if another browser started the attempt or the attempt is finished. Clears the cookie. */
  async verify(ctx: Context, state: string, code: string | undefined): Promise<ConnectAttempt> {
    const nonce = await this.#readNonce(ctx, state)
    this.#setCookie(ctx, state, '', 0)
    if (!nonce && this.#requiresCookie(ctx)) {
      throw new ValidationError(
        'This sign-in was started in another browser, or more than ten minutes ago. Start the connection again.',
      )
    }
    const fingerprints = [nonce, code].flatMap((text) =>
      text ? [this.#hub.keys.sign('memory', `${state} ${text}`)] : [],
    )
    if (fingerprints.some((fingerprint) => finished.has(fingerprint))) {
      throw new ValidationError('This connection is already finished. You can close this window.')
    }
    return { fingerprints }
  }

  /** Records that the attempt is finished, so that it cannot be used again. */
  finish({ fingerprints }: ConnectAttempt): void {
    for (const fingerprint of fingerprints) finished.set(fingerprint, true)
  }

  async #readNonce(ctx: Context, state: string): Promise<string | undefined> {
    const sealed = ctx.cookies.get(this.#cookieName(state))
    if (!sealed) return undefined
    try {
      const { payload } = await jwtDecrypt(sealed, this.#hub.keys.derive('cookie'), {
        currentDate: new Date(this.#hub.clock()),
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      })
      return equalsInConstantTime(String(payload.state), state) ? String(payload.nonce) : undefined
    } catch {
      // Altered, expired or encrypted with another key: the same as no cookie.
      return undefined
    }
  }

  #requiresCookie(ctx: Context): boolean {
    const { authBinding } = this.#hub.config
    return authBinding === 'strict' || (authBinding === 'auto' && isBrowser(ctx))
  }

  #setCookie(ctx: Context, state: string, value: string, maxAge: number): void {
    const attributes = [
      `${this.#cookieName(state)}=${value}`,
      'Path=/',
      `Max-Age=${maxAge / 1000}`,
      'HttpOnly',
      'SameSite=Lax',
    ]
    if (this.#isSecure()) attributes.push('Secure')
    ctx.append('Set-Cookie', attributes.join('; '))
  }

  #cookieName(state: string): string {
    const attempt = createHash('sha256').update(state).digest('hex').slice(0, 16)
    return `${this.#isSecure() ? '__Host-' : ''}pc-${attempt}`
  }

  #isSecure(): boolean {
    return this.#hub.config.baseUrl.startsWith('https:')
  }
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
