import type { Field, TableMetadataRequest } from '../../../src/contract/index.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { COMPOUND_TYPES, type ObjectField, type ObjectType } from '../api/object-type.ts'

/** Excluded types: files, and compound types whose parts are fields of their own. */
const SKIPPED_TYPES = new Set(['base64', ...COMPOUND_TYPES])

/** The contract's type for each of Salesforce's. */
const FIELD_TYPES: Readonly<Record<string, Field['fieldType']>> = {
  currency: 'currency',
  percent: 'percent',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  email: 'email',
  phone: 'phone',
  url: 'url',
  picklist: 'picklist',
  multipicklist: 'multipicklist',
  reference: 'reference',
  id: 'id',
  json: 'json',
  int: 'integer',
  long: 'integer',
}

/** Texts up to this length have the type `string`, longer ones `text`. */
const MAX_STRING_LENGTH = 255

/** Converts a field to the contract's Field. */
export function toField(field: ObjectField): Field {
  const { name, label, type, options, createable, nillable, defaultedOnCreate } = field
  const required = createable && !nillable && !defaultedOnCreate && type !== 'boolean'
  return {
    name,
    label,
    fieldType: toFieldType(field),
    ...omitUndefined({ options: options.length > 0 ? options : undefined, required: required || undefined }),
  }
}

function toFieldType({ type, scale, length, htmlFormatted }: ObjectField): Field['fieldType'] {
  if (type === 'double') return scale === 0 ? 'integer' : 'number'
  if (type === 'textarea' && htmlFormatted) return 'html'
  return FIELD_TYPES[type] ?? (length > MAX_STRING_LENGTH ? 'text' : 'string')
}

/** The selected fields of a table. */
export interface Selection {
  fields: ObjectField[]
  /** Whether the request named the fields, instead of selecting all. */
  named: boolean
  /** Name the requested fields that the user cannot see. */
  warnings: string[]
}

/** Selects the requested fields, or all fields that the user can see if the request names none. */
export function selectFields(object: ObjectType, requested: TableMetadataRequest['fields']): Selection {
  const readable = object.fields.filter(({ type }) => !SKIPPED_TYPES.has(type))
  if (!requested || requested.length === 0) return { fields: readable, named: false, warnings: [] }
  const found = requested.map(({ name }) => ({ name, field: object.find(name) }))
  const missing = found.filter(({ field }) => !field || SKIPPED_TYPES.has(field.type)).map(({ name }) => name)
  const fields = new Set(found.flatMap(({ field }) => (field && !SKIPPED_TYPES.has(field.type) ? [field] : [])))
  return {
    fields: [...fields],
    named: true,
    warnings: toMissingFieldsWarnings(object, missing),
  }
}

function toMissingFieldsWarnings(object: ObjectType, requested: readonly string[]): string[] {
  const hidden = requested.filter((name) => !object.find(name))
  const skipped = requested.flatMap((name) => object.find(name) ?? [])
  return [
    ...(hidden.length > 0
      ? [`${object.label}: this user cannot see ${hidden.join(', ')}, which may have been removed or hidden.`]
      : []),
    ...skipped.map((field) => `${object.label}: ${toSkippedDetail(object, field)}`),
  ]
}

/** Why a field that exists is not read, written or compared: it is a file, or consists of other fields. */
export function toSkippedDetail(object: ObjectType, field: ObjectField): string {
  const parts = object.partsOf(field).map(({ name }) => name)
  if (!COMPOUND_TYPES.has(field.type)) return `${field.name} is a file, which is not part of a table.`
  return parts.length > 0
    ? `${field.name} consists of ${parts.join(', ')}: use those instead.`
    : `${field.name} consists of several fields: use those instead.`
}

/** Whether a field consists of other fields, by which it must be written and compared. */
export function isCompound({ type }: ObjectField): boolean {
  return COMPOUND_TYPES.has(type)
}
