import { sql } from 'kysely'
import type { ExternalObjectWithUrl } from '../../../src/contract/index.ts'
import { toEmail } from '../../model/people.ts'
import type { PageCommit } from '../../model/sync-store.ts'
import { requestInsight } from '../runs/requested-runs.ts'
import { canonicalize, contentHash } from './canonical-form.ts'
import { toIndexable } from './mapping/new-block.ts'
import type { PageContext, PageResult, SyncPageContext } from './page-context.ts'
import { type KeyedItem, reconcile } from './reconcile.ts'
import { linkRecords } from './record-links.ts'
import type { Saving } from './save-separately.ts'

interface NewIdentifier extends KeyedItem {
  tag: string
  metadata_type: string
  external_id: string
  url: string
}

/** Saves a page of vendor objects that represent tags: each becomes an external id link of its tag. */
export async function saveIdentifiers(page: SyncPageContext, commit: PageCommit, saving: Saving): Promise<PageResult> {
  await page.locked
  const items = commit.page.sync === 'identifier' ? canonicalize(commit.page.items) : []
  const named = items.map((item) => ({ key: item.externalId, item }))
  const { counters, warnings } = await saving(page, named, (part) =>
    saveLinks(
      page,
      part.map(({ item }) => item),
    ),
  )
  return {
    counters: { ...counters, failedCount: counters.failedCount + commit.invalid },
    warnings: [...commit.warnings, ...warnings],
  }
}

async function saveLinks(page: PageContext, items: readonly ExternalObjectWithUrl[]): Promise<PageResult> {
  const tags = await findTags(page, items)
  const isFirst = !(await hasLinks(page))
  const identifiers = items.flatMap((item) => toIdentifiers(item, tags))
  const unmatched = items.length - identifiers.length
  const decisions = reconcile(identifiers, await findStoredIdentifiers(page, identifiers))
  await upsertIdentifiers(page, [...decisions.create, ...decisions.update])
  await linkRecords(page, { externalIds: decisions.create.map(({ external_id }) => external_id) })
  if (decisions.create.length > 0) await requestInsight(page.tx, page, isFirst, page.now)
  const { counters } = decisions
  return {
    counters: { ...counters, failedCount: counters.failedCount + unmatched },
    warnings: unmatched > 0 ? [`${unmatched} identifiers match no requested tag, or their id is too long`] : [],
  }
}

/** Whether any tag has an id at the application. */
async function hasLinks({ tx, tenantId, provider, application }: PageContext): Promise<boolean> {
  const { rows } = await sql`
    select 1 from external_id_links
    where tenant_id = ${tenantId} and provider = ${provider} and application = ${application} limit 1`.execute(tx)
  return rows.length > 0
}

/** The ids of existing tags, by the tag id sent in the request and by the address of a person. */
async function findTags(page: PageContext, items: readonly ExternalObjectWithUrl[]): Promise<Map<string, string>> {
  const ids = items.flatMap(({ sourceTagId }) => (sourceTagId && UUID.test(sourceTagId) ? [sourceTagId] : []))
  const emails = items.flatMap(({ email }) => (email && toEmail(email)) || [])
  const { rows } = await sql<{ tag_id: string; email: string | null }>`
    select tag_id, case when tag_type = 'person' then email end as email from tags
    where tenant_id = ${page.tenantId}
      and (tag_id = any(${ids}::uuid[]) or tag_type = 'person' and email = any(${emails}::text[]))`.execute(page.tx)
  return new Map(rows.flatMap(({ tag_id, email }) => [tag_id, ...(email ? [email] : [])].map((name) => [name, tag_id])))
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Providers return the tag id of the request. Where one does not, the address of a person identifies the tag. */
function toIdentifiers(item: ExternalObjectWithUrl, tags: ReadonlyMap<string, string>): NewIdentifier[] {
  const { sourceTagId, email = '', metadataType, externalId, url } = item
  const tag = tags.get(sourceTagId?.toLowerCase() ?? toEmail(email) ?? '')
  if (tag === undefined || toIndexable(externalId) === undefined) return []
  const key = JSON.stringify([tag, metadataType, externalId])
  const hash = contentHash(url)
  return [{ key, kind: 'link', hash, tag, metadata_type: metadataType, external_id: externalId, url }]
}

async function findStoredIdentifiers(page: PageContext, identifiers: readonly NewIdentifier[]) {
  const { rows } = await sql<{ tag_id: string; metadata_type: string; external_id: string; url: string }>`
    select tag_id, metadata_type, external_id, url from external_id_links
    where tenant_id = ${page.tenantId} and provider = ${page.provider} and application = ${page.application}
      and tag_id = any(${identifiers.map(({ tag }) => tag)}::uuid[])`.execute(page.tx)
  return new Map(
    rows.map(({ tag_id, metadata_type, external_id, url }) => [
      JSON.stringify([tag_id, metadata_type, external_id]),
      { kind: 'link', hash: contentHash(url) },
    ]),
  )
}

async function upsertIdentifiers(page: PageContext, identifiers: readonly NewIdentifier[]): Promise<void> {
  if (identifiers.length === 0) return
  await sql`
    insert into external_id_links (tenant_id, link_id, tag_id, provider, application, metadata_type, external_id, url,
      date_created, date_updated)
    select ${page.tenantId}, gen_random_uuid(), i.tag, ${page.provider}, ${page.application}, i.metadata_type,
      i.external_id, i.url, ${page.now}, ${page.now}
    from jsonb_to_recordset(${JSON.stringify(identifiers)}::jsonb)
      as i (tag uuid, metadata_type text, external_id text, url text)
    on conflict (tenant_id, tag_id, provider, application, metadata_type, external_id)
    do update set url = excluded.url, date_updated = excluded.date_updated`.execute(page.tx)
  const tags = new Set(identifiers.map(({ tag }) => tag))
  page.changes.push(...[...tags].map((id) => ({ event_type: 'UPDATED', subject: 'tag', subject_id: id }) as const))
}
