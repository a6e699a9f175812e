import { type Assertion, parseAssertion, toClaimTime } from '../../core/keys/assertion.ts'
import type { AadstsCode } from '../oauth/aadsts.ts'
import type { Registration, ThumbprintName } from './registration.ts'

/** Why an assertion is refused: the number of the error and the value in its text. */
export type Refusal = readonly [code: AadstsCode, detail?: string]

export interface AssertionContext {
  registration: Registration
  /** The URL that the assertion is meant for. */
  audience: string
  /** Epoch ms. */
  now: number
  /** The ids of assertions that were accepted before. */
  usedIds: Set<string>
}

/** The thumbprints that may name the certificate, by algorithm. RS256 is the older form. */
const THUMBPRINT_NAMES: Readonly<Record<string, readonly ThumbprintName[]>> = {
  PS256: ['x5t#S256'],
  RS256: ['x5t#S256', 'x5t'],
}

/**
 * Checks the assertion of a client. Returns why it is refused.
 * https://learn.microsoft.com/entra/identity-platform/certificate-credentials
 */
export function checkClientAssertion(text: string, context: AssertionContext): Refusal | undefined {
  const assertion = parseAssertion(text)
  if (!assertion) return [50027]
  return checkKey(assertion, context) ?? checkClaims(assertion, context)
}

function checkKey(assertion: Assertion, { registration, now }: AssertionContext): Refusal | undefined {
  const { header } = assertion
  const names = THUMBPRINT_NAMES[String(header.alg)]
  if (!names) return [50027]
  const thumbprint = String(header['x5t#S256'] ?? header.x5t ?? '')
  const certificate = registration.findCertificate(header, names)
  if (!certificate) return [700027, `The key was not found. Thumbprint of key used by client: '${thumbprint}'`]
  const { settings } = registration
  if (settings.certificate === 'revoked') return [7000214]
  if (settings.certificate === 'not-yet-valid' || now < certificate.validFromDate.getTime()) return [1000502]
  if (settings.certificate === 'expired' || now >= certificate.validToDate.getTime())
    return [700027, `The key used is expired. Thumbprint of key used by client: '${thumbprint}'`]
  if (assertion.isSignedBy(certificate.publicKey)) return undefined
  return [700027, 'The key was found, but use of the key to verify the signature failed.']
}

/** Times are whole seconds, and there is no leeway. The lifetime has no upper limit. */
function checkClaims({ claims }: Assertion, context: AssertionContext): Refusal | undefined {
  const { registration, audience, now, usedIds } = context
  if (claims.aud !== audience) return [700023]
  if (claims.iss !== registration.clientId || claims.sub !== registration.clientId) return [700021]
  const [begin, end] = [toClaimTime(claims.nbf), toClaimTime(claims.exp)]
  const issued = claims.iat === undefined ? begin : toClaimTime(claims.iat)
  if (begin === undefined || end === undefined || issued === undefined) return [700024]
  if (begin > now || issued > now || end <= now) return [700024]
  if (typeof claims.jti !== 'string' || claims.jti === '') return [50027]
  if (usedIds.has(claims.jti)) return [50013]
  usedIds.add(claims.jti)
  return undefined
}
