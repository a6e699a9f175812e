import { describe, expect, test } from '@jest/globals'
import { parseQuery, type Query } from '@jetstreamapp/soql-parser-js'
import fc from 'fast-check'
import { fillTemplate, toPlaceholders } from '../../../../vendors/salesforce/soql/template.ts'
import { randomRuns } from '../../../kit/random-runs.ts'

const fill = (template: string, values: Record<string, string>) =>
  fillTemplate(template, new Map(Object.entries(values))).text

describe('the placeholders of a statement', () => {
  test('are listed once each', () => {
    expect(toPlaceholders("SELECT Id FROM X WHERE A = {{ one }} AND B = '{{two}}' AND C = {{one}}")).toEqual([
      'one',
      'two',
    ])
  })

  test.each([
    ['A = {{v}}', "it's", "A = 'it\\'s'"],
    ["A = '{{v}}'", "it's", "A = 'it\\'s'"],
    ["A = 'x{{v}}y'", 'z', "A = 'xzy'"],
    ['A > {{v}}', '12.50', 'A > 12.50'],
    ['A > {{v}}', '2026-03-16', 'A > 2026-03-16'],
    ['A > {{v}}', '2026-03-16T09:00:00Z', 'A > 2026-03-16T09:00:00Z'],
    ['A = {{v}}', 'true', 'A = true'],
    ['A = {{v}}', 'true OR true', "A = 'true OR true'"],
    ["A LIKE '%{{v}}%'", '50%_', "A LIKE '%50\\%\\_%'"],
    ['A LIKE {{v}}', '50%', "A LIKE '50\\%'"],
    ["A = 'it\\'s {{v}}'", "'", "A = 'it\\'s \\''"],
    ['A = {{v}}', '{{v}}', "A = '{{v}}'"],
    ["A = '$& {{v}}'", '$1', "A = '$& $1'"],
  ])('use a value in comparisons only: %s ← %s', (template, value, expected) => {
    expect(fill(template, { v: value })).toBe(expected)
  })

  test('accept any value without changing the statement around them', () => {
    const unit = fc.constantFrom("'", '\\', '"', '%', '_', '{', '}', ' ', '(', ')', '\n', 'v', '1', '-', 'é')
    const template = "SELECT Id FROM Contact WHERE (Name = {{v}} OR Title LIKE '%{{v}}') AND Phone = '{{v}}'"
    const shapeOf = (text: string) =>
      JSON.stringify(parseQuery(text) as Query, (key, value) =>
        key === 'value' || key === 'literalType' ? undefined : value,
      )
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' })), (value) => {
        expect(shapeOf(fill(template, { v: value }))).toBe(shapeOf(fill(template, { v: 'plain' })))
      }),
      { numRuns: randomRuns(1_000) },
    )
  })
})
