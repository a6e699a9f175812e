import type {
  ExternalObjectWithUrl,
  StandardSyncResponse,
  SyncExternalIdLinkObject,
  SyncIdentifierRequest,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { Org } from '../api/org.ts'
import { type RecordRef, searchRecords } from '../search/lookup.ts'
import { PERSON_OBJECTS, type PersonQuery } from '../search/statements.ts'
import type { SalesforceSettings } from '../settings.ts'

type Slot = SyncExternalIdLinkObject

/** Finds the records of the graph's tags. Each match repeats the hints of its slot. */
export async function syncIdentifier(
  { connectedProvider, externalIdLinkObjects: slots }: SyncIdentifierRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<ExternalObjectWithUrl>> {
  const org = new Org(connectedProvider.credential, call)
  const people = slots.filter(isPerson).map(toPersonQuery)
  const { findPerson, findOrganization, warnings } = await searchRecords(org, people, slots.filter(isOrganization))
  const matches = slots.map((slot) => {
    if (isPerson(slot)) return toMatches(org, slot, findPerson(toPersonQuery(slot)))
    if (isOrganization(slot)) return toMatches(org, slot, findOrganization(slot))
    return { items: [], warnings: [`${slot.metadataType}: such records cannot be found by the properties of a tag.`] }
  })
  return toPage(
    matches.flatMap(({ items }) => items),
    [...new Set([...warnings, ...matches.flatMap((match) => match.warnings)])],
  )
}

/** Whether a slot is about a person: decided by the object, or by the tag's type if the object is not Salesforce's. */
function isPerson({ metadataType, tagType }: Slot): boolean {
  return findPersonObjects(metadataType).length > 0 || (!isAccount(metadataType) && tagType === 'person')
}

function isOrganization(slot: Slot): boolean {
  const isTag = slot.tagType === 'organization' || slot.tagSubType === 'organization'
  return isAccount(slot.metadataType) || (isTag && !isPerson(slot))
}

function isAccount(metadataType: string): boolean {
  return metadataType.toLowerCase() === 'account'
}

function findPersonObjects(metadataType: string): string[] {
  return PERSON_OBJECTS.filter((object) => object.toLowerCase() === metadataType.toLowerCase())
}

function toPersonQuery({ email, metadataType }: Slot): PersonQuery {
  const objects = findPersonObjects(metadataType)
  return { email, objects: objects.length > 0 ? objects : PERSON_OBJECTS }
}

/** Matches returned for one slot. */
const MAX_MATCHES = 5

function toMatches(
  org: Org,
  slot: Slot,
  found: readonly RecordRef[],
): { items: ExternalObjectWithUrl[]; warnings: string[] } {
  const items = found.slice(0, MAX_MATCHES).map(({ object, id }) => {
    return { ...toSlotHints(slot), externalId: id, url: org.recordUrl(object, id) }
  })
  const label = slot.name ?? slot.email ?? slot.metadataType
  const isTruncated = found.length > items.length
  return {
    items,
    warnings: isTruncated
      ? [`${label}: ${found.length} records match; only the ${items.length} newest are included.`]
      : [],
  }
}

function toSlotHints({ metadataType, tagType, tagSubType, name, email, sourceTagId }: Slot) {
  return omitUndefined({ metadataType, tagType, tagSubType, name, email, sourceTagId })
}
