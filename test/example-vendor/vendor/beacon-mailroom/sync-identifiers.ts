import type {
  ExternalObjectWithUrl,
  StandardSyncResponse,
  SyncExternalIdLinkObject,
  SyncIdentifierRequest,
} from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { toPage } from '../../../../src/kit/pages.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { toWebUrl } from '../account.ts'
import type { BeaconSettings } from '../settings.ts'
import { type Condition, search } from './search.ts'

const MAX_FOUND = 10

/** Finds the contacts of people by their addresses. Each result repeats the members of its slot. */
export async function syncIdentifiers(
  { connectedProvider: { credential }, externalIdLinkObjects }: SyncIdentifierRequest,
  call: Call<BeaconSettings>,
): Promise<StandardSyncResponse<ExternalObjectWithUrl>> {
  const found: ExternalObjectWithUrl[] = []
  for (const slot of externalIdLinkObjects) {
    const condition = toCondition(slot)
    if (!condition) continue
    const { items } = await search({ type: 'Contact', where: [condition], limit: MAX_FOUND }, credential, call)
    const { emailDomain: _domain, url: _url, ...repeated } = slot
    for (const { id, type } of items) {
      found.push(omitUndefined({ ...repeated, externalId: id, url: toWebUrl(credential, 'records', type, id) }))
    }
  }
  return toPage(found)
}

/** Undefined for what Beacon has no contacts of. */
function toCondition({ metadataType, email }: SyncExternalIdLinkObject): Condition | undefined {
  return metadataType === 'Contact' && email ? { field: 'Email', is: 'equal', value: email } : undefined
}
