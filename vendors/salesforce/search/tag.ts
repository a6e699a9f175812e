import type { Tag, TagReference, TagRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { ProviderError } from '../../../src/kit/errors.ts'
import { toChunks } from '../api/chunks.ts'
import type { ObjectType } from '../api/object-type.ts'
import { Org } from '../api/org.ts'
import type { Row } from '../api/pages.ts'
import { fetchRecords, MAX_IDS } from '../api/records.ts'
import { toSummaryFields, toTag } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'
import { type RecordRef, searchRecords, toVisibleRecord } from './lookup.ts'
import { findSource, PERSON_OBJECTS } from './sources.ts'
import { toTagIds } from './tag-ids.ts'

/** Returns the record of a tag as a tag. It is found by its id, or else by the tag's properties. */
export async function findTag(request: TagRequest, call: Call<SalesforceSettings>): Promise<Tag | Tag[]> {
  const org = new Org(request.connectedProvider.credential, call)
  if ('tags' in request) return findTags(org, request.tags, (index) => `#/tags/${index}`)
  const [tag] = await findTags(org, [request.tag], () => '#/tag')
  return tag as Tag
}

/** Returns one tag for each reference, in order. Throws a ProviderError (404) that names those without a record. */
async function findTags(org: Org, tags: readonly TagReference[], toPointer: (index: number) => string): Promise<Tag[]> {
  const found = await findRecords(org, tags)
  const records = await fetchTypedRecords(
    org,
    found.flatMap((ref) => ref ?? []),
  )
  const foundTags = tags.flatMap((reference, index) => {
    const record = records.get(found[index]?.id ?? '')
    return record ? [toTag(org, record.type, record.id, record.row, reference)] : []
  })
  if (foundTags.length === tags.length) return foundTags
  const missing = [...tags.keys()].filter((index) => !records.has(found[index]?.id ?? ''))
  throw new ProviderError(404, 'not-found', 'Salesforce has no such record, or hides it from this user.', {
    errors: missing.map((index) => ({ pointer: toPointer(index), detail: 'has no record in Salesforce.' })),
  })
}

/** Finds the record of each tag: by id, or for tags without one by a search. */
async function findRecords(org: Org, tags: readonly TagReference[]): Promise<(RecordRef | undefined)[]> {
  const ids = tags.map((reference) => toTagIds(org.call, reference)[0])
  const withoutId = tags.filter((_, index) => !ids[index])
  const people = withoutId.filter(isPerson).map(toPersonQuery)
  const organizations = withoutId.filter((reference) => !isPerson(reference)).map(toOrganizationQuery)
  const names = [...(people.length > 0 ? PERSON_OBJECTS : []), ...(organizations.length > 0 ? ['Account'] : [])]
  const sources = (await Promise.all(names.map((name) => findSource(org, name)))).flatMap((source) => source ?? [])
  const { findPerson, findOrganization } = await searchRecords(org, sources, people, organizations)
  return Promise.all(
    tags.map(async (reference, index) => {
      const id = ids[index]
      if (id) return toRecordRef(org, id)
      const [best] = isPerson(reference)
        ? findPerson(toPersonQuery(reference))
        : findOrganization(toOrganizationQuery(reference))
      return best && toVisibleRecord(best)
    }),
  )
}

async function toRecordRef(org: Org, id: string): Promise<RecordRef | undefined> {
  const object = await org.findObject(id)
  return object && { id, object: object.name }
}

function isPerson({ tagType, email }: TagReference): boolean {
  return tagType === undefined ? email !== undefined : tagType === 'person'
}

function toPersonQuery({ email }: TagReference) {
  return { email, objects: PERSON_OBJECTS }
}

function toOrganizationQuery({ alias, email, emailDomain, url }: TagReference) {
  return { name: alias, email, emailDomain, url, object: 'Account' }
}

/** A record with its object. */
interface TypedRecord {
  type: ObjectType
  id: string
  row: Row
}

async function fetchTypedRecords(org: Org, found: readonly RecordRef[]): Promise<Map<string, TypedRecord>> {
  const records = new Map<string, TypedRecord>()
  for (const [object, refs] of Map.groupBy(found, (ref) => ref.object)) {
    const ids = [...new Set(refs.map(({ id }) => id))]
    await org.withType(object, async (type) => {
      for (const chunk of toChunks(ids, MAX_IDS)) {
        const rows = await fetchRecords(org.client, type, toSummaryFields(type), chunk)
        for (const [id, row] of rows) records.set(id, { type, id, row })
      }
    })
  }
  return records
}
