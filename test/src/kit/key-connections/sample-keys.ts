import { generateKeyPairSync } from 'node:crypto'
import { createCertificate } from '../../../../sandbox/core/keys/certificates.ts'

const DAY_MS = 86_400_000

/** An RSA key in PKCS#8 and in PKCS#1 (PEM). */
export function createRsaKey(modulusLength = 2048) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
  return {
    pkcs8: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    pkcs1: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    encrypted: privateKey
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
      .toString(),
    encryptedPkcs1: privateKey
      .export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
      .toString(),
    publicKey,
  }
}

/** A certificate of a key (PEM) that is valid from `from` to `to`, in days from `now` (epoch ms). */
export function certify(privateKey: string, now: number, { from = -1, to = 365 } = {}): string {
  const second = Math.floor(now / 1000) * 1000
  return createCertificate({
    privateKey,
    commonName: 'acme.example',
    dateStart: second + from * DAY_MS,
    dateEnd: second + to * DAY_MS,
  })
}
