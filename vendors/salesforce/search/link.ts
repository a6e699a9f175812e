import type { BusinessObject, LinkRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { ProviderError } from '../../../src/kit/errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { isOrgHost } from '../api/instance.ts'
import type { ObjectType } from '../api/object-type.ts'
import { Org } from '../api/org.ts'
import type { Row } from '../api/pages.ts'
import { fetchRecords } from '../api/records.ts'
import { toSummaryFields, toTitle } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'
import { matchRecordUrl, type RecordUrl } from './record-url.ts'

/** Returns the record of a URL that a user has pasted. */
export async function resolveLink(
  { connectedProvider, url }: LinkRequest,
  call: Call<SalesforceSettings>,
): Promise<BusinessObject> {
  const org = new Org(connectedProvider.credential, call)
  const { id, object } = requireRecord(org, url)
  const name = object ?? (await org.findObject(id))?.name
  if (!name) throw notFound('Salesforce has no such object, or hides it from this user.')
  return org.withType(name, async (type) => {
    const row = (await fetchRecords(org.client, type, toSummaryFields(type), [id])).get(id)
    if (!row) throw notFound('Salesforce has no such record, or hides it from this user.')
    return toBusinessObject(org, type, id, row)
  })
}

/** Throws a ProviderError (404), before any request, for a URL that is not one of this org's records. */
function requireRecord({ instance, call }: Org, url: string): RecordUrl {
  const recordUrl = matchRecordUrl(url)
  if (!recordUrl) throw notFound('This is not the URL of a Salesforce record.')
  if (isOrgHost(recordUrl.host, instance, call.settings)) return recordUrl
  throw notFound('This URL does not belong to the connected Salesforce org.')
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
    ...omitUndefined({ dateUpdated: Number.isNaN(dateUpdated) ? undefined : dateUpdated }),
  }
}
