import { describe, expect, test } from '@jest/globals'
import { readPage } from '../../../platform/web/page-metadata.ts'
import { decodeHtml } from '../../../platform/web/text.ts'

const NOW = Date.UTC(2026, 10, 23)
const URL_OF_PAGE = new URL('https://www.kestrel.com/news/launch?x=1')
const read = (html: string) => readPage(html, URL_OF_PAGE, NOW)
const metadataOf = (html: string) => read(html).metadata

describe('the metadata of a page', () => {
  test('is what it says by Open Graph', () => {
    const html = `<!doctype html><html lang="en-GB"><head><title>Launch | Kestrel</title>
      <meta property="og:title" content="Kestrel launches &amp; flies">
      <meta property="og:description" content="The first
        flight.">
      <meta property="og:site_name" content="Kestrel"><meta property="og:image" content="/img/a.png">
      <meta name="author" content="Maya Lind"><meta property="article:published_time" content="2026-11-02T09:30:00+01:00">
      <link rel="shortcut icon" href="//cdn.kestrel.com/icon.ico">
      <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed">
      <link rel="alternate" type="application/rss+xml" title="News" href="/feed.xml"></head></html>`
    expect(read(html)).toEqual({
      metadata: {
        title: 'Kestrel launches & flies',
        description: 'The first flight.',
        siteName: 'Kestrel',
        imageUrl: 'https://www.kestrel.com/img/a.png',
        favicon: 'https://cdn.kestrel.com/icon.ico',
        author: 'Maya Lind',
        datePublished: Date.UTC(2026, 10, 2, 8, 30),
        language: 'en-GB',
      },
      feeds: ['https://www.kestrel.com/feed.xml'],
    })
  })

  test('is what HTML and linked data say otherwise', () => {
    const data = {
      '@graph': [{ '@type': 'WebSite' }, { headline: 'H', datePublished: '2026-10-01', author: [{ name: 'Lars' }] }],
    }
    const html = `<title>A <b>b</title><base href="https://cdn.kestrel.com/x/"><meta name="Description" content="About it">
      <link rel="apple-touch-icon" href="icon.png"><svg><title>Logo</title></svg>
      <script type="application/ld+json">{ broken</script>
      <script type="application/ld+json">${JSON.stringify(data)}</script>`
    expect(metadataOf(html)).toEqual({
      title: 'A <b>b',
      description: 'About it',
      favicon: 'https://cdn.kestrel.com/x/icon.png',
      author: 'Lars',
      datePublished: Date.UTC(2026, 9, 1),
    })
  })

  test.each([
    ['', {}],
    ['no HTML at all', {}],
    ['<title></title><title>Second</title>', {}],
    ['<svg><title>Logo</title></svg><title>Page</title>', { title: 'Page' }],
    ['<meta property="og:title" content="   "><title>Page</title>', { title: 'Page' }],
    ['<meta property="og:image" content="javascript:alert(1)"><link rel="icon" href="data:image/png,x">', {}],
    ['<meta name="date" content="soon"><meta property="og:title" content="a\u0000b\u202ec">', { title: 'a b c' }],
    ['<meta property="article:published_time" content="2999-01-01">', {}],
    ['<meta property="article:published_time" content="-5">', {}],
    ['<meta name="author" content="https://facebook.com/kestrel">', {}],
    [`<title>${'x'.repeat(400)}</title>`, { title: `${'x'.repeat(299)}…` }],
    [`<title>${'👍'.repeat(200)}</title>`, { title: expect.stringMatching(/^(👍)+\ufffd?…$/u) }],
    ['<script type="application/ld+json">[{"headline":7,"image":{"url":{}}},null,"x"]</script>', {}],
  ])('of %j is %j', (html, expected) => {
    expect(metadataOf(html)).toEqual(expected)
  })

  test.each([
    '<div>',
    '<title>',
    '<meta name="x" content="',
    '<svg>',
    '<script type="application/ld+json">',
    '<!--',
    '&amp',
    '<a b=',
  ])('of a megabyte of %s is read in time', (piece) => {
    const html = `<meta property="og:title" content="A">${piece.repeat(1_000_000 / piece.length)}`
    expect(metadataOf(html).title).toBe('A')
  })
})

describe('the text of a page', () => {
  const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
  test.each([
    ['UTF-8 by default of the header', bytes('<title>é</title>'), 'utf-8', 'é'],
    ['what the header says', bytes('<title>\xe9</title>', 'latin1'), 'ISO-8859-1', 'é'],
    [
      'what a meta element says',
      bytes('<meta charset="windows-1251"><title>\xcf\xf0</title>', 'latin1'),
      undefined,
      'Пр',
    ],
    [
      'Shift_JIS by http-equiv',
      bytes('<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><title>\x93\xfa</title>', 'latin1'),
      undefined,
      '日',
    ],
    [
      'a byte order mark, whatever the header says',
      Buffer.from('feff003c007400690074006c0065003e00e9', 'hex'),
      'latin1',
      'é',
    ],
    ['windows-1252 if nothing is said', bytes('<title>\x80</title>', 'latin1'), undefined, '€'],
    [
      'the default if the header names no encoding that exists',
      bytes('<title>\x80</title>', 'latin1'),
      'nonsense',
      '€',
    ],
  ])('is decoded by %s', (_, body, charset, title) => {
    expect(metadataOf(decodeHtml({ bytes: body, charset }))).toMatchObject({ title })
  })
})
