import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { fillPlaceholders, findPlaceholders, namesOf } from '../../../../src/kit/documents/placeholders.ts'
import { randomRuns } from '../../../kit/random-runs.ts'

describe('placeholders', () => {
  test.each([
    ['{{Name}}', 'Name'],
    ['{{ First name }}', 'First name'],
    ['{{\u00a0Betrag\u00a0netto\t}}', 'Betrag netto'],
    ['{{Größe_2.b-c}}', 'Größe_2.b-c'],
    ['{{Gro\u0308ße}}', 'Größe'],
    ['{{顧客名}}', '顧客名'],
    ['{{नाम}}', 'नाम'],
    ['{{{Name}}}', 'Name'],
    [`{{${'x'.repeat(100)}}}`, 'x'.repeat(100)],
    [`{{${'𠮷'.repeat(100)}}}`, '𠮷'.repeat(100)],
  ])('%s has the name «%s»', (text, name) => {
    expect(namesOf([text])).toEqual([name])
  })

  test.each([
    '{{}}',
    '{{ }}',
    '{Name}',
    '{{Na\nme}}',
    '{{#each}}',
    '{{a+b}}',
    '{{a}',
    `{{${'x'.repeat(101)}}}`,
    '{ {a}}',
  ])('%s is ordinary text', (text) => {
    expect(namesOf([text])).toEqual([])
    expect(fillPlaceholders(text, new Map([['', 'x']]))).toBe(text)
  })

  test('are listed in order of first appearance, each once; spellings differ', () => {
    expect(namesOf(['b {{B}} {{ A }}', '{{A}} {{C}} {{b}}'])).toEqual(['B', 'A', 'C', 'b'])
    expect(findPlaceholders('{{A}} and {{ A }}').map(({ literal }) => literal)).toEqual(['{{A}}', '{{ A }}'])
  })

  test('are replaced in one pass, so that values stay text', () => {
    const values = new Map([
      ['A', '{{B}}'],
      ['B', '{{A}} $& $1'],
    ])
    expect(fillPlaceholders('{{A}} {{ B }} {{C}}', values)).toBe('{{B}} {{A}} $& $1 {{C}}')
  })

  test('without values leave every text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', ' ', '\n', 'é') }), (text) => {
        expect(fillPlaceholders(text, new Map())).toBe(text)
      }),
      { numRuns: randomRuns(200) },
    )
  })
})
