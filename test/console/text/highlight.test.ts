import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { excerptOf, foldText, mentions, splitAtMatches, toSearchWords } from '../../../console/src/text/highlight.ts'
import { foldText as foldTextOfPlatform } from '../../../platform/storage/text-normalization.ts'

/** The parts that match, and the text with them in brackets. */
function marked(text: string, search: string): string {
  return splitAtMatches(text, toSearchWords(search))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')
}

describe('words of a search', () => {
  test.each([
    ['Zoë left', 'zoe', '[Zoë] left'],
    ['Zoe\u0308 left', 'zoë', '[Zoe\u0308] left'],
    ['THE CAFÉ of Zoë', 'cafe zoe', 'THE [CAFÉ] of [Zoë]'],
    ['Planning the roof', 'plan', '[Plan]ning the roof'],
    ['Planning the roof', 'plan roof', 'Planning the [roof]'],
    ['An explanation', 'plan', 'An explanation'],
    ['Weiß, weiss', 'weiß', '[Weiß], weiss'],
    ['a ﬁnal draft', 'fin', 'a [ﬁn]al draft'],
    ['ann.lee@acme.example wrote', 'ann.lee@ac', '[ann.lee@ac]me.example wrote'],
    ["O'Neil & Sons", "o'neil", "[O'Neil] & Sons"],
    ['(plan)', '(plan)', '([plan])'],
    ['東京 plan', '東京', '[東京] plan'],
    ['🎉 plan', 'plan', '🎉 [plan]'],
    ['<script>alert(1)</script>', 'script', '<[script]>alert(1)</[script]>'],
    ['roof roofs', 'roof roofs', '[roof] [roofs]'],
    ['plan', '', 'plan'],
    ['plan', '!?', 'plan'],
    ['', 'plan', ''],
  ])('in %j, %j marks %j', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected)
  })

  test('are folded as the platform folds them', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => foldText(text) === foldTextOfPlatform(text)))
  })

  test('split any text into parts that are the text again', () => {
    const unit = fc.constantFrom('a', 'A', 'ä', 'a\u0308', 'ﬁ', '🎉', ' ', '-', '\u0000', '\u202E', '<')
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit, maxLength: 4 }), (text, search) => {
        const parts = splitAtMatches(text, toSearchWords(search))
        expect(parts.map((part) => part.text).join('')).toBe(text)
        expect(parts.every((part) => part.text !== '')).toBe(true)
      }),
    )
  })
})

test.each([
  ['Zoë Berg', 'berg ZOE', true],
  ['Zoë Berg', 'ber', true],
  ['Zoë Berg', 'zoe bergman', false],
  ['Zoë Berg', ' – ', true],
])('%s mentions “%s”: %s', (text, search, expected) => {
  expect(mentions(text, search)).toBe(expected)
})

describe('an excerpt', () => {
  const long = `${'word '.repeat(100)}Zoë ${'word '.repeat(100)}`

  test('is around the first match, and says that there is more', () => {
    const excerpt = excerptOf(long, ['zoe'], 60)
    expect(excerpt).toContain('Zoë')
    expect(excerpt).toMatch(/^….{40,60}…$/u)
  })

  test('is the beginning without a match, and all of a short text', () => {
    expect(excerptOf(long, ['other'], 60)).toMatch(/^word .*…$/u)
    expect(excerptOf('short', ['other'], 60)).toBe('short')
  })

  test('does not cut a character in half', () => {
    expect(excerptOf('🎉'.repeat(40), [], 7)).toBe('🎉🎉🎉…')
  })
})
