import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import type { Config } from '../config.ts'
import type { Keys } from '../kit/keys.ts'
import { equalsInConstantTime } from '../runtime/bearer.ts'

/** How long a user may take between connect and callback. */
export const ATTEMPT_TTL_MS = 600_000

/** The parts of a hub on which connect attempts depend. */
export interface AttemptOptions {
  config: Pick<Config, 'authBinding' | 'baseUrl'>
  keys: Keys
  /** Now, epoch ms. */
  clock: () => number
}

/** Sets a cookie that no script can read, and that requests from other sites do not carry. A `maxAgeMs` of 0 clears it. */
export function appendCookie(
  ctx: Context,
  name: string,
  value: string,
  { maxAgeMs, isSecure }: { maxAgeMs: number; isSecure: boolean },
): void {
  const attributes = [`${name}=${value}`, 'Path=/', `Max-Age=${maxAgeMs / 1000}`, 'HttpOnly', 'SameSite=Lax']
  if (isSecure) attributes.push('Secure')
  ctx.append('Set-Cookie', attributes.join('; '))
}

/** The encrypted cookie of a connect attempt. Each attempt has its own, so that two popups do not interfere. */
export class AttemptCookie {
  readonly #options: AttemptOptions

  constructor(options: AttemptOptions) {
    this.#options = options
  }

  async set(ctx: Context, state: string, nonce: string): Promise<void> {
    const { EncryptJWT } = await import('jose')
    const now = Math.floor(this.#options.clock() / 1000)
    const sealed = await new EncryptJWT({ state, nonce })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setIssuedAt(now)
      .setExpirationTime(now + ATTEMPT_TTL_MS / 1000)
      .encrypt(this.#options.keys.derive('cookie'))
    this.#append(ctx, state, sealed, ATTEMPT_TTL_MS)
  }

  /** Returns the nonce of the attempt with this state and clears its cookie. Undefined without a valid cookie. */
  async take(ctx: Context, state: string): Promise<string | undefined> {
    this.#append(ctx, state, '', 0)
    return this.read(ctx, state)
  }

  /** The same, but the cookie stays. */
  async read(ctx: Context, state: string): Promise<string | undefined> {
    const sealed = ctx.cookies.get(this.#name(state))
    if (!sealed) return undefined
    const payload = await this.#options.keys.open('cookie', sealed, this.#options.clock())
    // Altered, expired or encrypted with another key: the same as no cookie.
    return payload && equalsInConstantTime(String(payload.state), state) ? String(payload.nonce) : undefined
  }

  #append(ctx: Context, state: string, value: string, maxAge: number): void {
    appendCookie(ctx, this.#name(state), value, { maxAgeMs: maxAge, isSecure: this.#isSecure() })
  }

  #name(state: string): string {
    const attempt = createHash('sha256').update(state).digest('hex').slice(0, 16)
    return `${this.#isSecure() ? '__Host-' : ''}pc-${attempt}`
  }

  #isSecure(): boolean {
    return this.#options.config.baseUrl.startsWith('https:')
  }
}
