import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { cleanHtml, MAX_DEPTH, MAX_HTML_LENGTH, MAX_PARSED_DEPTH } from '../../../platform/html/clean-html.ts'
import { randomRuns } from '../../kit/random-runs.ts'
import { HOSTILE_TEXTS } from '../../src/hostile-texts.ts'
import { findFaults } from './expect-harmless.ts'
import { GOOD_MAIL } from './good-mail.ts'
import { HOSTILE_MAIL } from './hostile-mail.ts'

const HOSTILE = [...HOSTILE_MAIL, ...HOSTILE_TEXTS]

/** Expects the result to be harmless and stable, and returns it. */
function expectClean(html: string): string {
  const clean = cleanHtml(html)
  expect(findFaults(clean)).toEqual([])
  expect(cleanHtml(clean)).toBe(clean)
  return clean
}

describe('ordinary mail', () => {
  test.each(Object.entries(GOOD_MAIL))('%s stays readable', (_name, [mail, clean]) => {
    expect(expectClean(mail)).toBe(clean)
  })
})

describe('hostile mail', () => {
  test(`has ${HOSTILE.length} texts, and the check finds faults in almost all of them before they are sanitized`, () => {
    expect(HOSTILE.length).toBeGreaterThan(200)
    expect(HOSTILE.filter((html) => findFaults(html).length > 0).length).toBeGreaterThan(0.95 * HOSTILE.length)
  })

  test.each(HOSTILE)('%j is made harmless', (html) => {
    expectClean(html)
  })

  test('is harmless inside other markup too', () => {
    const prefixes = ['<table><tr><td>', '<p><a href="https://x.example/">', '<svg>', '<!--', '<p title="', '<style>']
    for (const html of HOSTILE) for (const prefix of prefixes) expectClean(`${prefix}${html}`)
  })
})

describe('mail that is too large or too deep', () => {
  const bombs: Record<string, string> = {
    '100,000 nested elements': `${'<div>'.repeat(100_000)}words${'</div>'.repeat(100_000)}`,
    'a million elements that are never closed': `words${'<b>'.repeat(1_000_000)}`,
    'nested tables that are never closed': `words${'<table><tr><td>'.repeat(20_000)}`,
    'end tags without start tags': `words${'<b>'.repeat(900)}${'</i>'.repeat(200_000)}`,
    'a million opening brackets': `words ${'<'.repeat(1_000_000)}`,
    'a million quotes': `words<p title='${'"'.repeat(900_000)}'>`,
    '30,000 attributes': `words<p ${Array.from({ length: 30_000 }, (_, index) => `a${index}=1`).join(' ')}>`,
    'a very long style': `words<p style="${'color:red;'.repeat(50_000)}">`,
    'comments that are never closed': `words${'<!--'.repeat(200_000)}`,
    'a URL full of comments': `words<a href="mailto:${'<!---->'.repeat(100_000)}">x</a>`,
    'a size with 900,000 spaces': `words<img src=//x.example/ width="1${' '.repeat(900_000)}x">`,
    '50,000 links': `words${'<a href=tel:1>'.repeat(50_000)}`,
  }
  test.each(Object.entries(bombs))('%s keep their text', (_name, html) => {
    const clean = expectClean(html)
    expect(clean).toContain('words')
    expect(clean.length).toBeLessThanOrEqual(MAX_HTML_LENGTH)
  })

  test('5 MB are truncated', () => {
    const clean = expectClean('<p>some words</p>'.repeat(300_000))
    expect(clean.startsWith('<p>some words</p>')).toBe(true)
    expect(clean.length).toBeGreaterThan(0.98 * MAX_HTML_LENGTH)
    expect(clean.length).toBeLessThanOrEqual(MAX_HTML_LENGTH)
  })

  test('HTML that grows beyond the limit is truncated, HTML of exactly that length is not', () => {
    expect(expectClean('a'.repeat(MAX_HTML_LENGTH))).toHaveLength(MAX_HTML_LENGTH)
    const grown = expectClean('>'.repeat(MAX_HTML_LENGTH)).length
    expect(grown).toBeLessThanOrEqual(MAX_HTML_LENGTH)
    expect(grown).toBeGreaterThan(0.98 * MAX_HTML_LENGTH)
  })

  test('markup nested too deeply to be parsed becomes plain text', () => {
    const nested = (levels: number) => `${'<b>'.repeat(levels - 1)}some &amp; <i title=">">words</i>`
    expect(expectClean(nested(MAX_PARSED_DEPTH)).replaceAll(/<\/?b>/g, '')).toBe('some &amp; words')
    expect(expectClean(nested(MAX_PARSED_DEPTH + 1))).toBe(' some &amp;  "&gt;words ')
  })

  test('elements nested too deeply to be kept lose their tags but not their text', () => {
    const clean = expectClean(`${'<div>'.repeat(MAX_DEPTH + 10)}words${'</div>'.repeat(MAX_DEPTH + 10)}`)
    expect(clean).toBe(`${'<div>'.repeat(MAX_DEPTH)}words${'</div>'.repeat(MAX_DEPTH)}`)
  })
})

describe('arbitrary text', () => {
  const TAG_NAMES = `p div b a li ul table tr td th tbody h1 pre img br body html font span center ruby rt dd dt svg math
    title style script select form option textarea noscript template iframe xmp plaintext foreignObject mtext x-y`
  const names = fc.constantFrom(...TAG_NAMES.split(/\s+/))
  const values = fc.oneof(
    fc.constantFrom('javascript:hit()', 'https://x.example/', 'cid:1', '//x.example/1', '"', "'", '>', '</p>', '1', ''),
    fc.constantFrom(
      'color:red',
      'width:1px;position:fixed',
      'background:url(//x)',
      'gmail_quote x',
      '&#1;',
      '\0',
      '&lt;',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const attributes = fc
    .tuple(
      fc.constantFrom(
        'href',
        'src',
        'data-src',
        'style',
        'class',
        'id',
        'onclick',
        'srcset',
        'width',
        'dir',
        'alt',
        '<',
      ),
      fc.constantFrom('=', '="', "='", ' = ', ''),
      values,
      fc.constantFrom('', '"', "'", ' '),
    )
    .map((parts) => parts.join(''))
  const tags = fc
    .tuple(fc.constantFrom('<', '</', '<<', '< ', '<!', '<?'), names, fc.array(attributes, { maxLength: 3 }))
    .chain(([start, name, inside]) =>
      fc.constantFrom('>', '/>', ' >', '').map((end) => `${start}${name} ${inside.join(' ')}${end}`),
    )
  const pieces = fc.oneof(
    { weight: 5, arbitrary: tags },
    names.map((name) => `<${name}>`),
    names.map((name) => `</${name}>`),
    fc.constantFrom(...HOSTILE),
    fc.constantFrom('<!--', '-->', '<![CDATA[', ']]>', '<!--[if mso]>', '&', '&amp', '&#x3c;', '\0', '\u2028', 'text'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )

  test('becomes harmless, and sanitizing it again does not change it', () => {
    const soup = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(soup, (html) => void expectClean(html)),
      { numRuns: randomRuns(1_500) },
    )
  }, 60_000)

  test('is unchanged when it is escaped text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abc <>&"\'äé€😀\n;#') }), (text) => {
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
        expect(cleanHtml(escaped)).toBe(escaped)
      }),
    )
  })
})
