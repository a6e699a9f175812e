import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { Identity } from '../storage/connections/tenants.ts'
import { IssuerUnreachable, Unauthenticated } from './errors.ts'
import { IssuerKeys } from './issuer-keys.ts'

export interface TokenOptions {
  issuer: string
  audience: string
}

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA']
const CLOCK_SKEW_SECONDS = 60

/** What a token says of its bearer. Only an address that the issuer has verified is one. */
export type TokenIdentity = Omit<Identity, 'email'> & {
  email?: string
  /** When the token stops to be good (epoch ms). */
  dateExpires: number
}

/** Checks access tokens (JWTs, RFC 9068) of one issuer. */
export class AccessTokens {
  readonly #rules: TokenOptions
  readonly #keys: IssuerKeys
  readonly #now: () => number

  constructor(rules: TokenOptions, now: () => number = Date.now) {
    this.#rules = rules
    this.#keys = new IssuerKeys(rules.issuer)
    this.#now = now
  }

  /** Throws Unauthenticated or IssuerUnreachable. The signature is checked before anything that the token says. */
  async verify(token: string): Promise<TokenIdentity> {
    const keys = await this.#keys.getKeyResolver()
    try {
      const { payload } = await jwtVerify(token, keys, {
        ...this.#rules,
        ...{ algorithms: ALGORITHMS, typ: 'at+jwt', requiredClaims: ['sub', 'exp', 'iat'] },
        ...{ clockTolerance: CLOCK_SKEW_SECONDS, currentDate: new Date(this.#now()) },
      })
      return toTokenIdentity(payload, this.#rules.issuer)
    } catch (error) {
      throw toSignInError(error)
    }
  }
}

/** Faults of the issuer are no faults of the token, and strangers, such as a refused connection, are the issuer's. */
function toSignInError(error: unknown): Error {
  if (error instanceof Unauthenticated) return error
  if (error instanceof errors.JWTExpired) return new Unauthenticated('UNAUTHENTICATED_TOKEN_EXPIRED')
  const isIssuers =
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === errors.JOSEError.code
  return isIssuers ? new IssuerUnreachable(error) : new Unauthenticated('UNAUTHENTICATED_TOKEN_INVALID', error)
}

/** An integration's own token (client_credentials) acts as the one person its operator has fixed in `act_as`. */
function toTokenIdentity(claims: JWTPayload, issuer: string): TokenIdentity {
  const { sub, client_id, act_as, email, email_verified, given_name, name, exp = 0 } = claims
  const isIntegration = client_id !== undefined && sub === client_id
  const subject = isIntegration ? act_as : sub
  if (typeof subject !== 'string' || subject === '') throw new Unauthenticated('UNAUTHENTICATED_TOKEN_INVALID')
  return {
    ...{ issuer, subject, dateExpires: (exp + CLOCK_SKEW_SECONDS) * 1_000 },
    ...(typeof email === 'string' && email !== '' && email_verified === true ? { email } : {}),
    ...(typeof given_name === 'string' ? { givenName: given_name } : {}),
    ...(typeof name === 'string' ? { name } : {}),
  }
}
