import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { organizationDomain } from '../../model/people.ts'
import { FREE_MAIL_DOMAINS } from '../free-mail-domains.ts'
import type { Database } from '../postgres/database.ts'

/**
 * So many tenants of a domain are kept in one bucket. Those of a larger organization are distributed over all buckets, or a
 * cluster would be of no use to it.
 */
const MAX_OF_DOMAIN = 5_000

/**
 * The name of the bucket for a new tenant: where most of the tenants of their organization are, because they share with each
 * other more than with others. Everybody else is distributed by their address.
 */
export async function chooseBucket(directory: Database, names: readonly string[], email: string): Promise<string> {
  const address = email.trim().toLowerCase()
  const domain = organizationDomain(address, FREE_MAIL_DOMAINS)
  if (domain === undefined) return distribute(names, address)
  const { rows } = await sql<{ bucket: string; count: number }>`
    select bucket, count(*)::int as count from (
      select bucket from tenants where split_part(email, '@', 2) = ${domain} and bucket is not null limit ${MAX_OF_DOMAIN}
    ) t
    group by bucket order by count desc, bucket`.execute(directory)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  if (total >= MAX_OF_DOMAIN) return distribute(names, address)
  return rows[0]?.bucket ?? distribute(names, domain)
}

/** Rendezvous hashing: with a further bucket, only the keys that it gets change theirs. */
function distribute(names: readonly string[], key: string): string {
  const scores = names.map((name) => ({ name, score: createHash('sha256').update(`${name} ${key}`).digest('hex') }))
  const [best] = scores.sort((a, b) => (a.score < b.score ? 1 : -1))
  if (!best) throw new Error('the cluster has no buckets')
  return best.name
}
