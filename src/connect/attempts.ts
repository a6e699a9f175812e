import { createHash, randomUUID } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Context } from 'koa'
import { LRUCache } from 'lru-cache'
import type { Hub } from '../hub.ts'
import { ValidationError } from '../kit/errors.ts'
import { equalsInConstantTime } from '../runtime/bearer.ts'

/** How long a person may take between connect and callback (ms). */
const CONNECT_MS = 600_000
const MOST_REMEMBERED = 10_000

/** A connect attempt in progress: what makes it this one and no other. */
export interface Connecting {
  /** Fingerprints of the attempt's nonce and code; both are good for one connection. */
  marks: readonly string[]
}

/** Finished attempts, best effort in this process; the vendor's single-use code and the cookie are the real guard. */
const finished = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: CONNECT_MS })

/**
 * Binds a connect attempt to the browser that began it. The state of the flow is guessable by design, so without this
 * an attacker could finish a victim's connection with the attacker's own account (RFC 9700, 4.7).
 */
export class Connections {
  readonly #hub: Hub

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Leaves a sealed cookie in the browser. Each attempt has its own, so two popups do not disturb each other. */
  async begin(ctx: Context, state: string): Promise<void> {
    const now = Math.floor(this.#hub.clock() / 1000)
    const sealed = await new EncryptJWT({ state, nonce: randomUUID() })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setIssuedAt(now)
      .setExpirationTime(now + CONNECT_MS / 1000)
      .encrypt(this.#hub.keys.for('cookie'))
    this.#setCookie(ctx, state, sealed, CONNECT_MS)
  }

  /** Throws ValidationError when this browser did not begin the attempt, or the attempt is already finished. */
  async require(ctx: Context, state: string, code: string | undefined): Promise<Connecting> {
    const nonce = await this.#readNonce(ctx, state)
    this.#setCookie(ctx, state, '', 0)
    if (!nonce && this.#mustBind(ctx)) {
      throw new ValidationError(
        'This sign-in was not begun in this browser, or more than ten minutes ago. Start the connection again.',
      )
    }
    const marks = [nonce, code].flatMap((text) => (text ? [this.#hub.keys.sign('memory', `${state} ${text}`)] : []))
    if (marks.some((mark) => finished.has(mark))) {
      throw new ValidationError('This connection is already finished. You can close this window.')
    }
    return { marks }
  }

  finish({ marks }: Connecting): void {
    for (const mark of marks) finished.set(mark, true)
  }

  async #readNonce(ctx: Context, state: string): Promise<string | undefined> {
    const sealed = ctx.cookies.get(this.#cookieName(state))
    if (!sealed) return undefined
    try {
      const { payload } = await jwtDecrypt(sealed, this.#hub.keys.for('cookie'), {
        currentDate: new Date(this.#hub.clock()),
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      })
      return equalsInConstantTime(String(payload.state), state) ? String(payload.nonce) : undefined
    } catch {
      // Altered, expired or sealed by another key: as good as none.
      return undefined
    }
  }

  #mustBind(ctx: Context): boolean {
    const { authBinding } = this.#hub.config
    return authBinding === 'strict' || (authBinding === 'auto' && isBrowser(ctx))
  }

  #setCookie(ctx: Context, state: string, value: string, maxAge: number): void {
    const secure = this.#isSecure()
    const parts = [
      `${this.#cookieName(state)}=${value}`,
      'Path=/',
      `Max-Age=${maxAge / 1000}`,
      'HttpOnly',
      'SameSite=Lax',
    ]
    ctx.append('Set-Cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '))
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
 * Forging a callback needs a victim's browser; a plain HTTP client has no victim, so it may come without a cookie.
 * Some of those say `cors`, as a script in a browser would, but no script can follow a vendor's redirects to here;
 * an image (`no-cors`) can.
 */
function isBrowser(ctx: Context): boolean {
  const mode = ctx.get('Sec-Fetch-Mode')
  if (mode) return mode !== 'cors'
  return /^Mozilla\//.test(ctx.get('User-Agent')) && ctx.get('Accept').includes('text/html')
}
