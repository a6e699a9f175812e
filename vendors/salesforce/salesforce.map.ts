import type { FieldValue, Table, TableRecord } from '../../src/contract/index.ts'
import type { ObjectField, ObjectType } from './describe.ts'
import { type Selection, toField } from './fields.ts'
import type { Org } from './org.ts'
import type { Row } from './pages.ts'
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
