import { createPrivateKey, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { holdSecret } from '../../runtime/secret.ts'

/** A signed assertion (RFC 7523) that is exchanged for an access token, or that authenticates a client. */
export interface Assertion {
  algorithm: 'RS256' | 'PS256'
  /** PKCS#8 in PEM. */
  privateKey: string
  issuer: string
  subject: string
  /** The vendor's constant, never an address from a form. */
  audience: string
  lifetimeMs: number
  /** Further members of the header, such as `kid` or `x5t#S256`. */
  header?: Readonly<Record<string, string>>
  /** Further claims. */
  claims?: Readonly<Record<string, string>>
}

/** A vendor whose clock is behind would refuse an assertion of its future. */
const CLOCK_SKEW_S = 10

/** Signs an assertion. Its times are whole seconds; each one has an id of its own. `now`: epoch ms. */
export async function signAssertion(assertion: Assertion, now: number): Promise<string> {
  const { algorithm, privateKey, issuer, subject, audience, lifetimeMs, header, claims } = assertion
  holdSecret(privateKey)
  const issuedAt = Math.floor(now / 1000) - CLOCK_SKEW_S
  const jwt = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...header })
    .setIssuer(issuer)
    .setSubject(subject)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + CLOCK_SKEW_S + Math.floor(lifetimeMs / 1000))
    .sign(createPrivateKey(privateKey))
  holdSecret(jwt)
  return jwt
}
