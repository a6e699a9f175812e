import type { SyncExternalIdLinkObject } from '../../../src/contract/index.ts'
import type { Org } from '../api/org.ts'
import { findSource, PERSON_OBJECTS, type SearchSource } from '../search/sources.ts'
import type { OrganizationQuery, PersonQuery } from '../search/statements.ts'

export type Slot = SyncExternalIdLinkObject

/** What a slot asks for, or the sentence that says why it cannot be answered. */
export type SlotQuery =
  | {
      kind: 'person'
      query: PersonQuery /** Whether the slot names no object, so that any person fits. */
      isGeneric: boolean
    }
  | { kind: 'organization'; query: OrganizationQuery }
  | { kind: 'none'; warning: string }

export interface ResolvedSlots {
  queries: SlotQuery[]
  /** The objects to search. */
  sources: SearchSource[]
}

/**
 * Resolves the slots to queries, in order. The object is the one that `metadataType` names. Only a slot whose
 * `metadataType` is a type of tags, such as `person`, is searched for in the objects for such tags.
 */
export async function resolveSlots(org: Org, slots: readonly Slot[]): Promise<ResolvedSlots> {
  const objects = new Map(slots.map((slot) => [slot, isTagType(slot) ? toTagObjects(slot) : [slot.metadataType]]))
  const names = new Map([...objects.values()].flat().map((name) => [name.toLowerCase(), name]))
  const sources = new Map<string, SearchSource>()
  for (const [key, name] of names) {
    const source = await findSource(org, name)
    if (source) sources.set(key, source)
  }
  const queries = slots.map((slot) => {
    const found = (objects.get(slot) ?? []).flatMap((name) => sources.get(name.toLowerCase()) ?? [])
    return toQuery(slot, found)
  })
  return { queries, sources: [...sources.values()] }
}

const TAG_TYPES = ['person', 'people', 'organization', 'organisation', 'company', 'topic']

function isTagType({ metadataType, tagType, tagSubType }: Slot): boolean {
  return [...TAG_TYPES, tagType, tagSubType].some((type) => type?.toLowerCase() === metadataType.toLowerCase())
}

function toTagObjects(slot: Slot): readonly string[] {
  if (slot.tagType === 'person') return PERSON_OBJECTS
  return isOrganization(slot) ? ['Account'] : []
}

function isOrganization({ tagType, tagSubType }: Slot): boolean {
  return tagType === 'organization' || tagSubType === 'organization'
}

function toQuery(slot: Slot, sources: readonly SearchSource[]): SlotQuery {
  const { metadataType, tagType, email, emailDomain, url, name } = slot
  const [source] = sources
  if (!source && !isTagType(slot)) {
    return { kind: 'none', warning: `${metadataType}: Salesforce has no such object, or hides it from this user.` }
  }
  const isPersonObject = PERSON_OBJECTS.some((object) => object === source?.object)
  if (source && (tagType === 'person' || isPersonObject)) {
    // In an org without person accounts, no account is a person: nothing matches, and nobody needs to know.
    const isSearchable = sources.some(({ emailFields }) => emailFields.length > 0) || source.object === 'Account'
    const objects = sources.map(({ object }) => object)
    if (isSearchable) return { kind: 'person', query: { email, objects }, isGeneric: isTagType(slot) }
  }
  const isNamed = source && (source.urlFields.length > 0 || source.nameField !== undefined)
  if (source && tagType !== 'person' && isNamed && (isOrganization(slot) || source.object === 'Account')) {
    return { kind: 'organization', query: { emailDomain, url, email, name, object: source.object } }
  }
  return { kind: 'none', warning: `${metadataType}: such records cannot be found by the properties of a tag.` }
}
