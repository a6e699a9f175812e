import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../postgres/database.ts'

/** An article to store. Dates are epoch ms. */
export interface NewsItem {
  url: string
  title: string
  snippet?: string
  datePublished: number
}

/** Replaces the news of a company's tag. */
export async function replaceNews(
  tx: Tx,
  { tenant_id, subject_id }: { tenant_id: string; subject_id: string },
  items: readonly NewsItem[],
  now: number,
): Promise<void> {
  const column = (name: keyof NewsItem) => items.map((item) => item[name])
  await sql`delete from news where tenant_id = ${tenant_id} and tag_id = ${subject_id}`.execute(tx)
  await sql`
    insert into news (tenant_id, tag_id, url, title, snippet, date_published, date_created)
    select ${tenant_id}::uuid, t.tag_id, i.url, i.title, i.snippet, i."datePublished", ${now}::bigint
    from tags t, unnest(${column('url')}::text[], ${column('title')}::text[], ${column('snippet')}::text[],
      ${column('datePublished')}::bigint[]) as i (url, title, snippet, "datePublished")
    where t.tenant_id = ${tenant_id} and t.tag_id = ${subject_id}
    on conflict (tenant_id, tag_id, url) do nothing`.execute(tx)
}

/** A request within this time of the last one changes nothing (ms). */
const REQUEST_INTERVAL_MS = 3_600_000

/** Requests the news of companies among the tags: those with a website or a domain of their own. */
export async function requestNews(
  db: Database,
  tenantId: string,
  tagIds: readonly string[],
  now: number,
): Promise<void> {
  if (tagIds.length > 0)
    await insertNewsFetches(db, sql`t.tenant_id = ${tenantId} and t.tag_id = any(${tagIds}::uuid[])`, now)
}

/** Requests the news of the companies that people have marked as favorites or put into folders. */
export async function requestNewsOfFavorites(db: Database, now: number): Promise<void> {
  await insertNewsFetches(db, sql`t.favorite`, now)
  const inFolder = sql`(t.tenant_id, t.tag_id) in (select tenant_id, tag_id from folder_tags)`
  await insertNewsFetches(db, inFolder, now)
}

async function insertNewsFetches(db: Database, condition: RawBuilder<unknown>, now: number): Promise<void> {
  await sql`
    insert into web_fetches as w (tenant_id, kind, subject_id, url, host, date_requested, date_due)
    select t.tenant_id, 'news', t.tag_id, s.url, lower(substring(s.url from '^https?://([^/?#]+)')), ${now}::bigint, ${now}::bigint
    from tags t cross join lateral (
      select case when t.url ~ '^https?://[^/?#@[:space:]]+' then t.url else 'https://' || t.email_domain || '/' end as url
    ) s
    where ${condition} and t.tag_type = 'topic' and t.tag_sub_type = 'organization' and not t.archived
      and s.url is not null and length(s.url) <= ${MAX_URL_LENGTH}
    on conflict (tenant_id, kind, subject_id) do update set date_requested = excluded.date_requested,
      date_due = case when w.url = excluded.url then coalesce(w.date_due, excluded.date_due) else excluded.date_due end,
      feed = case when w.url = excluded.url then w.feed end, url = excluded.url, host = excluded.host,
      attempt_count = case when w.url = excluded.url then w.attempt_count else 0 end,
      -- Whoever is fetching the former address must not save what it finds.
      token = case when w.url = excluded.url then w.token else w.token + 1 end,
      lease_until = case when w.url = excluded.url then w.lease_until end
    where w.date_requested < ${now - REQUEST_INTERVAL_MS} or w.url <> excluded.url`.execute(db)
}

const MAX_URL_LENGTH = 2_000
