import { sql } from 'kysely'
import type { Bucket } from '../buckets.ts'
import type { EachBucket } from '../each-bucket.ts'
import type { Database } from '../postgres/database.ts'
import { type ClaimOptions, claimFetches, releaseFetch, type WebFetch } from './fetches.ts'

/** A fetch and the bucket that it is claimed in. */
export interface BucketFetch {
  bucket: Bucket
  fetch: WebFetch
}

interface HostState {
  isDue: boolean
  /** The hosts that are being requested. */
  hosts: string[]
}

/**
 * Claims fetches that are due in all buckets: one of each host, and none of a host that is being requested, as far as can be
 * seen: what is being requested for a bucket that is away is not known. Rejects only if no bucket can be queried.
 */
export async function claimFetchesInEach(each: EachBucket, options: ClaimOptions): Promise<BucketFetch[]> {
  const { limit, now } = options
  const [only] = each.all()
  if (only && each.isSingle) {
    return (await claimFetches(only.db, options)).map((fetch) => ({ bucket: only, fetch }))
  }
  const { results, failures } = await each.query(each.present(), ({ db }) => readHosts(db, now))
  if (failures[0] && results.length === 0) throw failures[0].error
  const busyHosts = new Set(results.flatMap(({ value }) => value.hosts))
  const due = shuffle(results.filter(({ value }) => value.isDue).map(({ bucket }) => bucket))
  const claimed: BucketFetch[] = []
  // One after the other, so that no two claims are of the same host.
  for (const [index, bucket] of due.entries()) {
    const share = Math.ceil((limit - claimed.length) / (due.length - index))
    if (share <= 0) break
    const claim = ({ db }: Bucket) => claimFetches(db, { ...options, limit: share }, [...busyHosts])
    const onLate = ({ value }: { value: WebFetch[] }) =>
      releaseAll(
        value.map((fetch) => ({ bucket, fetch })),
        now,
      )
    for (const { value } of (await each.query([bucket], claim, { onLate })).results) {
      for (const fetch of value) busyHosts.add(fetch.host)
      claimed.push(...value.map((fetch) => ({ bucket, fetch })))
    }
  }
  return releaseContested(each, claimed, now)
}

/**
 * Two processes may claim the same host in different buckets at the same time. Each looks after its claims what the other has,
 * so at least one of them sees it and releases its own, which is due again at once.
 */
async function releaseContested(
  each: EachBucket,
  claimed: readonly BucketFetch[],
  now: number,
): Promise<BucketFetch[]> {
  if (claimed.length === 0) return []
  const { results } = await each.query(each.present(), ({ db }) => readHosts(db, now))
  const isContested = ({ bucket, fetch }: BucketFetch) =>
    results.some((other) => other.bucket !== bucket && other.value.hosts.includes(fetch.host))
  const contested = new Set(claimed.filter(isContested))
  await releaseAll([...contested], now)
  return claimed.filter((fetch) => !contested.has(fetch))
}

/** What cannot be released is due again when its lease expires. */
async function releaseAll(fetches: readonly BucketFetch[], now: number): Promise<void> {
  await Promise.all(fetches.map(({ bucket, fetch }) => releaseFetch(bucket.db, fetch, now).catch(() => undefined)))
}

async function readHosts(db: Database, now: number): Promise<HostState> {
  const { rows } = await sql<HostState>`
    select exists (select from web_fetches where date_due <= ${now}) as "isDue",
      array(select distinct host from web_fetches where lease_until > ${now}) as hosts`.execute(db)
  return rows[0] ?? { isDue: false, hosts: [] }
}

/** No bucket is always the first. */
function shuffle(buckets: readonly Bucket[]): Bucket[] {
  const keyed = buckets.map((bucket) => ({ bucket, key: Math.random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ bucket }) => bucket)
}
