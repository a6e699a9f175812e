import type { FieldValue, TableRecord } from '../../../../../src/contract/index.ts'

/** A record of Beacon's API. Its type is the name of its table. */
export interface BeaconRecord {
  id: string
  type: string
  fields: Record<string, string | null>
}

/** The fields of a record as text: all, or those that are named. */
export function toValues({ fields }: Pick<BeaconRecord, 'fields'>, names = Object.keys(fields)): FieldValue[] {
  return names.filter((name) => name in fields).map((name) => ({ name, value: fields[name] ?? '' }))
}

export function toTableRecord(record: BeaconRecord, names?: string[]): TableRecord {
  return { externalId: record.id, values: toValues(record, names) }
}

/** The fields of a record to write. An empty text clears a field. */
export function toFields(values: readonly FieldValue[]): BeaconRecord['fields'] {
  return Object.fromEntries(values.map(({ name, value }) => [name, value === '' ? null : value]))
}
