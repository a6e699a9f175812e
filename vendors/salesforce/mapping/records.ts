import type { FieldValue, Table, TableRecord, Tag, TagReference } from '../../../src/contract/index.ts'
import { omitEmpty, omitUndefined } from '../../../src/runtime/omit.ts'
import type { ObjectField, ObjectType } from '../api/object-type.ts'
import type { Org } from '../api/org.ts'
import type { Row } from '../api/pages.ts'
import { type Selection, toField } from './fields.ts'
import { toValueText } from './values.ts'

/**
 * A table without its records. Suffixes distinguish the external ids of tables with different contents about the same
 * object. Its `uri` opens the list of the object's records.
 */
export function toTable(org: Org, type: ObjectType, fields: readonly ObjectField[], ...suffixes: string[]): Table {
  const { provider, application } = org.call
  return {
    blockType: 'table',
    provider,
    application,
    externalId: ['salesforce', org.key, type.name, ...suffixes].join('.'),
    uri: org.listUrl(type.name),
    metadata: { metadataType: type.name, label: type.label, fields: fields.map(toField) },
  }
}

export function toRecord(externalId: string, selection: Selection, row: Row): TableRecord {
  return { externalId, values: toValues(selection, row) }
}

/** The values of the selected fields. Empty values are omitted unless the request named the fields. */
export function toValues({ fields, named }: Selection, row: Row): FieldValue[] {
  const values = fields.map((field) => ({ name: field.name, value: toValueText(field, row[field.name]) }))
  return named ? values : values.filter(({ value }) => value !== '')
}

/** The title of a record: its name, or the label of its object if it has none. */
export function toTitle({ nameField, label }: ObjectType, row: Row): string {
  const title = nameField ? toValueText(nameField, row[nameField.name]) : ''
  return title || label
}

/**
 * Converts a record to a tag. For objects other than people and accounts, the reference determines the tag's type. An
 * account may be a person, whose address is in a field of its own.
 */
export function toTag(org: Org, type: ObjectType, id: string, row: Row, { tagType, tagSubType }: TagReference): Tag {
  const isPerson = row.IsPersonAccount === true
  const kind =
    TAG_KINDS[isPerson ? 'Contact' : type.name] ??
    omitUndefined({ tagType: tagType ?? 'topic', tagSubType: tagSubType || undefined })
  const getText = (fieldName: string) => {
    const field = type.find(fieldName)
    return field ? toValueText(field, row[field.name]) : ''
  }
  return {
    externalId: id,
    ...kind,
    alias: toTitle(type, row),
    ...omitEmpty({ email: getText(isPerson ? 'PersonEmail' : 'Email').toLowerCase(), url: getText('Website') }),
    uri: org.recordUrl(type.name, id),
  }
}

const TAG_KINDS: Readonly<Record<string, { tagType: string; tagSubType?: string }>> = {
  Contact: { tagType: 'person' },
  Lead: { tagType: 'person' },
  User: { tagType: 'person' },
  Account: { tagType: 'topic', tagSubType: 'organization' },
}

/** The fields that are needed for the tag or the title of a record of this type. */
export function toSummaryFields(type: ObjectType): ObjectField[] {
  const fields = [
    type.nameField,
    ...['Email', 'Website', 'IsPersonAccount', 'PersonEmail', 'LastModifiedDate'].map((field) => type.find(field)),
  ]
  return [...new Set(fields.filter((field) => field !== undefined))]
}
