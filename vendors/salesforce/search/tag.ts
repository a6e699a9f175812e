import type { Tag, TagReference, TagRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { ProviderError } from '../../../src/kit/errors.ts'
import { toChunks } from '../api/chunks.ts'
import type { ObjectType } from '../api/describe.ts'
import { Org } from '../api/org.ts'
import type { Row } from '../api/pages.ts'
import { fetchRecords, MAX_IDS } from '../api/records.ts'
import { toSummaryFields, toTag } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'
import { type RecordRef, searchRecords } from './lookup.ts'
import { PERSON_OBJECTS } from './statements.ts'
import { toTagIds } from './tag-ids.ts'

/** The record behind a tag, as a tag: found by its id, else by what the tag says of itself. */
export async function findTag(request: TagRequest, call: Call<SalesforceSettings>): Promise<Tag | Tag[]> {
  const org = new Org(request.connectedProvider.credential, call)
  if ('tags' in request) return findTags(org, request.tags, (index) => `#/tags/${index}`)
  const [only] = await findTags(org, [request.tag], () => '#/tag')
  return only as Tag
}

/** One tag for each, in their order. Throws a 404 that names those without a record. */
async function findTags(org: Org, tags: readonly TagReference[], pointerTo: (index: number) => string): Promise<Tag[]> {
  const found = await findRecords(org, tags)
  const records = await fetchTypedRecords(
    org,
    found.flatMap((one) => one ?? []),
  )
  const answers = tags.flatMap((reference, index) => {
    const record = records.get(found[index]?.id ?? '')
    return record ? [toTag(org, record.type, record.id, record.row, reference)] : []
  })
  if (answers.length === tags.length) return answers
  const missing = [...tags.keys()].filter((index) => !records.has(found[index]?.id ?? ''))
  throw new ProviderError(404, 'not-found', 'Salesforce has no such record, or hides it from this user.', {
    errors: missing.map((index) => ({ pointer: pointerTo(index), detail: 'has no record in Salesforce.' })),
  })
}

/** An id decides; a tag without one is looked for. */
async function findRecords(org: Org, tags: readonly TagReference[]): Promise<(RecordRef | undefined)[]> {
  const ids = tags.map((reference) => toTagIds(org.call, reference)[0])
  const unknown = tags.filter((_, index) => !ids[index])
  const people = unknown.filter(isPerson).map(toPersonQuestion)
  const organizations = unknown.filter((reference) => !isPerson(reference)).map(toOrganizationQuestion)
  const { findPerson, findOrganization } = await searchRecords(org, people, organizations)
  return Promise.all(
    tags.map(async (reference, index) => {
      const id = ids[index]
      if (id) return toRecordRef(org, id)
      const [best] = isPerson(reference)
        ? findPerson(toPersonQuestion(reference))
        : findOrganization(toOrganizationQuestion(reference))
      return best
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

function toPersonQuestion({ email }: TagReference) {
  return { email, objects: PERSON_OBJECTS }
}

function toOrganizationQuestion({ alias, email, emailDomain, url }: TagReference) {
  return { name: alias, email, emailDomain, url }
}

/** A record that was read, and what kind it is. */
interface TypedRecord {
  type: ObjectType
  id: string
  row: Row
}

async function fetchTypedRecords(org: Org, found: readonly RecordRef[]): Promise<Map<string, TypedRecord>> {
  const records = new Map<string, TypedRecord>()
  for (const [object, ofObject] of Map.groupBy(found, (one) => one.object)) {
    const ids = [...new Set(ofObject.map(({ id }) => id))]
    await org.withType(object, async (type) => {
      for (const chunk of toChunks(ids, MAX_IDS)) {
        const rows = await fetchRecords(org.client, type, toSummaryFields(type), chunk)
        for (const [id, row] of rows) records.set(id, { type, id, row })
      }
    })
  }
  return records
}
