import { errors, type JWTPayload } from 'jose'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Secret } from '../../src/runtime/secret.ts'
import type { Identity } from '../storage/connections/tenants.ts'
import { DEVELOPMENT_ISSUER, isDevelopmentToken, verifyDevelopmentToken } from './development-tokens.ts'
import { IssuerUnreachable, Unauthenticated } from './errors.ts'
import { IssuerKeys } from './issuer-keys.ts'

export interface TokenOptions {
  issuer: string
  audience: string
  /** Switches development tokens on. */
  developmentSecret?: Secret | undefined
}

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA']
const CLOCK_SKEW_SECONDS = 60

/** The identity in an access token. `email` is set only if the issuer has verified the address. */
export type TokenIdentity = Omit<Identity, 'email'> & {
  email?: string
  /** When the token expires, with the tolerance for clock skew (epoch ms). */
  dateExpires: number
}

/** Verifies access tokens (JWTs, RFC 9068) of one issuer. */
export class AccessTokens {
  readonly #options: TokenOptions
  readonly #keys: IssuerKeys
  readonly #now: () => number

  /** `elapsed` is a time that never jumps (ms). */
  constructor(options: TokenOptions, now: () => number = Date.now, elapsed?: () => number) {
    this.#options = options
    this.#keys = new IssuerKeys(options.issuer, elapsed)
    this.#now = now
  }

  /** Fetches the keys of the issuer. Throws IssuerUnreachable. */
  fetchKeys(): Promise<void> {
    return this.#keys.fetch()
  }

  /** Throws Unauthenticated or IssuerUnreachable. The signature is verified before any claim is read. */
  async verify(token: string): Promise<TokenIdentity> {
    const { issuer, audience, developmentSecret } = this.#options
    const options = { audience, clockTolerance: CLOCK_SKEW_SECONDS, currentDate: new Date(this.#now()) }
    try {
      if (developmentSecret && isDevelopmentToken(token)) {
        return toTokenIdentity(await verifyDevelopmentToken(token, developmentSecret, options), DEVELOPMENT_ISSUER)
      }
      const payload = await this.#keys.verify(token, {
        ...options,
        issuer,
        algorithms: ALGORITHMS,
        typ: 'at+jwt',
        requiredClaims: ['sub', 'exp', 'iat'],
      })
      return toTokenIdentity(payload, issuer)
    } catch (error) {
      throw toSignInError(error)
    }
  }
}

/** Distinguishes invalid tokens from failures of the issuer. Unknown errors, such as a refused connection, are the issuer's. */
function toSignInError(error: unknown): Error {
  if (error instanceof Unauthenticated || error instanceof IssuerUnreachable) return error
  if (error instanceof errors.JWTExpired) return new Unauthenticated('UNAUTHENTICATED_TOKEN_EXPIRED')
  const isIssuerFailure =
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === errors.JOSEError.code
  return isIssuerFailure ? new IssuerUnreachable(error) : new Unauthenticated('UNAUTHENTICATED_TOKEN_INVALID', error)
}

/** A token of an integration (client_credentials grant) acts as the person whom its operator has set in `act_as`. */
function toTokenIdentity(claims: JWTPayload, issuer: string): TokenIdentity {
  const { sub, client_id, act_as, email, email_verified, given_name, name, exp = 0 } = claims
  const isIntegration = client_id !== undefined && sub === client_id
  const subject = isIntegration ? act_as : sub
  if (typeof subject !== 'string' || subject === '') throw new Unauthenticated('UNAUTHENTICATED_TOKEN_INVALID')
  const isVerifiedEmail = typeof email === 'string' && email !== '' && email_verified === true
  return omitUndefined({
    issuer,
    subject,
    dateExpires: (exp + CLOCK_SKEW_SECONDS) * 1_000,
    email: isVerifiedEmail ? email : undefined,
    givenName: typeof given_name === 'string' ? given_name : undefined,
    name: typeof name === 'string' ? name : undefined,
  })
}
