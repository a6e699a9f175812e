import { createPrivateKey, X509Certificate } from 'node:crypto'
import { FieldError } from './form.ts'
import { findPemBlocks, toPem } from './pem.ts'

/** What is needed of a certificate. */
export interface CertificateDetails {
  /** Epoch ms. */
  dateEnd: number
  /** SHA-256 of its DER form, in base64url (RFC 7515, `x5t#S256`). */
  thumbprint: string
}

/**
 * Reads a certificate in PEM; of a chain, the first one. Returns it in PEM. Throws FieldError if it is none, or not valid
 * at `now` (epoch ms).
 */
export function readCertificate(text: string, now: number): string {
  const blocks = findPemBlocks(text)
  if (/PRIVATE KEY/.test(text) || blocks.some(({ label }) => label.endsWith('PRIVATE KEY'))) {
    throw new FieldError(
      'This is a private key, not the certificate. Remove it from here; it belongs in its own field.',
    )
  }
  const block = blocks.find(({ label }) => label === 'CERTIFICATE')
  if (!block) throw new FieldError(describeText(text, blocks[0]?.label))
  const certificate = parseCertificate(toPem(block))
  const end = certificate.validToDate.getTime()
  if (end <= now) throw new FieldError(`This certificate expired on ${toDay(end)}. Create a new one.`)
  const start = certificate.validFromDate.getTime()
  if (start > now) throw new FieldError(`This certificate is not valid before ${toDay(start)}.`)
  return toPem(block)
}

function describeText(text: string, label: string | undefined): string {
  if (label === 'CERTIFICATE REQUEST') return 'This is a certificate request. The certificate itself is needed.'
  if (label?.endsWith('PUBLIC KEY')) return 'This is a public key. The certificate that contains it is needed.'
  if (text.includes('-----BEGIN CERTIFICATE-----')) {
    return 'This certificate is incomplete: its last line, “-----END CERTIFICATE-----”, is missing.'
  }
  return 'This is not a certificate in PEM format: it has to begin with “-----BEGIN CERTIFICATE-----”.'
}

function parseCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new FieldError('This certificate cannot be read: it is incomplete, or it was changed. Copy it again.')
  }
}

/**
 * The details of a certificate from `readCertificate`. Throws FieldError at `field` if it does not belong to the private
 * key (PEM).
 */
export function describeCertificate(pem: string, privateKey: string, field: string): CertificateDetails {
  const certificate = new X509Certificate(pem)
  if (!certificate.checkPrivateKey(createPrivateKey(privateKey))) {
    throw new FieldError('This certificate does not belong to the private key. Use the two files of one pair.', field)
  }
  return {
    dateEnd: certificate.validToDate.getTime(),
    thumbprint: Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url'),
  }
}

/** A day in words, e.g. 2 November 2027 (UTC). */
export function toDay(time: number): string {
  return new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
