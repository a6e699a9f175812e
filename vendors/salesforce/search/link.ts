import type { BusinessObject, LinkRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { ProviderError } from '../../../src/kit/errors.ts'
import type { ObjectType } from '../api/describe.ts'
import { isOrgHost } from '../api/instance.ts'
import { Org } from '../api/org.ts'
import type { Row } from '../api/pages.ts'
import { fetchRecords } from '../api/records.ts'
import { toSummaryFields, toTitle } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'
import { matchRecordUrl, type RecordUrl } from './record-url.ts'

/** The record behind a pasted address. */
export async function resolveLink(
  { connectedProvider, url }: LinkRequest,
  call: Call<SalesforceSettings>,
): Promise<BusinessObject> {
  const org = new Org(connectedProvider.credential, call)
  const { id, object } = requireRecord(org, url)
  const name = object ?? (await org.findObject(id))?.name
  if (!name) throw notFound('Salesforce has no record of this kind, or hides it from this user.')
  return org.withType(name, async (type) => {
    const row = (await fetchRecords(org.client, type, toSummaryFields(type), [id])).get(id)
    if (!row) throw notFound('Salesforce has no such record, or hides it from this user.')
    return toBusinessObject(org, type, id, row)
  })
}

/** Nothing is asked about an address that cannot be of this org. */
function requireRecord({ instance, call }: Org, url: string): RecordUrl {
  const found = matchRecordUrl(url)
  if (!found) throw notFound('This is not the address of a Salesforce record.')
  if (isOrgHost(found.host, instance, call.settings)) return found
  throw notFound('This is not an address of the Salesforce org that is connected.')
}

function notFound(detail: string): ProviderError {
  return new ProviderError(404, 'not-found', detail)
}

function toBusinessObject(org: Org, type: ObjectType, id: string, row: Row): BusinessObject {
  const dateUpdated = Date.parse(String(row.LastModifiedDate))
  return {
    blockType: 'document',
    provider: org.call.provider,
    application: org.call.application,
    externalId: id,
    url: org.recordUrl(type.name, id),
    title: toTitle(type, row),
    metadataType: type.name,
    ...(Number.isNaN(dateUpdated) ? {} : { dateUpdated }),
  }
}
