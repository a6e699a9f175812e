import type { Credential, Tag, TagReference, TagRequest } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { ProviderError, ValidationError } from '../../../../src/kit/errors.ts'
import { omitEmpty } from '../../../../src/runtime/omit.ts'
import { toWebUrl } from '../account.ts'
import { fetchJson } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'
import type { BeaconRecord } from './map/record.ts'
import { search } from './search.ts'

/** Finds the record of each tag: by its id at Beacon, else by its email address, else by its name. */
export async function findTags(request: TagRequest, call: Call<BeaconSettings>): Promise<Tag | Tag[]> {
  const { credential } = request.connectedProvider
  if ('tag' in request) return findTag(request.tag, '#/tag', credential, call)
  const tags: Tag[] = []
  for (const [index, tag] of request.tags.entries()) {
    tags.push(await findTag(tag, `#/tags/${index}`, credential, call))
  }
  return tags
}

async function findTag(tag: TagReference, pointer: string, credential: Credential, call: Call<BeaconSettings>) {
  const record = await findRecord(tag, pointer, credential, call)
  if (record) return toTag(record, tag, credential)
  throw new ProviderError(404, 'not-found', 'Beacon has no such record, or this account cannot see it.', {
    errors: [{ pointer, detail: 'no record was found.' }],
  })
}

async function findRecord(
  { externalId, externalIdLinks = [], email, alias }: TagReference,
  pointer: string,
  credential: Credential,
  call: Call<BeaconSettings>,
): Promise<BeaconRecord | undefined> {
  const link = externalIdLinks.find(({ application }) => application === call.application)
  const id = externalId || link?.externalId
  if (id) return fetchJson(`/v1/records/${encodeURIComponent(id)}`, {}, credential, call)
  const found = async (type: string, field: string, value: string) =>
    (await search({ type, where: [{ field, is: 'equal', value }], limit: 1 }, credential, call)).items[0]
  if (email) return found('Contact', 'Email', email)
  if (alias) return (await found('Account', 'Name', alias)) ?? (await found('Contact', 'Name', alias))
  throw ValidationError.at(pointer, 'must have an externalId, an email or an alias.')
}

function toTag({ id, type, fields }: BeaconRecord, { tagType }: TagReference, credential: Credential): Tag {
  return {
    externalId: id,
    tagType: tagType ?? (type === 'Contact' ? 'person' : 'topic'),
    alias: fields.Name ?? id,
    uri: toWebUrl(credential, 'records', type, id),
    ...omitEmpty({ email: fields.Email }),
  }
}
