import { inTransaction } from '../storage/postgres/database.ts'
import { type FeedState, finishFetch, type WebFetch } from '../storage/web/fetches.ts'
import { replaceNews } from '../storage/web/news.ts'
import type { Feed } from './documents.ts'
import { FetchFailure } from './errors.ts'
import type { FetchContext } from './fetch-page.ts'
import type { Page } from './page-metadata.ts'

/** A site without a feed is looked at again after this time (ms). */
export const WITHOUT_FEED_MS = 30 * 86_400_000

/** Reads the feed of a company's own site, if it has one, and replaces the company's news. Throws FetchFailure. */
export async function fetchNews({ db, documents, limits, now }: FetchContext, fetch: WebFetch): Promise<void> {
  if (fetch.date_requested < now() - limits.newsPeriodMs) {
    await finishFetch(db, fetch, { dateDue: null })
    return
  }
  const feedToRead = fetch.feed ?? (await findFeed(documents, fetch.url))
  if (!feedToRead) {
    await finishFetch(db, fetch, { dateDue: now() + WITHOUT_FEED_MS, dateFetched: now(), feed: null })
    return
  }
  let feed: Feed | undefined
  try {
    feed = await documents.fetchFeed(feedToRead.url, feedToRead)
  } catch (error) {
    if (!fetch.feed || !(error instanceof FetchFailure) || error.isTemporary) throw error
    // The site may have another feed by now.
    await forgetFeed(db, fetch)
    return fetchNews({ db, documents, limits, now }, { ...fetch, feed: null })
  }
  await inTransaction(db, async (tx) => {
    const dateDue = now() + limits.newsIntervalMs
    const state: FeedState = feed ? { url: feedToRead.url, ...feed.version } : feedToRead
    const isOurs = await finishFetch(tx, fetch, { dateDue, dateFetched: now(), feed: state })
    if (isOurs && feed) await replaceNews(tx, fetch, feed.items, now())
  })
}

/** Finds the feed that a site names on its first page. Some sites have only a host that begins with `www.`. */
async function findFeed(documents: FetchContext['documents'], url: string): Promise<FeedState | undefined> {
  const site = await documents.fetchPage(url).catch((error) => {
    const { host, pathname } = new URL(url)
    if (pathname !== '/' || host.startsWith('www.')) throw error
    return documents.fetchPage(`https://www.${host}/`).catch((): Page => {
      throw error
    })
  })
  const [feed] = site.feeds
  return feed === undefined ? undefined : { url: feed }
}

async function forgetFeed(db: FetchContext['db'], { tenant_id, subject_id, token }: WebFetch): Promise<void> {
  await db
    .updateTable('web_fetches')
    .set({ feed: null })
    .where('tenant_id', '=', tenant_id)
    .where('kind', '=', 'news')
    .where('subject_id', '=', subject_id)
    .where('token', '=', token)
    .execute()
}
