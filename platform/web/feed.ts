import { parseFeed as parse } from 'feedsmith'
import { convert } from 'html-to-text'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { isObject } from '../model/parse.ts'
import { toLine, toPageUrl, toPublicationDate } from './text.ts'

/** An article of a feed. */
export interface FeedItem {
  title: string
  url: string
  snippet?: string
  /** Epoch ms. */
  datePublished: number
}

/** Items that are read of a feed, from its beginning. */
const MAX_ITEMS = 50
const MAX_TITLE_LENGTH = 300
const MAX_SNIPPET_LENGTH = 500
/** Some feeds contain whole articles; a snippet needs their beginning only. */
const MAX_HTML_LENGTH = 10_000

/** Reads RSS, Atom, RDF or a JSON feed. Items without a title, an address or a date are left out. Throws if it is no feed. */
export function readFeed(text: string, url: URL, now: number): FeedItem[] {
  const { format, feed } = parse(text, { maxItems: MAX_ITEMS })
  const items = ('entries' in feed ? feed.entries : 'items' in feed ? feed.items : undefined) ?? []
  return items.slice(0, MAX_ITEMS).flatMap((item) => toFeedItem(item as Item, format === 'json', url, now) ?? [])
}

/** What the formats call the members of an item. Texts of Atom are objects with a `value`. */
type Item = Readonly<Record<string, unknown>>

function toFeedItem(item: Item, isJson: boolean, base: URL, now: number): FeedItem | undefined {
  const title = toLine(toText(item.title), MAX_TITLE_LENGTH)
  const url = toPageUrl(linkOf(item), base)
  const datePublished = toPublicationDate(dateOf(item), now)
  if (title === undefined || url === undefined || datePublished === undefined) return undefined
  const summary = item.summary ?? item.description ?? item.content_text ?? item.content ?? item.content_html
  const snippet = toLine(isJson && item.content_text ? textOf(item.content_text) : toText(summary), MAX_SNIPPET_LENGTH)
  return omitUndefined({ title, url, datePublished, snippet })
}

function linkOf({ link, url, links, guid, id }: Item): string | undefined {
  const list = Array.isArray(links) ? links.filter(isObject) : []
  const alternate = list.find(({ rel }) => rel === undefined || rel === 'alternate') ?? list[0]
  const permanent = [textOf(guid), textOf(id)].find((text) => text !== undefined && /^https?:/i.test(text))
  return textOf(link) ?? textOf(url) ?? textOf(alternate?.href) ?? permanent
}

function dateOf({ pubDate, published, updated, date_published, date_modified, dc }: Item): string | undefined {
  const { date, dates } = (isObject(dc) ? dc : {}) as { date?: unknown; dates?: unknown[] }
  const candidates = [pubDate, published, updated, date_published, date_modified, date, dates?.[0]]
  return candidates.map((candidate) => textOf(candidate)).find((text) => text !== undefined)
}

function textOf(value: unknown): string | undefined {
  const text = isObject(value) ? value.value : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/** The plain text of a title or summary, which may be HTML. */
function toText(value: unknown): string | undefined {
  const html = textOf(value)?.slice(0, MAX_HTML_LENGTH)
  if (html === undefined || !/[<&]/.test(html)) return html
  const skip = { format: 'skip' }
  return convert(html, {
    wordwrap: false,
    limits: { maxDepth: 50 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', ...skip },
    ],
  })
}
