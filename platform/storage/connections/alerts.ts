import { sql } from 'kysely'
import type { ConnectMethod } from '../../../src/contract/index.ts'
import type { ConnectionKey, Fence, Health, RunError, SyncState } from '../../model/sync.ts'
import { appendChanges, type Change } from '../changes.ts'
import type { Tx } from '../postgres/database.ts'
import { toStorableJson, toStorableText } from '../text-normalization.ts'

/**
 * A recommendation that tells a person what to know or do about a connection. There is at most one open alert per
 * subject, so a problem is reported once however many runs it lasts, and is resolved when it is over.
 */
interface Alert {
  type: 'sync_paused' | 'reconnect_required' | 'scope_required'
  subject: string
  title: string
  description: string
  detail: Record<string, unknown>
}

/** From best to worst. */
const HEALTH_ORDER: readonly Health[] = ['healthy', 'degraded', 'failing', 'paused']
const ALERTING_HEALTH: ReadonlySet<Health> = new Set(['failing', 'paused'])

interface AlertSource {
  provider: string
  application: string
}

/** Raises an alert when the health of a sync falls to a serious state, and resolves it when the sync leaves these. */
export async function updateHealthAlert(
  tx: Tx,
  { tenantId, connectionId, sync }: Fence,
  previousHealth: Health,
  { provider, application, error, next }: AlertSource & { error?: RunError; next: SyncState },
  now: number,
): Promise<void> {
  const subject = `sync ${connectionId} ${sync}`
  if (!ALERTING_HEALTH.has(next.health))
    return ALERTING_HEALTH.has(previousHealth) ? resolveAlert(tx, tenantId, subject, now) : undefined
  if (HEALTH_ORDER.indexOf(next.health) <= HEALTH_ORDER.indexOf(previousHealth)) return
  const alert: Alert = {
    type: 'sync_paused',
    subject,
    title: `${sync} of ${application} is ${next.health}`,
    description: error?.detail ?? 'It has not succeeded for a while.',
    detail: {
      connectionId,
      provider,
      application,
      sync,
      health: next.health,
      lastError: error,
      failedCount: next.failureCount,
      datePaused: next.datePaused,
    },
  }
  await raiseAlert(tx, tenantId, alert, now)
}

export async function raiseReconnectAlert(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { provider, application, reason }: AlertSource & { reason: string },
  now: number,
): Promise<void> {
  const title = `${application} needs you to sign in again`
  const detail = { connectionId, provider, application, reason }
  const subject = `reconnect ${connectionId}`
  await raiseAlert(tx, tenantId, { type: 'reconnect_required', subject, title, description: reason, detail }, now)
}

/** Reminds the user to connect again before the connection, or the certificate of its key, ends. Connecting again resolves it. */
export async function raiseEndAlert(
  tx: Tx,
  key: ConnectionKey,
  {
    dateConnectionEnd,
    connectMethod,
    ...source
  }: AlertSource & { dateConnectionEnd: number; connectMethod: ConnectMethod },
  now: number,
): Promise<void> {
  const day = new Date(dateConnectionEnd).toISOString().slice(0, 10)
  const reason =
    connectMethod === 'key'
      ? `The certificate of this connection ends on ${day}. Connect again with a new one before.`
      : `This connection ends on ${day}. Sign in again before.`
  await raiseReconnectAlert(tx, key, { ...source, reason }, now)
}

/** Raises the alert with `message`, or resolves it if there is none. */
export async function updateScopeAlert(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { provider, application, message }: AlertSource & { message: string | undefined },
  now: number,
): Promise<void> {
  const subject = `scope ${connectionId}`
  if (message === undefined) return resolveAlert(tx, tenantId, subject, now)
  const title = `${application} needs another permission`
  const detail = { connectionId, provider, application, reason: message }
  await raiseAlert(tx, tenantId, { type: 'scope_required', subject, title, description: message, detail }, now)
}

/** Resolves all alerts of a connection, because the user has signed in again or disconnected it. */
export async function resolveConnectionAlerts(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  now: number,
): Promise<void> {
  await resolveAlertsWhere(tx, tenantId, sql`detail ->> 'connectionId' = ${connectionId}`, now)
}

async function resolveAlert(tx: Tx, tenantId: string, subject: string, now: number): Promise<void> {
  await resolveAlertsWhere(tx, tenantId, sql`subject = ${subject}`, now)
}

/** The columns of an alert for the change feed. */
interface AlertRow {
  recommendation_id: string
  recommendation_type: string
  date_created: number
}

async function raiseAlert(tx: Tx, tenantId: string, alert: Alert, now: number): Promise<void> {
  const { rows } = await sql<AlertRow>`
    insert into recommendations (tenant_id, recommendation_id, recommendation_type, state, subject, display_title,
      display_description, navigation, detail, date_created, date_updated)
    values (${tenantId}, gen_random_uuid(), ${alert.type}, 'open', ${alert.subject}, ${toStorableText(alert.title)},
      ${toStorableText(alert.description)}, '{"route": "connections"}', ${toStorableJson(alert.detail)}::jsonb, ${now}, ${now})
    on conflict (tenant_id, subject) where state = 'open' and subject is not null
    do update set display_title = excluded.display_title, display_description = excluded.display_description,
      detail = excluded.detail, date_updated = excluded.date_updated
    returning recommendation_id, recommendation_type, date_created`.execute(tx)
  await appendAlertChanges(tx, tenantId, rows, now, ({ date_created }) =>
    date_created === now ? 'CREATED' : 'UPDATED',
  )
}

async function resolveAlertsWhere(
  tx: Tx,
  tenantId: string,
  condition: ReturnType<typeof sql>,
  now: number,
): Promise<void> {
  const { rows } = await sql<AlertRow>`
    update recommendations set state = 'resolved', date_updated = ${now}
    where tenant_id = ${tenantId} and state = 'open' and ${condition}
    returning recommendation_id, recommendation_type, date_created`.execute(tx)
  await appendAlertChanges(tx, tenantId, rows, now, () => 'ARCHIVED')
}

async function appendAlertChanges(
  tx: Tx,
  tenantId: string,
  rows: readonly AlertRow[],
  now: number,
  eventTypeOf: (alert: AlertRow) => Change['event_type'],
): Promise<void> {
  const changes = rows.map((row) => ({
    event_type: eventTypeOf(row),
    subject: 'recommendation' as const,
    subject_id: row.recommendation_id,
    subject_type: row.recommendation_type,
  }))
  await appendChanges(tx, tenantId, changes, now)
}
