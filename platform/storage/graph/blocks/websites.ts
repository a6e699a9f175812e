import { sql } from 'kysely'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import type { BlockType } from '../../postgres/tables/blocks.ts'
import { existingMarkers, searchVector } from '../../search-vector.ts'
import type { Mutation } from '../access/mutation.ts'

/** What a page says about itself: the members of a website block's detail, and its title. Dates are epoch ms. */
export interface WebsiteDescription {
  title?: string
  description?: string
  siteName?: string
  favicon?: string
  imageUrl?: string
  author?: string
  datePublished?: number
  language?: string
}

const MAX_TITLE_LENGTH = 200

/** The title of a website until its page has been fetched. */
export function toProvisionalTitle({ host, pathname }: URL): string {
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, MAX_TITLE_LENGTH).toWellFormed()
}

/** Whether a tenant still has the website block, or an attached object with the URL. */
export async function isPageUsed({ tx, viewer }: Mutation, blockId: string, url: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from blocks
    where tenant_id = ${viewer.tenantId} and block_id = ${blockId} and block_type = 'website' and not archived
    union all
    select 1 from business_objects o join blocks b on b.tenant_id = o.tenant_id and b.block_id = o.block_id
    where o.tenant_id = ${viewer.tenantId} and ${hasUrl(url)} and not b.archived
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether object `o` was attached by a URL, which may have been written without the slash of an empty path. */
function hasUrl(href: string) {
  const urls = [...new Set([href, href.replace(/\/$/, '')])]
  return sql<boolean>`md5(o.url) = any(array(select md5(u) from unnest(${urls}::text[]) as u)) and o.url = any(${urls})`
}

/**
 * Saves what a page says in the website block of its URL and in the objects that were attached by the URL. Titles that
 * people have changed stay as they are.
 */
export async function describeWebsite(
  mutation: Mutation,
  blockId: string,
  url: URL,
  { title, ...detail }: WebsiteDescription,
): Promise<void> {
  const provisionalTitle = toProvisionalTitle(url)
  await describeBlock(mutation, blockId, { title, provisionalTitle, detail })
  const { tx, viewer } = mutation
  const { rows } = await sql<{ block_id: string; block_type: BlockType }>`
    update business_objects o set icon_url = coalesce(o.icon_url, ${detail.favicon ?? null}),
      title = case when o.title is null or o.title = ${provisionalTitle} then coalesce(${title ?? null}, o.title)
        else o.title end
    from blocks b
    where o.tenant_id = ${viewer.tenantId} and ${hasUrl(url.href)}
      and o.provider is null and o.external_id is null
      and b.tenant_id = o.tenant_id and b.block_id = o.block_id
    returning b.block_id, b.block_type`.execute(tx)
  for (const block of rows) mutation.recordChange({ tenant_id: viewer.tenantId, ...block })
}

interface BlockDescription {
  title: string | undefined
  provisionalTitle: string
  detail: Omit<WebsiteDescription, 'title'>
}

async function describeBlock(
  mutation: Mutation,
  block_id: string,
  { title, provisionalTitle, detail }: BlockDescription,
): Promise<void> {
  const { tx, viewer, now } = mutation
  const { tenantId: tenant_id } = viewer
  const { rows } = await sql<{ title: string }>`
    select title from blocks where tenant_id = ${tenant_id} and block_id = ${block_id} and block_type = 'website'
    for update`.execute(tx)
  const [stored] = rows
  if (!stored) return
  const newTitle = stored.title === provisionalTitle ? (title ?? stored.title) : stored.title
  const texts = [detail.description, detail.siteName, detail.author]
  await tx
    .updateTable('blocks')
    .set({
      title: newTitle,
      detail: sql<string>`detail || ${JSON.stringify(detail)}::jsonb`,
      ...omitUndefined({ text: detail.description }),
      tsv: sql<string>`${searchVector(tenant_id, { title: newTitle, texts })} || ${existingMarkers}`,
      date_updated: now,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenant_id)
    .where('block_id', '=', block_id)
    .execute()
  mutation.recordChange({ tenant_id, block_id, block_type: 'website' })
}
