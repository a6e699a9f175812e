import type { Database } from '../postgres/database.ts'

/** Counts the active connections with a key whose certificate ends before a time (epoch ms), or has ended. */
export async function countCertificatesEndingBefore(db: Database, date: number): Promise<number> {
  const { count } = await db
    .selectFrom('connections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
    .where('date_certificate_end', '<', date)
    .executeTakeFirstOrThrow()
  return count
}
