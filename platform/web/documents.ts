import type { WebClient, WebResponse } from './client.ts'
import { FetchFailure } from './errors.ts'
import { type FeedItem, readFeed } from './feed.ts'
import type { HostPacing } from './pacing.ts'
import { type Page, readPage } from './page-metadata.ts'
import type { Robots } from './robots.ts'
import { decodeHtml, decodeXml } from './text.ts'

const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])
const FEED_TYPES: ReadonlySet<string> = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
  'application/json',
  'application/xml',
  'text/xml',
])

export interface DocumentsDeps {
  client: Pick<WebClient, 'get'>
  robots: Robots
  pacing: HostPacing
  /** Epoch ms. */
  now: () => number
}

/** What a server needs to tell that a feed has not changed. */
export interface FeedVersion {
  etag?: string
  lastModified?: string
}

export interface Feed {
  items: FeedItem[]
  version: FeedVersion
}

/** Fetches pages and feeds as a polite robot does: as robots.txt allows, and not too often from one host. */
export class Documents {
  readonly #deps: DocumentsDeps

  constructor(deps: DocumentsDeps) {
    this.#deps = deps
  }

  /** Throws FetchFailure. */
  async fetchPage(url: string): Promise<Page> {
    const response = await this.#get(url, PAGE_TYPES)
    return readPage(decodeHtml(response), response.url, this.#deps.now())
  }

  /** Returns undefined if the feed is the same as in the version. Throws FetchFailure. */
  async fetchFeed(url: string, { etag, lastModified }: FeedVersion): Promise<Feed | undefined> {
    const headers = {
      ...(etag && { 'if-none-match': etag }),
      ...(lastModified && { 'if-modified-since': lastModified }),
    }
    const response = await this.#get(url, FEED_TYPES, headers)
    if (response.isUnchanged) return undefined
    if (response.isTruncated) throw new FetchFailure('the feed is too long', { isTemporary: false })
    try {
      const items = readFeed(decodeXml(response), response.url, this.#deps.now())
      return { items, version: toVersion(response) }
    } catch (cause) {
      throw new FetchFailure('it is not a feed', { isTemporary: false, cause })
    }
  }

  #get(url: string, mediaTypes: ReadonlySet<string>, headers: Record<string, string> = {}): Promise<WebResponse> {
    const { client, robots, pacing } = this.#deps
    const beforeRequest = async (target: URL) => {
      await robots.requireAllowed(target)
      await pacing.wait(target.host, robots.delayOf(target.origin))
    }
    return client.get({ url, mediaTypes, headers, beforeRequest })
  }
}

const MAX_VERSION_LENGTH = 200

function toVersion({ headers }: WebResponse): FeedVersion {
  const { etag, 'last-modified': lastModified } = headers
  const fits = (text: string | undefined) => text !== undefined && text.length <= MAX_VERSION_LENGTH
  return {
    ...(fits(etag) && { etag: etag as string }),
    ...(fits(lastModified) && { lastModified: lastModified as string }),
  }
}
