import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../postgres/database.ts'
import type { FeedState, WebFetchTable } from '../postgres/tables/web.ts'

export type { FeedState } from '../postgres/tables/web.ts'

/** A fetch that a worker has claimed, as it was before the claim except for `token` and `attempt_count`. */
export type WebFetch = Selectable<WebFetchTable>

/** What of a claim is needed to save its result. */
export type WebClaim = Pick<WebFetch, 'tenant_id' | 'kind' | 'subject_id' | 'token'>

/**
 * The statement that requests a fetch of the page of a URL. One that has been fetched before is fetched again only after a day.
 * `subjectId` is the id of the website block of the URL, whether there is one or not.
 */
export function requestPage(
  { tenantId, subjectId, url }: { tenantId: string; subjectId: string; url: URL },
  now: number,
): RawBuilder<unknown> {
  return sql`
    insert into web_fetches as f (tenant_id, kind, subject_id, url, host, date_requested, date_due)
    values (${tenantId}, 'page', ${subjectId}, ${url.href}, ${url.host}, ${now}, ${now})
    on conflict (tenant_id, kind, subject_id) do update set date_requested = excluded.date_requested, attempt_count = 0,
      date_due = case when coalesce(f.lease_until, 0) > ${now} then f.date_due else excluded.date_due end
    where coalesce(f.date_fetched, 0) < ${now - PAGE_MAX_AGE_MS}`
}

const PAGE_MAX_AGE_MS = 86_400_000

export interface ClaimOptions {
  /** The maximum number of fetches. */
  limit: number
  /** Epoch ms. */
  now: number
  leaseMs: number
  /** Fetches that have been claimed so often without a result have killed their workers. They are given up. */
  maxAttempts: number
  /** How long it takes until news that were given up are fetched again (ms). */
  newsRetryMs: number
}

/**
 * Claims fetches that are due: one of each host, and none of a host that is being requested. Each claim counts as an attempt.
 * Workers that claim at the same time skip the rows that another one has locked. `busyHosts`: hosts that are being requested
 * for other buckets.
 */
export async function claimFetches(
  db: Database,
  { limit, now, leaseMs, maxAttempts, newsRetryMs }: ClaimOptions,
  busyHosts?: readonly string[],
): Promise<WebFetch[]> {
  const isFree = busyHosts ? sql`and f.host <> all(${busyHosts}::text[])` : sql``
  const { rows } = await sql<WebFetch>`
    with lethal as (
      select tenant_id, kind, subject_id from web_fetches
      where date_due <= ${now} and attempt_count >= ${maxAttempts} for update skip locked
    ),
    given_up as (
      update web_fetches f set lease_until = null, attempt_count = 0, error = ${LETHAL},
        date_due = case f.kind when 'news' then ${now + newsRetryMs}::bigint end
      from lethal l where f.tenant_id = l.tenant_id and f.kind = l.kind and f.subject_id = l.subject_id
    ),
    oldest as (
      select f.tenant_id, f.kind, f.subject_id, f.host, f.date_due from web_fetches f
      where f.date_due <= ${now} and f.attempt_count < ${maxAttempts} and not exists (
        select from web_fetches o where o.host = f.host and o.lease_until > ${now}
      ) ${isFree}
      order by f.date_due limit ${limit * CANDIDATES_PER_CLAIM}
    ),
    due as (
      select f.tenant_id, f.kind, f.subject_id
      from (select distinct on (host) * from oldest order by host, date_due) o
      join web_fetches f on f.tenant_id = o.tenant_id and f.kind = o.kind and f.subject_id = o.subject_id
      where f.date_due <= ${now} and f.attempt_count < ${maxAttempts}
      order by f.date_due limit ${limit} for update of f skip locked
    )
    update web_fetches f set token = token + 1, attempt_count = attempt_count + 1,
      lease_until = ${now + leaseMs}, date_due = ${now + leaseMs}
    from due where f.tenant_id = due.tenant_id and f.kind = due.kind and f.subject_id = due.subject_id
    returning f.*`.execute(db)
  return rows
}

const LETHAL = 'its workers ended while they fetched it'
/** So many fetches of one host may be due before those of other hosts. */
const CANDIDATES_PER_CLAIM = 20

/** How a fetch ended. */
export interface FetchResult {
  /** When to fetch again (epoch ms); null: never. */
  dateDue: number | null
  /** The fetch succeeded at this time (epoch ms). */
  dateFetched?: number
  error?: string
  /** The attempts are counted anew, as after a success. */
  isGivenUp?: boolean
  feed?: FeedState | null
}

/** Saves how a claimed fetch ended and releases it. Returns false if another worker has claimed it since. */
export async function finishFetch(
  db: Database | Tx,
  { tenant_id, kind, subject_id, token }: WebClaim,
  { dateDue, dateFetched, error, isGivenUp = false, feed }: FetchResult,
): Promise<boolean> {
  const { rows } = await sql`
    update web_fetches set date_due = ${dateDue}, lease_until = null, error = ${error ?? null},
      date_fetched = coalesce(${dateFetched ?? null}, date_fetched),
      feed = ${feed === undefined ? sql`feed` : sql`${feed && JSON.stringify(feed)}::jsonb`},
      attempt_count = case when ${isGivenUp || dateFetched !== undefined} then 0 else attempt_count end
    where tenant_id = ${tenant_id} and kind = ${kind} and subject_id = ${subject_id} and token = ${token}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Releases a fetch that was interrupted because its worker stops; it does not count as an attempt. */
export async function releaseFetch(
  db: Database,
  { tenant_id, kind, subject_id, token }: WebClaim,
  now: number,
): Promise<void> {
  await sql`
    update web_fetches set date_due = ${now}, lease_until = null, attempt_count = attempt_count - 1
    where tenant_id = ${tenant_id} and kind = ${kind} and subject_id = ${subject_id} and token = ${token}`.execute(db)
}

/** Finds the tenant as whom the result of a fetch is saved. */
export async function findViewer(db: Database, tenantId: string): Promise<{ tenantId: string; tagId: string }> {
  return db
    .selectFrom('tenants')
    .select(['tenant_id as tenantId', 'tag_id as tagId'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
}
