import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { toId, toKeyPrefix } from '../../../../vendors/salesforce/api/ids.ts'

describe('a record id', () => {
  test.each([
    ['00D5e000003V0C7', '00D5e000003V0C7EAK'],
    ['0015c00002Lz9mU', '0015c00002Lz9mUAAR'],
    ['001D000000IRFma', '001D000000IRFmaIAH'],
  ])('of 15 characters gets the checksum: %s', (short, long) => {
    expect(toId(short)).toBe(long)
    expect(toId(long)).toBe(long)
  })

  test.each([
    ['', 'nothing'],
    ['0015c00002Lz9m', 'too short'],
    ['0015c00002Lz9mUAA', '17 characters'],
    ['0015c00002Lz9mUAAQ', 'a wrong checksum'],
    ['0015C00002LZ9MUAAR', 'letters in the wrong case'],
    ['0015c00002Lz9m/', 'no letter'],
    ['../../../id/x00', 'a path'],
    [' 0015c00002Lz9mU', 'a blank'],
  ])('is rejected: «%s», %s', (text) => {
    expect(toId(text)).toBeUndefined()
  })

  test('does not change if it is converted again', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789']
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters), minLength: 15, maxLength: 15 }), (short) => {
        const long = toId(short)
        expect(long).toMatch(new RegExp(`^${short}[A-Z0-5]{3}$`))
        expect(toId(long ?? '')).toBe(long)
      }),
    )
  })

  test('identifies its object by its first three characters', () => {
    expect(toKeyPrefix('0015c00002Lz9mUAAR')).toBe('001')
  })
})
