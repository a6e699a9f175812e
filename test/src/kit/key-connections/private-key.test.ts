import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { readPrivateKey } from '../../../../src/kit/key-connections/private-key.ts'
import { certify, createRsaKey } from './sample-keys.ts'

const key = createRsaKey()
const other = createRsaKey()
const certificate = certify(key.pkcs8, Date.now())
const oneLine = (pem: string) => pem.trim().replaceAll('\n', '\\n')
const wrapped = (pem: string) => Buffer.from(pem).toString('base64')
const pemOf = (label: string, body = 'AAAA') => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`

describe('a private key is read', () => {
  test.each([
    ['PKCS#8', key.pkcs8],
    ['PKCS#1', key.pkcs1],
    ['one line with the characters \\n', oneLine(key.pkcs8)],
    ['one line with the characters \\r\\n', key.pkcs8.trim().replaceAll('\n', '\\r\\n')],
    ['one line with blanks', key.pkcs8.trim().replaceAll('\n', ' ')],
    ['one line in quotation marks, as JSON has it', JSON.stringify(key.pkcs8)],
    ['base64 around the file', wrapped(key.pkcs8)],
    ['base64 around the file, in lines', wrapped(key.pkcs1).replaceAll(/(.{76})/g, '$1\n')],
    ['base64 around one line', wrapped(oneLine(key.pkcs8))],
    ['the line ends of Windows', key.pkcs8.replaceAll('\n', '\r\n')],
    ['blanks around it', ` \n\t${key.pkcs8}\n  `],
    ['indented lines', key.pkcs8.replaceAll('\n', '\n    ')],
    ['attributes before it', `Bag Attributes\n    friendlyName: acme\n${key.pkcs8}`],
    ['its certificate in the same file', `${certificate}${key.pkcs8}`],
  ])('in the spelling: %s', (_name, text) => {
    expect(readPrivateKey(text.trim())).toBe(key.pkcs8)
  })
})

describe('what is no usable private key is refused with a sentence of its own', () => {
  const { privateKey: ec } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { privateKey: ed } = generateKeyPairSync('ed25519')
  const { privateKey: pss } = generateKeyPairSync('rsa-pss', { modulusLength: 2048 })
  const toPkcs8 = (value: typeof ec) => value.export({ type: 'pkcs8', format: 'pem' }).toString()

  test.each([
    ['a certificate', certificate, 'This is a certificate, not the private key.'],
    ['a wrapped certificate', wrapped(certificate), 'This is a certificate, not the private key.'],
    ['a certificate request', pemOf('CERTIFICATE REQUEST'), 'This is a certificate request'],
    ['a public key', key.publicPem, 'This is a public key.'],
    ['an encrypted key', key.encrypted, 'protected by a password'],
    ['an encrypted key in PKCS#1', key.encryptedPkcs1, 'protected by a password'],
    ['a key of OpenSSH', pemOf('OPENSSH PRIVATE KEY'), 'the format of OpenSSH'],
    ['a public key of OpenSSH', 'ssh-rsa AAAAB3NzaC1yc2E ada@acme', 'a public key of OpenSSH'],
    ['a key of PuTTY', 'PuTTY-User-Key-File-3: ssh-rsa', 'the format of PuTTY'],
    ['an EC key', toPkcs8(ec), 'a key of elliptic curves (EC)'],
    ['an EC key of its own label', ec.export({ type: 'sec1', format: 'pem' }).toString(), 'elliptic curves (EC)'],
    ['an Ed25519 key', toPkcs8(ed), 'This is a ed25519 key.'],
    ['a key for signatures with PSS only', toPkcs8(pss), 'This is a rsa-pss key.'],
    ['a short key', createRsaKey(1024).pkcs8, 'has 1024 bits and is too short'],
    ['JSON', '{"type":"service_account"}', 'This is JSON'],
    ['two keys', `${key.pkcs8}${other.pkcs8}`, 'more than one private key'],
    ['half a key', key.pkcs8.slice(0, 600), 'its last line, “-----END …”, is missing'],
    ['a changed key', key.pkcs8.replace('MII', 'MIJ'), 'it is incomplete, or it was changed'],
    ['another block', pemOf('PKCS7'), 'This is not a private key.'],
    ['any text', 'hello', 'This is not a private key in PEM format'],
  ])('%s', (_name, text, sentence) => {
    expect(() => readPrivateKey(text)).toThrow(sentence)
    const body = text.split('\n')[1] ?? text
    expect(() => readPrivateKey(text)).not.toThrow(body)
  })
})
