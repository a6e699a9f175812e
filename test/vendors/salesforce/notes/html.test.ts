import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { htmlToText } from '../../../../src/kit/html.ts'
import { toNoteHtml, toNoteText } from '../../../../vendors/salesforce/notes/html.ts'
import { randomRuns } from '../../../kit/random-runs.ts'

const write = (documentHtml: string, uri?: string) => toNoteHtml({ documentHtml, uri })

describe('the content of a note', () => {
  test.each([
    ['<p>a &amp; b</p>', '<p>a &amp; b</p>'],
    ['a < b', 'a &lt; b'],
    ['<p>"it\'s"</p>', '<p>&quot;it&#39;s&quot;</p>'],
    ['a&nbsp;b&apos;c&eacute;', 'a\u00a0b&#39;cé'],
    ['<h1>Head</h1><p>Text</p>', '<p><b>Head</b></p><p>Text</p>'],
    ['<div>one</div><div>two</div>', '<p>one</p><p>two</p>'],
    ['one\ntwo', 'one two'],
    ['<pre>one\ntwo</pre>', '<p>one<br />two</p>'],
    ['<script>alert(1)</script><style>p{}</style>x', 'x'],
    ['<img src=x onerror=alert(1)>x', 'x'],
    ['<table><tr><td>1</td><td>2</td></tr></table>', '<p>1 2 </p>'],
    ['<a href="https://a.example/?x=1&y=2" onclick="x()">a</a>', '<a href="https://a.example/?x=1&amp;y=2">a</a>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="https://a.example/\'">a</a>', '<a href="https://a.example/%27">a</a>'],
    ['a\u0000b\u0007c', 'abc'],
    ['\ud83d', '\ufffd'],
  ])('is converted to HTML that Salesforce accepts: %s', (html, written) => {
    expect(write(html)).toBe(written)
  })

  test("ends with the platform's URI", () => {
    expect(write('<p>x</p>', 'https://platform.example/n?a=1&b=2')).toBe(
      '<p>x</p><p>https://platform.example/n?a=1&amp;b=2</p>',
    )
    expect(toNoteText({ documentHtml: '<p>x</p>', uri: 'https://platform.example/n' })).toBe(
      'x\n\nhttps://platform.example/n',
    )
  })

  test('contains no lone surrogate where a broken tag ends', () => {
    expect(write('</A\n\u{10000}').isWellFormed()).toBe(true)
  })

  test('contains only five entities, allowed tags and no line break, for any input', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b',
        '&',
        '&nbsp;',
        '&bogus;',
        '<script>',
        '</',
        '\n',
        '"',
        "'",
        '<a href="',
        '😀',
        '<!--',
        ']]>',
        '<table>',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const html = write(pieces.join(''))
        expect(html.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
        expect(
          html.replace(/<\/?(?:p|b|strong|i|em|u|s|ul|ol|li)>|<br \/>|<a(?: href="[^"<>]*")?>|<\/a>/g, ''),
        ).not.toMatch(/[<>'"\n\r]/)
        expect(html.isWellFormed()).toBe(true)
      }),
      { numRuns: randomRuns(500) },
    )
  })

  test('has the same text as before', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => /\S/.test(text) && !/\p{Cc}|[\u2028\u2029\u0085\s\u200b\ufeff]/u.test(text))
    const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const html = `<p>${escaped(words.join(' '))}</p>`
        expect(htmlToText(write(html))).toBe(htmlToText(html))
      }),
      { numRuns: randomRuns(300) },
    )
  })
})
