import { describe, expect, test } from '@jest/globals'
import { isQuoteClass, toPicture, toSafeHref, toSafeStyle } from '../../../../console/src/pages/blocks/frame/allowed.ts'
import { toLinkTarget } from '../../../../console/src/pages/blocks/frame/link-target.ts'
import {
  hasOwnColors,
  NIGHT,
  PAPER,
  sheetFor,
  toFrameDocument,
} from '../../../../console/src/pages/blocks/frame/sheet.ts'

describe('the frame of HTML from outside', () => {
  test('follows links to pages, addresses and numbers only', () => {
    expect(toSafeHref('https://example.com/a?b=1')).toBe('https://example.com/a?b=1')
    expect(toSafeHref('//example.com')).toBe('https://example.com/')
    expect(toSafeHref('mailto:bo@customer.example')).toBe('mailto:bo@customer.example')
    for (const href of [
      'javascript:hit()',
      ' java\tscript:hit()',
      'data:text/html,x',
      '/logout',
      '#top',
      '',
      'blob:x',
      'ftp://x/',
    ]) {
      expect([href, toSafeHref(href)]).toEqual([href, undefined])
    }
  })

  test('tells pictures within the text from those of other hosts', () => {
    expect(toPicture('https://news.example/a.png')).toEqual({ kind: 'remote', url: 'https://news.example/a.png' })
    expect(toPicture('data:image/png;base64,iVBORw0KGgo=')).toEqual({
      kind: 'inline',
      url: 'data:image/png;base64,iVBORw0KGgo=',
    })
    for (const source of [
      'cid:part1@acme.example',
      'data:image/svg+xml,<svg onload=hit()>',
      '/here',
      'mailto:x@y.example',
      '',
    ]) {
      expect([source, toPicture(source)]).toEqual([source, undefined])
    }
  })

  test('drops declarations that load, cover or depend on the height of the frame', () => {
    expect(toSafeStyle('color: red; padding:3px')).toBe('color: red; padding:3px')
    expect(toSafeStyle('color:red;background:url(http://evil.example/x)')).toBe('color:red')
    expect(toSafeStyle('background:\\75rl(x);margin:0')).toBe('margin:0')
    expect(toSafeStyle('position:fixed;width:100vw;height:100vh;top:0')).toBe('width:100vw;top:0')
  })

  test('recognizes the quotes of mail programs', () => {
    expect(isQuoteClass('mail_quote mail_quote_container')).toBe(true)
    expect(isQuoteClass('moz-quoted')).toBe(true)
    expect(isQuoteClass('quote')).toBe(false)
    expect(isQuoteClass('mail_attr')).toBe(false)
  })

  test('shows texts with colours of their own on paper, and others in the colours of the console', () => {
    expect(hasOwnColors('<td bgcolor="#fff">x')).toBe(true)
    expect(hasOwnColors('<p style="margin:0;background-color:#fff">x')).toBe(true)
    expect(hasOwnColors('<font face="x" color="red">x')).toBe(true)
    expect(hasOwnColors('<p style="margin:0">the color: red</p>')).toBe(false)
    expect(sheetFor('<p>x</p>', 'dark')).toBe(NIGHT)
    expect(sheetFor('<p style="color:#000">x</p>', 'dark')).toBe(PAPER)
    expect(sheetFor('<p>x</p>', 'light')).toBe(PAPER)
  })

  test('allows pictures of other hosts only on request, and nothing else ever', () => {
    const held = toFrameDocument('<p>x</p>', { sheet: PAPER, showPictures: false })
    expect(held).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"`,
    )
    expect(toFrameDocument('', { sheet: PAPER, showPictures: true })).toContain('img-src data: https: http:;')
    expect(held.indexOf('Content-Security-Policy')).toBeLessThan(held.indexOf('<style>'))
  })
})

describe('the target of a link', () => {
  test('is its host, then the rest', () => {
    expect(toLinkTarget('https://example.com/a?b=1#c', 'Read more')).toEqual({ host: 'example.com', rest: '/a?b=1#c' })
    expect(toLinkTarget('https://example.com/', 'x')).toEqual({ host: 'example.com', rest: '' })
    expect(toLinkTarget('mailto:bo@customer.example', 'Bo')).toEqual({ host: 'mailto', rest: 'bo@customer.example' })
    expect(toLinkTarget('nothing', 'x')).toBeUndefined()
  })

  test('warns of a text that names another host', () => {
    expect(toLinkTarget('https://evil.example/login', 'https://bank.example/login')?.claimedHost).toBe('bank.example')
    expect(toLinkTarget('https://bank.example.evil.example/', 'bank.example')?.claimedHost).toBe('bank.example')
    expect(toLinkTarget('https://evil.example/?u=bank.example', 'www.bank.example')?.claimedHost).toBe(
      'www.bank.example',
    )
  })

  test('does not warn of the same site, file names, addresses and words', () => {
    for (const text of [
      'www.example.com',
      'example.com/path',
      'docs.example.com',
      'offer.pdf',
      'bo@customer.example',
      'Click here',
      'e.g. this',
    ]) {
      expect([text, toLinkTarget('https://docs.example.com/x', text)?.claimedHost]).toEqual([text, undefined])
    }
  })

  test('is shortened, since addresses are long', () => {
    expect(toLinkTarget(`https://example.com/${'a'.repeat(5_000)}`, '')?.rest).toHaveLength(121)
  })
})
