import { describe, expect, test } from '@jest/globals'
import {
  decryptCredential,
  deriveCredentialKey,
  encryptCredential,
} from '../../../../platform/storage/connections/credential-encryption.ts'
import { CREDENTIAL } from '../fixtures.ts'

const OLD = deriveCredentialKey('old secret')
const NEW = deriveCredentialKey('new secret')
const CONNECTION = { tenantId: 'tenant', connectionId: 'connection' }

describe('an encrypted credential', () => {
  test('is decrypted with the key it was encrypted with', () => {
    const encrypted = encryptCredential([OLD], CONNECTION, CREDENTIAL)
    expect(decryptCredential([OLD], CONNECTION, encrypted)).toEqual(CREDENTIAL)
    expect(encrypted.credential.includes(CREDENTIAL.accessToken)).toBe(false)
  })

  test('is different each time it is encrypted', () => {
    expect(encryptCredential([OLD], CONNECTION, CREDENTIAL).credential).not.toEqual(
      encryptCredential([OLD], CONNECTION, CREDENTIAL).credential,
    )
  })

  test('is decrypted after a key rotation if the old key is still configured', () => {
    const encrypted = encryptCredential([OLD], CONNECTION, CREDENTIAL)
    expect(decryptCredential([NEW, OLD], CONNECTION, encrypted)).toEqual(CREDENTIAL)
    expect(encryptCredential([NEW, OLD], CONNECTION, CREDENTIAL).credential_key_id).toBe(NEW.id)
    expect(() => decryptCredential([NEW], CONNECTION, encrypted)).toThrow('a key that is not configured')
  })

  test('is rejected for another connection, and when a bit was flipped', () => {
    const encrypted = encryptCredential([OLD], CONNECTION, CREDENTIAL)
    expect(() => decryptCredential([OLD], { ...CONNECTION, connectionId: 'other' }, encrypted)).toThrow()
    expect(() => decryptCredential([OLD], { ...CONNECTION, tenantId: 'other' }, encrypted)).toThrow()
    const flipped = Buffer.from(encrypted.credential)
    flipped.writeUInt8(flipped.readUInt8(40) ^ 1, 40)
    expect(() => decryptCredential([OLD], CONNECTION, { ...encrypted, credential: flipped })).toThrow()
  })
})
