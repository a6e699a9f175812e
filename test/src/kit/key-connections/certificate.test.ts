import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { describeCertificate, readCertificate } from '../../../../src/kit/key-connections/certificate.ts'
import { certify, createRsaKey } from './sample-keys.ts'

const now = Date.parse('2026-11-02T12:00:00Z')
const key = createRsaKey()
const other = createRsaKey()
const certificate = certify(key.pkcs8, now)

describe('a certificate', () => {
  test.each([
    ['PEM', certificate],
    ['the line ends of Windows', certificate.replaceAll('\n', '\r\n')],
    ['one line with the characters \\n', certificate.trim().replaceAll('\n', '\\n')],
    ['base64 around the file', Buffer.from(certificate).toString('base64')],
    ['a chain, whose first certificate counts', `${certificate}${certify(other.pkcs8, now)}`],
  ])('is read in the spelling: %s', (_name, text) => {
    expect(readCertificate(text.trim(), now)).toBe(certificate)
  })

  test.each([
    ['a private key', key.pkcs8, 'This is a private key, not the certificate.'],
    ['a wrapped private key', Buffer.from(key.pkcs8).toString('base64'), 'This is a private key'],
    ['a private key and a certificate', `${key.pkcs8}${certificate}`, 'This is a private key'],
    ['half a private key', key.pkcs8.slice(0, 300), 'This is a private key'],
    ['a public key', key.publicPem, 'This is a public key.'],
    ['an expired one', certify(key.pkcs8, now, { from: -10, to: -1 }), 'expired on 1 November 2026'],
    ['a future one', certify(key.pkcs8, now, { from: 2, to: 10 }), 'not valid before 4 November 2026'],
    ['a changed one', certificate.replace('MII', 'MIJ'), 'it is incomplete, or it was changed'],
    ['half of one', certificate.slice(0, 300), 'its last line, “-----END CERTIFICATE-----”, is missing'],
    ['any text', 'hello', 'This is not a certificate in PEM format'],
  ])('is refused if it is %s', (_name, text, sentence) => {
    expect(() => readCertificate(text, now)).toThrow(sentence)
  })

  test('has an end and a thumbprint', () => {
    expect(describeCertificate(certificate, key.pkcs8, 'certificate')).toEqual({
      dateEnd: now + 365 * 86_400_000,
      thumbprint: Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(':', ''), 'hex').toString(
        'base64url',
      ),
    })
  })

  test('is refused at its field if it belongs to another key', () => {
    expect(() => describeCertificate(certificate, other.pkcs8, 'certificate')).toThrow(
      expect.objectContaining({
        field: 'certificate',
        message: expect.stringContaining('does not belong to the private key'),
      }),
    )
  })
})
