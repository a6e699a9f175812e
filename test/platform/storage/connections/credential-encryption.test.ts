import { describe, expect, test } from '@jest/globals'
import { credentialKey, open, seal } from '../../../../platform/storage/connections/credential-encryption.ts'
import { CREDENTIAL } from '../fixtures.ts'

const OLD = credentialKey('old secret')
const NEW = credentialKey('new secret')
const OF = { tenantId: 'tenant', connectionId: 'connection' }

describe('a sealed credential', () => {
  test('opens with the key it was sealed with', () => {
    const sealed = seal([OLD], OF, CREDENTIAL)
    expect(open([OLD], OF, sealed)).toEqual(CREDENTIAL)
    expect(sealed.credential.includes(CREDENTIAL.accessToken)).toBe(false)
  })

  test('is never sealed the same twice', () => {
    expect(seal([OLD], OF, CREDENTIAL).credential).not.toEqual(seal([OLD], OF, CREDENTIAL).credential)
  })

  test('opens after the key was changed, as long as the old one is given too', () => {
    const sealed = seal([OLD], OF, CREDENTIAL)
    expect(open([NEW, OLD], OF, sealed)).toEqual(CREDENTIAL)
    expect(seal([NEW, OLD], OF, CREDENTIAL).credential_key_id).toBe(NEW.id)
    expect(() => open([NEW], OF, sealed)).toThrow('another key')
  })

  test('does not open for another connection, or when a bit was turned', () => {
    const sealed = seal([OLD], OF, CREDENTIAL)
    expect(() => open([OLD], { ...OF, connectionId: 'other' }, sealed)).toThrow()
    expect(() => open([OLD], { ...OF, tenantId: 'other' }, sealed)).toThrow()
    const turned = Buffer.from(sealed.credential)
    turned.writeUInt8(turned.readUInt8(40) ^ 1, 40)
    expect(() => open([OLD], OF, { ...sealed, credential: turned })).toThrow()
  })
})
