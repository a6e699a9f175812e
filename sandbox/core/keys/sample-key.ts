import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { createCertificate } from './certificates.ts'

/** A key of a customer with its certificate. */
export interface SampleKey {
  /** PKCS#8 in PEM. */
  readonly privateKey: string
  readonly publicKey: KeyObject
  /** PEM. */
  readonly certificate: string
}

const DAY_MS = 86_400_000
/** The certificate is valid from this long before the sandbox starts, and for two years after it. */
const VALID_BEFORE_MS = 30 * DAY_MS
const VALID_AFTER_MS = 730 * DAY_MS

/**
 * Creates the key on first use, because that is slow. All vendors of a process have the same one, so that the values for
 * the forms of several vendors can be put together. `start`: epoch ms.
 */
export function getSampleKey(start: number): SampleKey {
  const day = Math.floor(start / DAY_MS) * DAY_MS
  const existing = sampleKeys.get(day)
  if (existing) return existing
  keyPair ??= createKeyPair()
  const certificate = createCertificate({
    privateKey: keyPair.privateKey,
    commonName: 'provider-hub.meridian.example',
    dateStart: day - VALID_BEFORE_MS,
    dateEnd: day + VALID_AFTER_MS,
  })
  const sampleKey = { ...keyPair, certificate }
  sampleKeys.set(day, sampleKey)
  return sampleKey
}

let keyPair: ReturnType<typeof createKeyPair> | undefined
/** By the day of the sandbox's start. */
const sampleKeys = new Map<number, SampleKey>()

/** Creates an RSA key of 2048 bits. */
export function createKeyPair(): { privateKey: string; publicKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey }
}

/** The thumbprints of a certificate (PEM) as a JWT's header has them (RFC 7515, sections 4.1.7 and 4.1.8). */
export function toThumbprints(certificate: string): { x5t: string; 'x5t#S256': string } {
  const { fingerprint, fingerprint256 } = new X509Certificate(certificate)
  return { x5t: toBase64Url(fingerprint), 'x5t#S256': toBase64Url(fingerprint256) }
}

function toBase64Url(fingerprint: string): string {
  return Buffer.from(fingerprint.replaceAll(':', ''), 'hex').toString('base64url')
}
