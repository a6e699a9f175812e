import { describe, expect, test } from '@jest/globals'
import { parseQuery, type Query } from '@jetstreamapp/soql-parser-js'
import fc from 'fast-check'
import {
  allOf,
  anyOf,
  day,
  instant,
  like,
  literalList,
  name,
  names,
  number,
  soql,
  time,
} from '../../../../vendors/salesforce/soql/statement.ts'
import { randomRuns } from '../../../kit/random-runs.ts'

/** Texts that are known to break query builders, and random ones of the special characters. */
const HOSTILE = [
  "x' OR Name LIKE '%",
  "x\\' OR Name LIKE '%",
  '\\',
  "\\\\'",
  "'",
  "''",
  '"',
  "') OR (Id != '",
  'a%b_c',
  'tab\tnew\nline\rfeed\fback\b',
  "O'Brien & Söhne 😀",
  '\ud800 half a pair',
  "'; DELETE FROM Account; --",
  '{{name}}',
  ':bind',
  '\u0000',
]
/** Unlike Salesforce, the parser ends a literal at the two line separators of Unicode. */
const hostile = fc
  .oneof(
    fc.constantFrom(...HOSTILE),
    fc.string({
      unit: fc.constantFrom("'", '\\', '"', '%', '_', '\n', '\r', '\t', '\b', '\f', ' ', '(', ')', ',', 'x', 'é', '😀'),
    }),
    fc.string({ unit: 'binary' }),
  )
  .map((text) => text.replace(/[\u2028\u2029]/g, ' '))

interface Condition {
  left: { field?: string; operator?: string; value?: string | string[]; openParen?: number; closeParen?: number }
  right?: unknown
}
const whereOf = (statement: string) => (parseQuery(statement) as Query).where as unknown as Condition

/** The text of a literal as Salesforce parses it. */
function meaningOf(literal: string): string {
  const plain: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  expect(literal).toMatch(/^'[\s\S]*'$/)
  return literal.slice(1, -1).replace(/\\([\s\S])/g, (_, character: string) => plain[character] ?? character)
}

describe('a text in a statement', () => {
  test('remains a single literal with the same meaning for any content', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { left, right } = whereOf(soql`SELECT Id FROM Contact WHERE LastName = ${text}`.text)
        expect(right).toBeUndefined()
        expect(left).toMatchObject({ field: 'LastName', operator: '=' })
        expect(meaningOf(left.value as string)).toBe(text.toWellFormed())
      }),
      { numRuns: randomRuns(1_000) },
    )
  })

  test('remains a single literal of a list', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (texts) => {
        const { left, right } = whereOf(soql`SELECT Id FROM Contact WHERE Email IN ${texts} LIMIT 5`.text)
        expect(right).toBeUndefined()
        expect((left.value as string[]).map(meaningOf)).toEqual(texts.map((text) => text.toWellFormed()))
      }),
      { numRuns: randomRuns(500) },
    )
  })

  test('is matched literally in a pattern, including % and _', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { left, right } = whereOf(
          soql`SELECT Id FROM Account WHERE Website LIKE ${like(text, { before: true, after: true })}`.text,
        )
        expect(right).toBeUndefined()
        const inner = (left.value as string).slice(2, -2)
        expect(inner.replace(/\\[\s\S]/g, '')).not.toMatch(/[%_']/)
        expect(meaningOf(`'${inner}'`)).toBe(text.toWellFormed())
      }),
      { numRuns: randomRuns(500) },
    )
  })

  test('can be sent: lone surrogates, which a URL cannot contain, are replaced', () => {
    expect(() => encodeURIComponent(soql`${'\ud800'}`.text)).not.toThrow()
  })
})

describe('a list', () => {
  test('that is empty is rejected, as the condition would be lost', () => {
    expect(() => soql`SELECT Id FROM Contact WHERE Id IN ${[]}`).toThrow(RangeError)
    expect(() => literalList([])).toThrow(RangeError)
    expect(() => anyOf([])).toThrow(RangeError)
  })
})

describe('a name', () => {
  test.each(['Id', 'My_Field__c', 'ns__Field__c', 'Account.Owner.Name', 'Account__r.Name'])('is valid: %s', (text) => {
    expect(name(text).text).toBe(text)
  })

  test.each([
    '',
    '1st',
    'Id, Name',
    'Name FROM User',
    "Name'",
    'a..b',
    '.a',
    'a.',
    'Näme',
    'count()',
    'Id\n',
    'FIELDS(ALL)',
  ])('is rejected if invalid: «%s»', (text) => {
    expect(() => name(text)).toThrow(RangeError)
    expect(() => names(['Id', text])).toThrow(RangeError)
  })
})

describe('a value without quotes', () => {
  test.each([
    [number(1.5).text, '1.5'],
    [number(-0.000001).text, '-0.000001'],
    [number(1e21).text, '1000000000000000000000'],
    [day('2024-02-29').text, '2024-02-29'],
    [instant(Date.parse('2026-03-16T09:00:00.999Z')).text, '2026-03-16T09:00:00Z'],
    [time('10:15:00.000Z').text, '10:15:00.000Z'],
    [soql`${true} ${false} ${null}`.text, 'true false null'],
  ])('is formatted for SOQL: %s', (text, expected) => {
    expect(text).toBe(expected)
  })

  test.each([
    () => number(Number.NaN),
    () => number(Number.POSITIVE_INFINITY),
    () => day('2023-02-29'),
    () => day("2023-02-28' OR Id != '"),
    () => day('2023-2-8'),
    () => instant(Number.NaN),
    () => instant(8.64e15),
    () => instant(-1e15),
    () => time('25:00:00.000Z'),
    () => time('10:15'),
  ])('is rejected if invalid: %s', (make) => {
    expect(make).toThrow(RangeError)
  })
})

describe('conditions', () => {
  const [a, b, c] = [soql`A = ${null}`, soql`B = ${true}`, soql`C = ${'c'}`]

  test('never mix AND and OR without parentheses', () => {
    expect(allOf([a, anyOf([b, c])]).text).toBe("(A = null AND (B = true OR C = 'c'))")
    expect(anyOf([a]).text).toBe('A = null')
    expect(() => parseQuery(soql`SELECT Id FROM X WHERE ${anyOf([allOf([a, b]), c])}`.text)).not.toThrow()
  })
})
