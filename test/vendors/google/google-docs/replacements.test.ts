import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { fillPlaceholders } from '../../../../src/kit/documents/placeholders.ts'
import { type Replacements, toReplacements } from '../../../../vendors/google/google-docs/template/replacements.ts'
import { randomRuns } from '../../../kit/random-runs.ts'

/** Does what Google does: one request after the other. */
function replaceAll(text: string, requests: Replacements['requests']): string {
  return requests.reduce((current, { replaceAllText }) => {
    return current.replaceAll(replaceAllText?.containsText?.text ?? '', () => replaceAllText?.replaceText ?? '')
  }, text)
}

describe('replacements', () => {
  test('are one for each spelling, the longest first', () => {
    const values = new Map([['A', 'x']])
    expect(toReplacements(['{{A}} {{ A }} {{A}} {{B}}'], new Map([...values, ['B', '']]), 'n').requests).toEqual([
      { replaceAllText: { containsText: { text: '{{ A }}', matchCase: true }, replaceText: 'x' } },
      { replaceAllText: { containsText: { text: '{{A}}', matchCase: true }, replaceText: 'x' } },
      { replaceAllText: { containsText: { text: '{{B}}', matchCase: true }, replaceText: '' } },
    ])
  })

  test('use tokens if a value has braces', () => {
    const values = new Map([
      ['A', '{{B}}'],
      ['B', 'x'],
    ])
    const { requests, repeatable } = toReplacements(['{{A}} {{B}}'], values, 'n')
    expect(repeatable).toBe(false)
    expect(requests).toHaveLength(4)
    expect(replaceAll('{{A}} {{B}}', requests)).toBe('{{B}} x')
  })

  test('of any text and values are those of a single pass', () => {
    const part = fc.constantFrom('{', '}', '{{A}}', '{{ A }}', '{{B}}', '{{C}}', 'A', 'B', ' ')
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, text, (template, a, b) => {
        const values = new Map([
          ['A', a],
          ['B', b],
        ])
        const { requests, repeatable } = toReplacements([template], values, 'n0nce')
        const filled = replaceAll(template, requests)
        expect(filled).toBe(fillPlaceholders(template, values))
        if (repeatable) expect(replaceAll(filled, requests)).toBe(filled)
      }),
      { numRuns: randomRuns(1_000) },
    )
  })
})
