import type { Field, TableMetadataRequest } from '../../../src/contract/index.ts'
import type { ObjectField, ObjectType } from '../api/describe.ts'

/** Types whose values are no text: files, and the compounds whose parts are fields of their own. */
const SKIPPED_TYPES = new Set(['base64', 'address', 'location'])

/** Words that mean the same on both sides, and the others. */
const FIELD_TYPES: Readonly<Record<string, Field['fieldType']>> = {
  ...{ currency: 'currency', percent: 'percent', boolean: 'boolean', date: 'date', datetime: 'datetime', time: 'time' },
  ...{ email: 'email', phone: 'phone', url: 'url', picklist: 'picklist', multipicklist: 'multipicklist' },
  ...{ reference: 'reference', id: 'id', json: 'json', int: 'integer', long: 'integer' },
}

/** Texts up to this length are lines, longer ones are texts. */
const MAX_STRING_LENGTH = 255

/** A field in the contract's vocabulary. */
export function toField(field: ObjectField): Field {
  const { name, label, type, options, createable, nillable, defaultedOnCreate } = field
  const required = createable && !nillable && !defaultedOnCreate && type !== 'boolean'
  return {
    name,
    label,
    fieldType: toFieldType(field),
    ...(options.length > 0 ? { options } : {}),
    ...(required ? { required } : {}),
  }
}

function toFieldType({ type, scale, length, htmlFormatted }: ObjectField): Field['fieldType'] {
  if (type === 'double') return scale === 0 ? 'integer' : 'number'
  if (type === 'textarea' && htmlFormatted) return 'html'
  return FIELD_TYPES[type] ?? (length > MAX_STRING_LENGTH ? 'text' : 'string')
}

/** The fields of a table, whether they were named one by one, and a warning that names those the user cannot see. */
export interface Selection {
  fields: ObjectField[]
  named: boolean
  warnings: string[]
}

/** The fields a request wants, or all that can be seen when it names none. */
export function selectFields(object: ObjectType, wanted: TableMetadataRequest['fields']): Selection {
  const readable = object.fields.filter(({ type }) => !SKIPPED_TYPES.has(type))
  if (!wanted || wanted.length === 0) return { fields: readable, named: false, warnings: [] }
  const found = wanted.map(({ name }) => ({ name, field: object.find(name) }))
  const missing = found.filter(({ field }) => !field || SKIPPED_TYPES.has(field.type)).map(({ name }) => name)
  const fields = new Set(found.flatMap(({ field }) => (field && !SKIPPED_TYPES.has(field.type) ? [field] : [])))
  return {
    fields: [...fields],
    named: true,
    warnings: missing.length > 0 ? [toMissingFieldsWarning(object, missing)] : [],
  }
}

function toMissingFieldsWarning({ label }: ObjectType, missing: string[]): string {
  return `${label}: this user cannot see ${missing.join(', ')}, which may have been removed or hidden.`
}
