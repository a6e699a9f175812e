import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decodeEncodedWords } from '../../../src/kit/encoded-words.ts'
import { toPeople } from '../../../src/kit/people.ts'
import { randomRuns } from '../../kit/random-runs.ts'

const b = (bytes: Buffer, charset = 'utf-8') => `=?${charset}?B?${bytes.toString('base64')}?=`
const q = (bytes: Buffer) =>
  `=?utf-8?Q?${[...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')}?=`
const TEXT = Buffer.from('Größe für Zoë')

describe('encoded words', () => {
  test('that split a character are joined, after padded base64, too', () => {
    // Five bytes end within ß and are padded.
    expect(decodeEncodedWords(`${b(TEXT.subarray(0, 5))} ${b(TEXT.subarray(5))}`)).toBe('Größe für Zoë')
    expect(decodeEncodedWords(`${q(TEXT.subarray(0, 5))}\r\n ${b(TEXT.subarray(5))}`)).toBe('Größe für Zoë')
  })

  test('are joined although another word is invalid', () => {
    const invalid = b(Buffer.from([0xff]))
    expect(decodeEncodedWords(`${b(TEXT.subarray(0, 5))} ${b(TEXT.subarray(5))} and ${invalid}`)).toBe(
      'Größe für Zoë and \ufffd',
    )
  })

  test('of different charsets, or with text between them, are decoded by themselves', () => {
    const latin = b(Buffer.from([0xfc]), 'iso-8859-1')
    expect(decodeEncodedWords(`${latin} ${b(Buffer.from('ß'))}`)).toBe('üß')
    expect(decodeEncodedWords(`${latin} x ${latin}`)).toBe('ü x ü')
    expect(decodeEncodedWords(`=?x-unknown?B?R3I=?= plain =?utf-8*de?Q?a_b?=`)).toBe('Gr plain a b')
  })

  test('in names of people are joined, too', () => {
    const header = `${b(TEXT.subarray(0, 5))} ${b(TEXT.subarray(5))} <zoe@example.org>`
    expect(toPeople([header])).toEqual([{ email: 'zoe@example.org', friendlyName: 'Größe für Zoë' }])
  })

  test('give the text back wherever it was split', () => {
    const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 4 })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), cuts, (text, at) => {
        const bytes = Buffer.from(text)
        const ends = [...at.filter((cut) => cut < bytes.length), bytes.length].toSorted((x, y) => x - y)
        const words = ends.map((end, index) => b(bytes.subarray(ends[index - 1] ?? 0, end)))
        expect(decodeEncodedWords(words.filter((word) => !word.includes('??')).join(' '))).toBe(
          bytes.toString().replace(/^\ufeff/, ''),
        )
      }),
      { numRuns: randomRuns(300) },
    )
  })
})
