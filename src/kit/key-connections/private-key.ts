import { createPrivateKey, type KeyObject } from 'node:crypto'
import { FieldError } from './form.ts'
import { findPemBlocks, type PemBlock, toPem } from './pem.ts'

const MIN_MODULUS_BITS = 2048
/** A larger one takes a large part of a second for each signature. */
const MAX_MODULUS_BITS = 8192

/** What the block of another label is, and what to do. */
const OTHER_BLOCKS: Readonly<Record<string, string>> = {
  CERTIFICATE: 'This is a certificate, not the private key. The private key is the other file of the pair.',
  'TRUSTED CERTIFICATE': 'This is a certificate, not the private key. The private key is the other file of the pair.',
  'CERTIFICATE REQUEST': 'This is a certificate request, not the private key that it was created with.',
  'PUBLIC KEY': 'This is a public key. The private key belongs here.',
  'RSA PUBLIC KEY': 'This is a public key. The private key belongs here.',
  'OPENSSH PRIVATE KEY':
    'This key has the format of OpenSSH. Convert a copy of it with “ssh-keygen -p -m PEM -f <file>”, then use that.',
  'EC PRIVATE KEY': 'This is a key of elliptic curves (EC). An RSA key of at least 2048 bits is needed.',
  'DSA PRIVATE KEY': 'This is a DSA key. An RSA key of at least 2048 bits is needed.',
}
const ENCRYPTED =
  'This key is protected by a password. Decrypt a copy of it with “openssl pkey -in <file> -out <copy>”, then use that.'

/**
 * Reads an RSA private key in any of its spellings: PKCS#8 or PKCS#1 in PEM, with any line breaks, in one line with `\n`,
 * wrapped in base64, or together with its certificate. Returns it as PKCS#8 in PEM. Throws FieldError.
 */
export function readPrivateKey(text: string): string {
  return parsePrivateKey(findKeyBlock(text)).export({ type: 'pkcs8', format: 'pem' }).toString()
}

function findKeyBlock(text: string): PemBlock {
  const blocks = findPemBlocks(text)
  const keys = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'))
  if (keys.length > 1) throw new FieldError('This text has more than one private key. Enter only one.')
  const [block] = keys.length > 0 ? keys : blocks
  if (!block) throw new FieldError(describeText(text))
  if (block.label === 'ENCRYPTED PRIVATE KEY' || /^Proc-Type:.*ENCRYPTED/m.test(block.body)) {
    throw new FieldError(ENCRYPTED)
  }
  if (block.label === 'PRIVATE KEY' || block.label === 'RSA PRIVATE KEY') return block
  throw new FieldError(OTHER_BLOCKS[block.label] ?? 'This is not a private key.')
}

/** What a text without a PEM block is. */
function describeText(text: string): string {
  if (/^(ssh-|ecdsa-)\S+ AAAA/.test(text)) return 'This is a public key of OpenSSH. An RSA private key belongs here.'
  if (text.startsWith('PuTTY-')) return 'This key has the format of PuTTY. Export it as PEM, then use that.'
  if (text.startsWith('{')) return 'This is JSON, not a private key in PEM format.'
  if (text.includes('-----BEGIN')) return 'This key is incomplete: its last line, “-----END …”, is missing.'
  return 'This is not a private key in PEM format: it has to begin with “-----BEGIN PRIVATE KEY-----”.'
}

function parsePrivateKey(block: PemBlock): KeyObject {
  const key = tryToParse(block)
  if (key.asymmetricKeyType !== 'rsa') {
    const type = key.asymmetricKeyType === 'ec' ? 'a key of elliptic curves (EC)' : `a ${key.asymmetricKeyType} key`
    throw new FieldError(`This is ${type}. An RSA key of at least ${MIN_MODULUS_BITS} bits is needed.`)
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < MIN_MODULUS_BITS) {
    throw new FieldError(`This RSA key has ${bits} bits and is too short. At least ${MIN_MODULUS_BITS} are needed.`)
  }
  if (bits > MAX_MODULUS_BITS) {
    throw new FieldError(`This RSA key has ${bits} bits. Keys of up to ${MAX_MODULUS_BITS} bits are accepted.`)
  }
  return key
}

/** OpenSSL's own messages say nothing about the cause, and are the same for most of them. */
function tryToParse(block: PemBlock): KeyObject {
  try {
    return createPrivateKey(toPem(block))
  } catch {
    throw new FieldError('This private key cannot be read: it is incomplete, or it was changed. Copy it again.')
  }
}
