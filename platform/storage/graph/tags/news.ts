import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { isVisible, type Viewer } from '../access/visibility.ts'

/** A web page or document about a tag. */
export interface NewsRow {
  tag_id: string
  title: string
  snippet: string | null
  url: string
  /** Epoch ms. */
  date_published: number
}

export interface NewsQuery {
  /** Minimum publication date (epoch ms). */
  since: number
  /** Maximum number of items per tag. */
  limit: number
}

const MAX_SNIPPET_LENGTH = 500

/** The publication date of a block `b`, or else its associated date. */
const published = sql<number>`case when jsonb_typeof(b.detail -> 'datePublished') = 'number'
  then (b.detail ->> 'datePublished')::double precision else b.date_associated end`

/**
 * Loads web pages and documents with a URL that are linked to the tags and visible to the viewer, and the articles in the
 * feeds of companies' own sites, the newest first. A page that is in the feed too is returned once.
 */
export async function loadNews(
  db: Database,
  viewer: Viewer,
  tagIds: readonly string[],
  { since, limit }: NewsQuery,
): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select k.tag_id, n.title, n.snippet, n.url, n.date_published from unnest(${tagIds}::uuid[]) as k (tag_id)
    cross join lateral (
      with pages as (
        select b.block_id, b.title, coalesce(b.detail ->> 'url', b.uri) as url, ${published} as date_published,
          coalesce(b.detail ->> 'description', b.summary, left(b.text, ${MAX_SNIPPET_LENGTH})) as snippet
        from sharing s join blocks b on b.tenant_id = s.block_tenant_id and b.block_id = s.block_id
        where s.tenant_id = ${viewer.tenantId} and s.tag_id = k.tag_id and s.block_type in ('website', 'document')
          and not s.archived and ${isVisible(viewer)} and coalesce(b.detail ->> 'url', b.uri) is not null
          and ${published} >= ${since}
      )
      select title, snippet, url, date_published, block_id from pages
      union all
      select title, snippet, url, date_published, null from news
      where tenant_id = ${viewer.tenantId} and tag_id = k.tag_id and date_published >= ${since}
        and url not in (select url from pages)
      order by date_published desc, block_id, url limit ${limit}
    ) n`.execute(db)
  return rows
}
