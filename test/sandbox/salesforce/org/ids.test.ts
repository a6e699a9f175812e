import { describe, expect, test } from '@jest/globals'
import { checksum, createId, normalizeId } from '../../../../sandbox/salesforce/org/ids.ts'

describe('record ids', () => {
  test.each([
    ['00D5e000003V0C7', 'EAK'],
    ['0015c00002Lz9mU', 'AAR'],
    ['001D000000IRFma', 'IAH'],
  ])('%s ends with %s in 18 characters', (short, suffix) => {
    expect(checksum(short)).toBe(suffix)
    expect(normalizeId(short)).toBe(short + suffix)
    expect(normalizeId(short + suffix)).toBe(short + suffix)
  })

  test.each([
    ['a wrong checksum', '001D000000IRFmaIAA'],
    ['lost upper case', '001d000000irfmaiah'],
    ['16 characters', '001D000000IRFmaI'],
    ['a path', '../../../id/xxx'],
    ['nothing', ''],
  ])('%s is not an id', (_, text) => {
    expect(normalizeId(text)).toBeUndefined()
  })

  test('sort in order of creation, also where a digit carries over', () => {
    const ids = [61, 62, 3843, 3844].map((sequence) => createId('001', '5e0', sequence))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(normalizeId(id)).toBe(id)
  })
})
