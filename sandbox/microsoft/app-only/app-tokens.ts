import { randomBytes } from 'node:crypto'
import type { Clock } from '../../core/time/clock.ts'

/** A token of an application that acts by itself, without a user. */
export interface AppToken {
  readonly token: string
  readonly clientId: string
  readonly tenant: string
  /** The app roles at the time of issue. A later consent changes later tokens only. */
  readonly roles: readonly string[]
  /** Epoch ms. */
  readonly expiresAt: number
}

/** The tokens that were issued to applications. */
export class AppTokens {
  readonly #clock: Clock
  readonly #tokens = new Map<string, AppToken>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The token is opaque: it only looks like a JWT, as those of work accounts do. */
  issue(properties: Omit<AppToken, 'token'>): AppToken {
    const [head, body, signature] = [30, 180, 64].map((length) => randomBytes(length).toString('base64url'))
    const token = { ...properties, token: `eyJ0eXAiOiJKV1QiLCJub25jZSI6${head}.${body}.${signature}` }
    this.#tokens.set(token.token, token)
    return token
  }

  /** Returns the token even after it has expired. */
  find(text: string): AppToken | undefined {
    return this.#tokens.get(text)
  }

  isValid({ expiresAt }: AppToken): boolean {
    return this.#clock.now() < expiresAt
  }
}
