import { sql } from 'kysely'
import { domainOfUrl } from '../../../src/runtime/web-address.ts'
import { cleanHtml } from '../../html/clean-html.ts'
import type { BlockKey, Mutation } from '../../storage/graph/access/mutation.ts'
import { grantOwnership } from '../../storage/graph/access/shares.ts'
import { attachBusinessObject } from '../../storage/graph/blocks/business-objects.ts'
import type { BusinessObjectRow } from '../../storage/graph/blocks/related-rows.ts'
import { toProvisionalTitle } from '../../storage/graph/blocks/websites.ts'
import { createBlock } from '../../storage/graph/blocks/writes.ts'
import { canonicalHash } from '../../storage/ingest/canonical-form.ts'
import { toIndexable, toSnippet, toWholeMs } from '../../storage/ingest/mapping/new-block.ts'
import { requestPage } from '../../storage/web/fetches.ts'
import { restoreBlock, upsertExternalBlock } from '../external-blocks.ts'
import { hashContent, uuidFromText } from '../hashes.ts'
import type { ResolvedUrl } from './resolve-url.ts'

/** Creates or updates the document block of a resolved URL and returns its id. */
export async function upsertLinkedDocument(mutation: Mutation, { object, source }: ResolvedUrl): Promise<string> {
  const { externalId, title, url, text, documentHtml, metadataType, organizedBy, dateUpdated } = object
  const block = {
    key: toIndexable(externalId) ?? hashContent(externalId),
    kind: 'document' as const,
    hash: canonicalHash(object),
    externalId,
    title,
    uri: url,
    text: toSnippet(text),
    dateAssociated: toWholeMs(dateUpdated),
    detail: { metadataType, url, organizedBy, iconUrl: object.iconUrl },
    large: documentHtml === undefined ? {} : { documentHtml: cleanHtml(documentHtml) },
    search: [text],
    people: [organizedBy],
    creator: organizedBy,
  }
  const vendorTags = (object.tags ?? []).map((tag) => tag.externalId)
  return upsertExternalBlock(mutation, source, block, vendorTags)
}

/**
 * Creates the website block of a URL that no provider knows, or restores the existing one, and returns its id. Its title is
 * derived from the URL until a worker has fetched the page.
 */
export async function upsertWebsite(mutation: Mutation, url: URL): Promise<string> {
  const { tenantId } = mutation.viewer
  const block_id = websiteId(tenantId, url)
  const block = { tenant_id: tenantId, block_id, block_type: 'website' as const }
  const detail = { url: url.href, domain: domainOfUrl(url) }
  const created = await createBlock(mutation, { ...block, title: toProvisionalTitle(url), uri: url.href, detail })
  if (created) await grantOwnership(mutation, block)
  else await restoreBlock(mutation, block)
  return block_id
}

/** Asks for the page of a URL to be fetched, for the tenant who owns the locked block that it was pasted on. */
export async function requestWebsite(mutation: Mutation, tenantId: string, url: URL): Promise<void> {
  await mutation.sendHome(tenantId)(requestPage({ tenantId, subjectId: websiteId(tenantId, url), url }, mutation.now))
}

function websiteId(tenantId: string, url: URL): string {
  return uuidFromText(`website ${tenantId} ${url.href}`)
}

/** A vendor object, or only a URL, to be attached to a block. */
export type Attachable = Pick<
  BusinessObjectRow,
  'provider' | 'application' | 'metadata_type' | 'external_id' | 'url' | 'title' | 'icon_url'
>

const UNKNOWN_OBJECT = { provider: null, application: null, external_id: null, metadata_type: null, icon_url: null }

/** Converts a URL and what it resolved to. Without a resolved object, only the URL is attached. */
export function toAttachable(url: URL, resolved: ResolvedUrl | undefined): Attachable {
  if (!resolved) return { ...UNKNOWN_OBJECT, url: url.href, title: toProvisionalTitle(url) }
  const { object, source } = resolved
  return {
    provider: source.provider,
    application: source.application,
    url: object.url,
    title: object.title,
    external_id: object.externalId,
    metadata_type: object.metadataType ?? null,
    icon_url: object.iconUrl ?? null,
  }
}

/** Attaches an object to a locked block, or updates it if it is attached already. */
export async function attachToBlock(
  mutation: Mutation,
  block: BlockKey,
  object: Attachable,
): Promise<BusinessObjectRow> {
  const { provider, external_id, metadata_type, url, title, application, icon_url } = object
  // The title that a page gave itself is better than the one that is derived from its URL.
  const isProvisional = url !== null && provider === null && title === toProvisionalTitle(new URL(url))
  await attachBusinessObject(mutation, block, { provider, external_id, metadata_type, url })
  const rows = await mutation.write(block.tenant_id)(sql<BusinessObjectRow>`
    update business_objects set title = ${isProvisional ? sql`coalesce(title, ${title})` : title}, application = coalesce(${application}, application),
      icon_url = coalesce(${icon_url}, icon_url)
    where tenant_id = ${block.tenant_id} and block_id = ${block.block_id}
      and (url = ${url} or external_id = ${external_id} and provider is not distinct from ${provider})
    returning *`)
  const [first] = rows.toSorted((a, b) => a.date_created - b.date_created)
  if (!first) throw new Error('the attached object was not found')
  return first
}
