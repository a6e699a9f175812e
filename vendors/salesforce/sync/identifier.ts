import type { ExternalObjectWithUrl, StandardSyncResponse, SyncIdentifierRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { Org } from '../api/org.ts'
import { type RecordRef, type SearchResults, searchRecords, toVisibleRecord } from '../search/lookup.ts'
import type { SalesforceSettings } from '../settings.ts'
import { resolveSlots, type Slot, type SlotQuery } from './identifier-slots.ts'

/** Finds the records of the graph's tags. Each match repeats the hints of its slot. */
export async function syncIdentifier(
  { connectedProvider, externalIdLinkObjects: slots }: SyncIdentifierRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<ExternalObjectWithUrl>> {
  const org = new Org(connectedProvider.credential, call)
  const { queries, sources } = await resolveSlots(org, slots)
  const people = queries.flatMap((slot) => (slot.kind === 'person' ? slot.query : []))
  const organizations = queries.flatMap((slot) => (slot.kind === 'organization' ? slot.query : []))
  const results = await searchRecords(org, sources, people, organizations)
  const matches = slots.map((slot, index) => toMatches(org, slot, findRecords(results, queries[index] as SlotQuery)))
  return toPage(
    matches.flatMap(({ items }) => items),
    [...new Set([...results.warnings, ...queries.flatMap(toWarnings), ...matches.flatMap(({ warnings }) => warnings)])],
  )
}

function toWarnings(slot: SlotQuery): string[] {
  return slot.kind === 'none' ? [slot.warning] : []
}

function findRecords({ findPerson, findOrganization }: SearchResults, slot: SlotQuery): RecordRef[] {
  if (slot.kind === 'none') return []
  if (slot.kind === 'organization') return findOrganization(slot.query)
  const found = findPerson(slot.query)
  return slot.isGeneric ? found.map(toVisibleRecord) : found
}

/** Matches returned for one slot. */
const MAX_MATCHES = 5

function toMatches(
  org: Org,
  slot: Slot,
  found: readonly RecordRef[],
): { items: ExternalObjectWithUrl[]; warnings: string[] } {
  const items = found.slice(0, MAX_MATCHES).map((ref) => {
    const { object, id } = toVisibleRecord(ref)
    return { ...toSlotHints(slot), externalId: ref.id, url: org.recordUrl(object, id) }
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
