import { createHash } from 'node:crypto'

/** RFC 7636, section 4.1 and 4.2: 43 to 128 unreserved characters, verifier and challenge alike. */
const WELL_FORMED = /^[A-Za-z0-9\-._~]{43,128}$/

export function isChallenge(text: string): boolean {
  return WELL_FORMED.test(text)
}

/** Whether the verifier is the one whose S256 challenge was sent. */
export function verifies(verifier: string, challenge: string): boolean {
  return WELL_FORMED.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge
}
