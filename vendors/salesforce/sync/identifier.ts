import type {
  ExternalObjectWithUrl,
  StandardSyncResponse,
  SyncExternalIdLinkObject,
  SyncIdentifierRequest,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { Org } from '../api/org.ts'
import { type RecordRef, searchRecords } from '../search/lookup.ts'
import { PERSON_OBJECTS, type PersonQuery } from '../search/statements.ts'
import type { SalesforceSettings } from '../settings.ts'

type Slot = SyncExternalIdLinkObject

/** Which records the tags of the graph are; the hints of a slot come back with each answer to it. */
export async function syncIdentifier(
  { connectedProvider, externalIdLinkObjects: slots }: SyncIdentifierRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<ExternalObjectWithUrl>> {
  const org = new Org(connectedProvider.credential, call)
  const people = slots.filter(isPerson).map(toPersonQuery)
  const { findPerson, findOrganization, warnings } = await searchRecords(org, people, slots.filter(isOrganization))
  const answers = slots.map((slot) => {
    if (isPerson(slot)) return toMatches(org, slot, findPerson(toPersonQuery(slot)))
    if (isOrganization(slot)) return toMatches(org, slot, findOrganization(slot))
    return { items: [], warnings: [`${slot.metadataType}: there is no way to find such a record by what a tag says.`] }
  })
  return toPage(
    answers.flatMap(({ items }) => items),
    [...new Set([...warnings, ...answers.flatMap((answer) => answer.warnings)])],
  )
}

/** The kind of object decides; where it is a word of the graph's own, the kind of tag does. */
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
  const named = findPersonObjects(metadataType)
  return { email, objects: named.length > 0 ? named : PERSON_OBJECTS }
}

/** Answers to one slot; more than these would be a guess. */
const MAX_MATCHES = 5

function toMatches(
  org: Org,
  slot: Slot,
  found: readonly RecordRef[],
): { items: ExternalObjectWithUrl[]; warnings: string[] } {
  const items = found.slice(0, MAX_MATCHES).map(({ object, id }) => {
    return { ...toSlotHints(slot), externalId: id, url: org.recordUrl(object, id) }
  })
  const left = found.length - items.length
  const who = slot.name ?? slot.email ?? slot.metadataType
  return {
    items,
    warnings: left > 0 ? [`${who}: ${found.length} records fit, the ${items.length} newest are here.`] : [],
  }
}

function toSlotHints({ metadataType, tagType, tagSubType, name, email, sourceTagId }: Slot) {
  return {
    metadataType,
    tagType,
    ...(tagSubType === undefined ? {} : { tagSubType }),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(sourceTagId === undefined ? {} : { sourceTagId }),
  }
}
