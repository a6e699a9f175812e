import { describe, expect, test } from '@jest/globals'
import { OpaqueTokens } from '../../../sandbox/core/opaque-tokens.ts'

describe('an opaque token', () => {
  test('decodes to the encoded value, does not reveal it, and is different each time', () => {
    const tokens = new OpaqueTokens()
    const token = tokens.encode({ secret: 'canary' })
    expect(tokens.decode(token)).toEqual({ secret: 'canary' })
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('canary')
    expect(tokens.encode({ secret: 'canary' })).not.toBe(token)
  })

  test('does not decode if it is altered, truncated, or from another instance', () => {
    const foreign = new OpaqueTokens().encode('x')
    const tokens = new OpaqueTokens()
    const token = tokens.encode('x')
    // The last character contains bits that do not change the decoded bytes.
    const altered = token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) + 1)
    for (const invalid of [foreign, altered, token.slice(0, 20), '', '5', 'not a token']) {
      expect(tokens.decode(invalid)).toBeUndefined()
    }
  })
})
