import { Parser } from 'htmlparser2'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { WebsiteDescription } from '../storage/graph/blocks/websites.ts'
import { type LinkedData, readLinkedData } from './linked-data.ts'
import { toLine, toPageUrl, toPublicationDate } from './text.ts'

export interface Page {
  /** URLs are absolute. */
  metadata: WebsiteDescription
  /** URLs of its feeds, in the order of the page. */
  feeds: string[]
}

interface Elements {
  title: string
  language: string | undefined
  base: string | undefined
  /** The first content of each `meta` element, by its name, property or itemprop in lower case. */
  meta: Map<string, string>
  links: { rel: string; type: string; title: string; href: string }[]
  /** The texts of the scripts with linked data. */
  scripts: string[]
}

const MAX_SCRIPTS = 10
const MAX_DEPTH = 500
const CHUNK_LENGTH = 16_384
const MAX_LINKS = 500

const TITLES = ['og:title', 'twitter:title', 'dc.title', 'dcterms.title']
const DESCRIPTIONS = ['og:description', 'description', 'twitter:description', 'dc.description']
const IMAGES = ['og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src']
const AUTHORS = ['author', 'article:author', 'dc.creator', 'parsely-author']
const DATES = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dcterms.date',
  'pubdate',
]
const FEED_TYPES = /^application\/(rss\+xml|atom\+xml|feed\+json|json)$/

/** Reads the metadata of an HTML document: Open Graph, Twitter cards, Dublin Core, linked data and HTML's own elements. */
export function readPage(html: string, url: URL, now: number): Page {
  const elements = readElements(html)
  const { meta, links } = elements
  const base = URL.parse(elements.base ?? '', url.href) ?? url
  const data = readLinkedData(elements.scripts)
  const first = (names: readonly string[]) => names.map((name) => meta.get(name)).find((content) => content?.trim())
  const icon =
    links.find(({ rel }) => /(^| )icon( |$)/.test(rel)) ?? links.find(({ rel }) => rel === 'apple-touch-icon')
  const metadata: WebsiteDescription = omitUndefined({
    title: toLine(first(TITLES), 300) ?? toLine(elements.title, 300) ?? toLine(data.headline, 300),
    description: toLine(first(DESCRIPTIONS) ?? data.description, 1_000),
    siteName: toLine(first(['og:site_name', 'application-name']), 200),
    favicon: toPageUrl(icon?.href, base),
    imageUrl: toPageUrl(first(IMAGES) ?? data.image, base),
    author: toAuthor(first(AUTHORS), data),
    datePublished: toPublicationDate(first(DATES), now) ?? toPublicationDate(data.datePublished, now),
    language: toLine(elements.language ?? first(['og:locale', 'content-language']), 35),
  })
  const feeds = links.filter(isFeed).flatMap(({ href }) => toPageUrl(href, base) ?? [])
  return { metadata, feeds }
}

/** Some sites name the author by the URL of a profile, which is not a name. */
function toAuthor(name: string | undefined, data: LinkedData): string | undefined {
  return toLine(name !== undefined && !/^https?:/i.test(name.trim()) ? name : data.author, 200)
}

/** Feeds of comments are about something else than the site. */
function isFeed({ rel, type, title, href }: Elements['links'][number]): boolean {
  return /(^| )alternate( |$)/.test(rel) && FEED_TYPES.test(type) && !/comments?\b/i.test(`${title} ${href}`)
}

function readElements(html: string): Elements {
  const elements: Elements = {
    title: '',
    language: undefined,
    base: undefined,
    meta: new Map(),
    links: [],
    scripts: [],
  }
  let text: 'title' | 'data' | undefined
  let hasTitle = false
  let depth = 0
  let depthOfSvg = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1
      if (name === 'svg') depthOfSvg += 1
      else if (name === 'html') elements.language ??= attributes.lang
      else if (name === 'base') elements.base ??= attributes.href
      else if (name === 'meta') addMeta(elements, attributes)
      else if (name === 'link' && elements.links.length < MAX_LINKS) elements.links.push(toLink(attributes))
      else if (name === 'title' && !hasTitle && depthOfSvg === 0) text = 'title'
      else if (name === 'script' && /^application\/ld\+json/i.test(attributes.type ?? '')) {
        if (elements.scripts.length < MAX_SCRIPTS) {
          elements.scripts.push('')
          text = 'data'
        }
      }
    },
    ontext: (part) => {
      if (text === 'title') elements.title += part
      else if (text === 'data') elements.scripts.push((elements.scripts.pop() ?? '') + part)
    },
    onclosetag: (name) => {
      depth -= 1
      if (name === 'svg') depthOfSvg -= 1
      if (name === 'title') hasTitle ||= text === 'title'
      text = undefined
    },
  })
  // The parser takes quadratic time for nested elements, so the rest of a document that nests them too deeply is not read.
  for (let start = 0; start < html.length && depth <= MAX_DEPTH; start += CHUNK_LENGTH) {
    parser.write(html.slice(start, start + CHUNK_LENGTH))
  }
  return elements
}

function addMeta({ meta }: Elements, { property, name, itemprop, 'http-equiv': header, content }: Attributes): void {
  const key = (property ?? name ?? itemprop ?? header)?.trim().toLowerCase()
  if (key && content?.trim() && !meta.has(key)) meta.set(key, content)
}

type Attributes = Readonly<Record<string, string>>

function toLink({ rel = '', type = '', title = '', href = '' }: Attributes): Elements['links'][number] {
  return { rel: rel.trim().toLowerCase(), type: type.trim().toLowerCase(), title, href }
}
