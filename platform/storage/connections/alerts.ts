import { sql } from 'kysely'
import type { ConnectionKey, Fence, Health, RunError, SyncState } from '../../model/sync.ts'
import { appendChanges, type Change } from '../changes.ts'
import type { Tx } from '../postgres/database.ts'

/**
 * What a person should know or do about a connection, as recommendations. There is one open notice of each subject, so
 * an episode is told once however many runs it lasts, and it goes away by itself when all is well again.
 */
interface Notice {
  type: 'sync_paused' | 'reconnect_required' | 'scope_required'
  subject: string
  title: string
  description: string
  detail: Record<string, unknown>
}

/** From well to worst. */
const LADDER: readonly Health[] = ['healthy', 'degraded', 'failing', 'paused']
const SERIOUS: ReadonlySet<Health> = new Set(['failing', 'paused'])

interface Source {
  provider: string
  application: string
}

/** A sync that gets seriously worse is told; one that has left the serious states takes its notice back. */
export async function noticeHealth(
  tx: Tx,
  { tenantId, connectionId, sync }: Fence,
  before: Health,
  { provider, application, error, next }: Source & { error?: RunError; next: SyncState },
  now: number,
): Promise<void> {
  const subject = `sync ${connectionId} ${sync}`
  if (!SERIOUS.has(next.health)) return SERIOUS.has(before) ? resolve(tx, tenantId, subject, now) : undefined
  if (LADDER.indexOf(next.health) <= LADDER.indexOf(before)) return
  const notice: Notice = {
    type: 'sync_paused',
    subject,
    title: `${sync} of ${application} is ${next.health}`,
    description: error?.detail ?? 'It has not succeeded for a while.',
    detail: {
      ...{ connectionId, provider, application, sync, health: next.health, lastError: error },
      failedCount: next.failureCount,
      datePaused: next.datePaused,
    },
  }
  await tell(tx, tenantId, notice, now)
}

export async function noticeReconnect(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { provider, application, reason }: Source & { reason: string },
  now: number,
): Promise<void> {
  const title = `${application} needs you to sign in again`
  const detail = { connectionId, provider, application, reason }
  const subject = `reconnect ${connectionId}`
  await tell(tx, tenantId, { type: 'reconnect_required', subject, title, description: reason, detail }, now)
}

/** Without a message nothing is missing any more. */
export async function noticeScope(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { provider, application, message }: Source & { message: string | undefined },
  now: number,
): Promise<void> {
  const subject = `scope ${connectionId}`
  if (message === undefined) return resolve(tx, tenantId, subject, now)
  const title = `${application} needs another permission`
  const detail = { connectionId, provider, application, reason: message }
  await tell(tx, tenantId, { type: 'scope_required', subject, title, description: message, detail }, now)
}

/** Takes back all that was said about a connection: someone has signed in again, or has disconnected it. */
export async function resolveNotices(tx: Tx, { tenantId, connectionId }: ConnectionKey, now: number): Promise<void> {
  await resolveWhere(tx, tenantId, sql`detail ->> 'connectionId' = ${connectionId}`, now)
}

async function resolve(tx: Tx, tenantId: string, subject: string, now: number): Promise<void> {
  await resolveWhere(tx, tenantId, sql`subject = ${subject}`, now)
}

/** What is told of a recommendation that has been written. */
interface Told {
  recommendation_id: string
  recommendation_type: string
  date_created: number
}

async function tell(tx: Tx, tenantId: string, notice: Notice, now: number): Promise<void> {
  const { rows } = await sql<Told>`
    insert into recommendations (tenant_id, recommendation_id, recommendation_type, state, subject, display_title,
      display_description, navigation, detail, date_created, date_updated)
    values (${tenantId}, gen_random_uuid(), ${notice.type}, 'open', ${notice.subject}, ${notice.title},
      ${notice.description}, '{"route": "connections"}', ${JSON.stringify(notice.detail)}::jsonb, ${now}, ${now})
    on conflict (tenant_id, subject) where state = 'open' and subject is not null
    do update set display_title = excluded.display_title, display_description = excluded.display_description,
      detail = excluded.detail, date_updated = excluded.date_updated
    returning recommendation_id, recommendation_type, date_created`.execute(tx)
  await append(tx, tenantId, rows, now, ({ date_created }) => (date_created === now ? 'CREATED' : 'UPDATED'))
}

async function resolveWhere(tx: Tx, tenantId: string, condition: ReturnType<typeof sql>, now: number): Promise<void> {
  const { rows } = await sql<Told>`
    update recommendations set state = 'resolved', date_updated = ${now}
    where tenant_id = ${tenantId} and state = 'open' and ${condition}
    returning recommendation_id, recommendation_type, date_created`.execute(tx)
  await append(tx, tenantId, rows, now, () => 'ARCHIVED')
}

async function append(
  tx: Tx,
  tenantId: string,
  rows: readonly Told[],
  now: number,
  eventOf: (told: Told) => Change['event_type'],
): Promise<void> {
  const changes = rows.map((row) => ({
    ...{ event_type: eventOf(row), subject: 'recommendation' as const },
    ...{ subject_id: row.recommendation_id, subject_type: row.recommendation_type },
  }))
  await appendChanges(tx, tenantId, changes, now)
}
