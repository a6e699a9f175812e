import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { Mutation } from '../access/mutation.ts'

/** An open recommendation that the platform has made. */
export interface OpenRecommendation {
  recommendation_id: string
  recommendation_type: string
  subject: string
  display_title: string
  display_description: string | null
}

/** Lists the open recommendations that the platform has made for the tenant. */
export async function listAutomatic({ tx, viewer }: Mutation): Promise<OpenRecommendation[]> {
  const { rows } = await sql<OpenRecommendation>`
    select recommendation_id, recommendation_type, subject, display_title, display_description from recommendations
    where tenant_id = ${viewer.tenantId} and state = 'open' and automatic and subject is not null`.execute(tx)
  return rows
}

/** Returns those of the subjects about which the tenant has accepted or dismissed a recommendation. */
export async function findSettled({ tx, viewer }: Mutation, subjects: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from recommendations
    where tenant_id = ${viewer.tenantId} and state in ('accepted', 'dismissed') and subject = any(${subjects})`.execute(
    tx,
  )
  return new Set(rows.map(({ subject }) => subject))
}

/** Returns those of the series of meetings of which the tenant has dismissed a recommendation. */
export async function findDismissedSeries({ tx, viewer }: Mutation, series: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ series: string }>`
    select distinct detail ->> 'series' as series from recommendations
    where tenant_id = ${viewer.tenantId} and state = 'dismissed' and recommendation_type = 'meeting_prep'
      and detail ->> 'series' = any(${series})`.execute(tx)
  return new Set(rows.map(({ series }) => series))
}

/** Resolves recommendations whose reason is gone. */
export async function resolveRecommendations(
  mutation: Mutation,
  recommendations: readonly Pick<OpenRecommendation, 'recommendation_id' | 'recommendation_type'>[],
): Promise<void> {
  const { tx, viewer, now } = mutation
  const ids = recommendations.map(({ recommendation_id }) => recommendation_id)
  const { rows } = await sql<{ recommendation_id: string }>`
    update recommendations set state = 'resolved', date_updated = ${now}
    where tenant_id = ${viewer.tenantId} and recommendation_id = any(${ids}::uuid[]) and state = 'open'
    returning recommendation_id`.execute(tx)
  const types = new Map(recommendations.map((row) => [row.recommendation_id, row.recommendation_type]))
  for (const { recommendation_id: subject_id } of rows) {
    mutation.recordTenantChange({
      event_type: 'ARCHIVED',
      subject: 'recommendation',
      subject_id,
      subject_type: types.get(subject_id) ?? '',
    })
  }
}

/** A tenant for whom recommendations are due. */
export interface DueTenant {
  tenantId: string
  tagId: string
  email: string
}

/** Claims tenants for whom recommendations are due; they are due again after the interval, whatever happens. */
export async function claimDueTenants(
  db: Database,
  limit: number,
  now: number,
  intervalMs: number,
): Promise<DueTenant[]> {
  const { rows } = await sql<DueTenant>`
    update feeds f set date_recommendations_due = ${now + intervalMs}
    from tenants t
    where t.tenant_id = f.tenant_id and f.tenant_id in (
      select tenant_id from feeds where date_recommendations_due <= ${now}
      order by date_recommendations_due limit ${limit} for update skip locked
    )
    returning t.tenant_id as "tenantId", t.tag_id as "tagId", t.email`.execute(db)
  return rows
}
