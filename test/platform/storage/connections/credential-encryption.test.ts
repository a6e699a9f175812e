import { describe, expect, test } from '@jest/globals'
import {
  decryptCredential,
  deriveCredentialKey,
  encryptCredential,
} from '../../../../platform/storage/connections/credential-encryption.ts'
import { CREDENTIAL } from '../fixtures.ts'

const OLD = deriveCredentialKey('old secret')
const NEW = deriveCredentialKey('new secret')
const OF = { tenantId: 'tenant', connectionId: 'connection' }

describe('a sealed credential', () => {
  test('opens with the key it was sealed with', () => {
    const sealed = encryptCredential([OLD], OF, CREDENTIAL)
    expect(decryptCredential([OLD], OF, sealed)).toEqual(CREDENTIAL)
    expect(sealed.credential.includes(CREDENTIAL.accessToken)).toBe(false)
  })

  test('is never sealed the same twice', () => {
    expect(encryptCredential([OLD], OF, CREDENTIAL).credential).not.toEqual(
      encryptCredential([OLD], OF, CREDENTIAL).credential,
    )
  })

  test('opens after the key was changed, as long as the old one is given too', () => {
    const sealed = encryptCredential([OLD], OF, CREDENTIAL)
    expect(decryptCredential([NEW, OLD], OF, sealed)).toEqual(CREDENTIAL)
    expect(encryptCredential([NEW, OLD], OF, CREDENTIAL).credential_key_id).toBe(NEW.id)
    expect(() => decryptCredential([NEW], OF, sealed)).toThrow('another key')
  })

  test('does not open for another connection, or when a bit was turned', () => {
    const sealed = encryptCredential([OLD], OF, CREDENTIAL)
    expect(() => decryptCredential([OLD], { ...OF, connectionId: 'other' }, sealed)).toThrow()
    expect(() => decryptCredential([OLD], { ...OF, tenantId: 'other' }, sealed)).toThrow()
    const turned = Buffer.from(sealed.credential)
    turned.writeUInt8(turned.readUInt8(40) ^ 1, 40)
    expect(() => decryptCredential([OLD], OF, { ...sealed, credential: turned })).toThrow()
  })
})
