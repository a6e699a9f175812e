import type { FieldValue, Table, TableRecord, Tag, TagReference } from '../../../src/contract/index.ts'
import { omitEmpty } from '../../../src/runtime/omit.ts'
import type { ObjectField, ObjectType } from '../api/describe.ts'
import type { Org } from '../api/org.ts'
import type { Row } from '../api/pages.ts'
import { type Selection, toField } from './fields.ts'
import { toValueText } from './values.ts'

/**
 * A table without its records. Tables that come from different questions about one object carry `piece`, so that one
 * never takes the place of the other. https://help.salesforce.com: a list of the object is what people open.
 */
export function toTable(org: Org, type: ObjectType, fields: readonly ObjectField[], ...pieces: string[]): Table {
  const { provider, application } = org.call
  return {
    blockType: 'table',
    provider,
    application,
    externalId: ['salesforce', org.key, type.name, ...pieces].join('.'),
    uri: org.listUrl(type.name),
    metadata: { metadataType: type.name, label: type.label, fields: fields.map(toField) },
  }
}

export function toRecord(externalId: string, selection: Selection, row: Row): TableRecord {
  return { externalId, values: toValues(selection, row) }
}

/** A field that was asked for by name is always there; of a whole schema, those that hold something. */
export function toValues({ fields, named }: Selection, row: Row): FieldValue[] {
  const values = fields.map((field) => ({ name: field.name, value: toValueText(field, row[field.name]) }))
  return named ? values : values.filter(({ value }) => value !== '')
}

/** What people know a record by; one that has no name is known by its kind. */
export function toTitle({ nameField, label }: ObjectType, row: Row): string {
  const title = nameField ? toValueText(nameField, row[nameField.name]) : ''
  return title || label
}

/** People are persons, accounts organizations; what else a record is, the graph knows better. */
export function toTag(org: Org, type: ObjectType, id: string, row: Row, { tagType, tagSubType }: TagReference): Tag {
  const kind = TAG_KINDS[type.name] ?? { tagType: tagType ?? 'topic', ...(tagSubType ? { tagSubType } : {}) }
  const text = (field: string) => {
    const found = type.find(field)
    return found ? toValueText(found, row[found.name]) : ''
  }
  return {
    externalId: id,
    ...kind,
    alias: toTitle(type, row),
    ...omitEmpty({ email: text('Email').toLowerCase(), url: text('Website') }),
    uri: org.recordUrl(type.name, id),
  }
}

const TAG_KINDS: Readonly<Record<string, { tagType: string; tagSubType?: string }>> = {
  Contact: { tagType: 'person' },
  Lead: { tagType: 'person' },
  User: { tagType: 'person' },
  Account: { tagType: 'topic', tagSubType: 'organization' },
}

/** The fields that make a tag or a title of a record of this type. */
export function toSummaryFields(type: ObjectType): ObjectField[] {
  const fields = [type.nameField, ...['Email', 'Website', 'LastModifiedDate'].map((field) => type.find(field))]
  return [...new Set(fields.filter((field) => field !== undefined))]
}
