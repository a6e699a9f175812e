import { describe, expect, test } from '@jest/globals'
import { readFeed } from '../../../platform/web/feed.ts'
import { decodeXml } from '../../../platform/web/text.ts'

const NOW = Date.UTC(2026, 10, 23)
const URL_OF_FEED = new URL('https://www.kestrel.com/feed')
const read = (text: string) => readFeed(text, URL_OF_FEED, NOW)
const ITEM = {
  title: 'Kestrel & Halden',
  url: 'https://www.kestrel.com/1',
  snippet: 'A new aircraft.',
  datePublished: Date.UTC(2026, 10, 2, 10),
}

describe('a feed', () => {
  test.each([
    [
      'RSS',
      `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item>
        <title>Kestrel &amp;amp; Halden</title><link>https://www.kestrel.com/1</link>
        <pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate><description><![CDATA[<p>A <b>new</b> aircraft.</p>]]></description>
      </item><item><title>Without a date</title><link>https://www.kestrel.com/2</link></item>
      <item><link>https://www.kestrel.com/3</link><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>`,
    ],
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>x</id><updated>2026-11-02T10:00:00Z</updated><entry>
        <title type="html">Kestrel &amp;amp; Halden</title><id>urn:1</id><link rel="self" href="/self"/><link href="/1"/>
        <updated>2026-11-02T10:00:00Z</updated><summary>A new aircraft.</summary></entry></feed>`,
    ],
    [
      'RDF',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>News</title><link>https://www.kestrel.com</link>
        </channel><item rdf:about="https://www.kestrel.com/1"><title>Kestrel &amp; Halden</title>
        <link>https://www.kestrel.com/1</link><description>A new aircraft.</description><dc:date>2026-11-02T10:00:00Z</dc:date></item></rdf:RDF>`,
    ],
    [
      'JSON',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'News',
        items: [
          {
            id: '1',
            url: '/1',
            title: 'Kestrel & Halden',
            content_text: 'A new aircraft.',
            date_published: '2026-11-02T10:00:00Z',
          },
          { id: '2', url: 'javascript:alert(1)', title: 'Evil', date_published: '2026-11-02T10:00:00Z' },
        ],
      }),
    ],
  ])('in %s is read; items without title, address or date are left out', (_, text) => {
    expect(read(text)).toEqual([ITEM])
  })

  test.each(['', '<html><title>x</title></html>', '{}', '[1]', '<rss', 'null', '<rss version="2.0"><channel>'])(
    'is not %j',
    (text) => expect(() => read(text)).toThrow(),
  )

  test('whose entities would expand to gigabytes is refused or read without them', () => {
    const entities = Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`)
    const title =
      '<item><title>&e12;</title><link>https://www.kestrel.com/1</link><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate></item>'
    const bomb = `<!DOCTYPE rss [<!ENTITY e0 "ha">${entities.join('')}]><rss version="2.0"><channel>${title}</channel></rss>`
    const items = (() => {
      try {
        return read(bomb)
      } catch {
        return []
      }
    })()
    expect(JSON.stringify(items).length).toBeLessThan(10_000)
  })

  test('is decoded as its XML declaration says', () => {
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>'
    expect(decodeXml({ bytes: Buffer.from(xml, 'latin1'), charset: undefined })).toContain('é')
    expect(decodeXml({ bytes: Buffer.from('<a>é</a>'), charset: undefined })).toContain('é')
  })
})
