import type { TagFields } from '../../storage/graph/tags/writes.ts'
import { badInput } from '../errors.ts'
import { parseTagFields } from '../tags/input.ts'

/** What may be recommended of a tag, by the names of its own input. */
export const TAG_FIELDS = [
  ...(['alias', 'friendlyName', 'tagType', 'tagSubType', 'email', 'emailDomain', 'url'] as const),
  ...(['avatar', 'favicon', 'phoneNumber', 'description', 'externalId'] as const),
]

type Name = (typeof TAG_FIELDS)[number]

/** Recommended fields as a tag takes them. Throws BAD_USER_INPUT for a name or a value that it does not take. */
export function parseRecommendedFields(
  fields: readonly { name: string; value?: string | null | undefined }[],
): TagFields {
  const strange = fields.find(({ name }) => !TAG_FIELDS.includes(name as Name))
  if (strange) throw badInput('input.tagRecommendation.fields', `a tag has no field ${strange.name.slice(0, 60)}.`)
  return parseTagFields(Object.fromEntries(fields.map(({ name, value = null }) => [name, value])))
}
