import type { BusinessObject, LinkRequest } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { ValidationError } from '../../../../src/kit/errors.ts'
import { toPerson } from '../../../../src/kit/people.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { toWebUrl } from '../account.ts'
import { fetchJson } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'

/** A document of Beacon's API. */
export interface BeaconDocument {
  id: string
  title: string
  html: string
  author: { name: string; address: string }
  /** ISO 8601. */
  changedAt: string
}

/** Reads the document behind a pasted address of Beacon's UI: `https://meridian.beacon.example/documents/d1`. */
export async function openLink(
  { connectedProvider: { credential }, url }: LinkRequest,
  call: Call<BeaconSettings>,
): Promise<BusinessObject> {
  const path = `/v1/documents/${encodeURIComponent(readDocumentId(url))}`
  const { id, title, html, author, changedAt } = await fetchJson<BeaconDocument>(path, {}, credential, call)
  const { provider, application } = call
  return {
    blockType: 'document',
    provider,
    application,
    externalId: id,
    url: toWebUrl(credential, 'documents', id),
    title,
    documentHtml: html,
    ...omitUndefined({ organizedBy: toPerson(author.address, author.name) }),
    dateUpdated: Date.parse(changedAt),
  }
}

/** Throws ValidationError for the address of another site or of anything but a document. */
function readDocumentId(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const id = url && /^\/documents\/([\w-]+)\/?$/.exec(url.pathname)?.[1]
  if (id && url.protocol === 'https:' && url.hostname.endsWith('.beacon.example')) return id
  throw ValidationError.at('#/url', 'must be the address of a document of Beacon.')
}
