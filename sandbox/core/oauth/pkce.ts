import { createHash } from 'node:crypto'

/** Verifiers and challenges have 43 to 128 unreserved characters (RFC 7636, sections 4.1 and 4.2). */
const WELL_FORMED = /^[A-Za-z0-9\-._~]{43,128}$/

export function isWellFormedChallenge(text: string): boolean {
  return WELL_FORMED.test(text)
}

/** Whether the verifier's S256 challenge equals `challenge`. */
export function verifyChallenge(verifier: string, challenge: string): boolean {
  return WELL_FORMED.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge
}
