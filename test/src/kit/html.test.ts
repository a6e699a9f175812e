import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { dropInlineImages, htmlToText, truncateText } from '../../../src/kit/html.ts'
import { escapeHtml } from '../../../src/runtime/escape-html.ts'

describe('escaped text', () => {
  test('has no special characters and renders as the same text', () => {
    const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = escapeHtml(text)
        expect(escaped).not.toMatch(/[<>"']|&(?!(lt|gt|quot|#39|amp);)/)
        expect(escaped.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] as string)).toBe(text)
      }),
    )
  })
})

describe('the text of a document', () => {
  test.each([
    ['<p>One</p><p>Two</p>', ['One', 'Two']],
    ['One<br>Two', ['One', 'Two']],
    ['<h1>Title</h1>Text', ['Title', 'Text']],
    ['<ul><li>One</li><li>Two</li></ul>', ['* One', '* Two']],
    ['<a href="https://x.example/track?id=1">Read</a> on', ['Read on']],
    ['<img src="x" alt="logo">Text', ['Text']],
    ['<style>p { color: red }</style><script>alert(1)</script>Text', ['Text']],
    ['a &amp; b &lt; c', ['a & b < c']],
    ['', ['']],
  ])('of %j has the lines %j', (html, lines) => {
    expect(htmlToText(html).split(/\s*\n\s*/)).toEqual(lines)
  })

  test('is extracted from documents made to be slow or deep', () => {
    const hostile = ['<div>'.repeat(50_000), '<'.repeat(50_000), `<table>${'<tr><td>'.repeat(2_000)}`]
    const begun = performance.now()
    for (const html of hostile) expect(typeof htmlToText(html)).toBe('string')
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})

describe('images inside a document', () => {
  test('are removed, and nothing else', () => {
    const html = `<p>a</p><img src="data:image/png;base64,${'A'.repeat(10_000)}"><p>b</p>`
    expect(dropInlineImages(html)).toBe('<p>a</p><img src="data:,"><p>b</p>')
  })
  test('are kept if they are only linked', () => {
    const html = '<img src="https://x.example/logo.png">'
    expect(dropInlineImages(html)).toBe(html)
  })
})

describe('a long text', () => {
  test('is truncated to its limit, with a note about the rest', () => {
    expect(truncateText('abcdef', 4)).toBe('abcd\n[… 2 more characters were left out]')
    expect(truncateText('abcd', 4)).toBe('abcd')
  })
  test('is never truncated inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(50), (text, maxLength) => {
        expect(truncateText(text, maxLength + 1).isWellFormed()).toBe(text.isWellFormed())
      }),
    )
  })
})
