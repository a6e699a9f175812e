import type { TagFields } from '../../storage/graph/tags/writes.ts'
import { badInput } from '../errors.ts'
import { parseTagFields } from '../tags/input.ts'

/** The fields of a tag that can be recommended, by their names in UpsertTagInput. */
export const TAG_FIELDS = [
  'alias',
  'friendlyName',
  'tagType',
  'tagSubType',
  'email',
  'emailDomain',
  'url',
  'avatar',
  'favicon',
  'phoneNumber',
  'description',
  'externalId',
] as const

type Name = (typeof TAG_FIELDS)[number]

/** Parses recommended fields. Throws BAD_USER_INPUT for an unknown name or an invalid value. */
export function parseRecommendedFields(
  fields: readonly { name: string; value?: string | null | undefined }[],
): TagFields {
  const unknown = fields.find(({ name }) => !TAG_FIELDS.includes(name as Name))
  if (unknown) throw badInput('input.tagRecommendation.fields', `a tag has no field ${unknown.name.slice(0, 60)}.`)
  return parseTagFields(Object.fromEntries(fields.map(({ name, value = null }) => [name, value])))
}
