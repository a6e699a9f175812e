import type { Field, Row } from './field.ts'
import { boolean, datetime, READ_ONLY, reference } from './field-builders.ts'

/** The kind of object, as its describe tells it. */
export interface ObjectType {
  readonly name: string
  readonly label: string
  readonly labelPlural: string
  /** The first three characters of its ids. */
  readonly keyPrefix: string
  /** By lower-case name, in the order of the describe. */
  readonly fields: ReadonlyMap<string, Field>
  /** What the API can do with it at all, whoever asks. */
  readonly createable: boolean
  readonly updateable: boolean
  readonly deletable: boolean
  readonly queryable: boolean
  readonly searchable: boolean
  /** Fields of which a query must filter one with `=` or `IN`; none for most objects. */
  readonly requiredFilters: readonly string[]
  /** What the platform works out from the other fields whenever a row is written; `before` is the row until then. */
  readonly derive: (row: Row, before?: Row) => Row
}

export interface ObjectTypeOptions {
  name: string
  label?: string
  labelPlural?: string
  keyPrefix: string
  fields: readonly Field[]
  /** Whose row it is: a user, a user or a queue, or nobody's. */
  owner?: 'user' | 'user-or-queue' | 'none'
  /** False: nobody's name stands on it, only the time of its last change. */
  audited?: boolean
  createable?: boolean
  updateable?: boolean
  deletable?: boolean
  queryable?: boolean
  searchable?: boolean
  requiredFilters?: readonly string[]
  derive?: (row: Row, before?: Row) => Row
}

export function objectType(init: ObjectTypeOptions): ObjectType {
  const { name, label = name, fields, owner = 'user', audited = true, ...rest } = init
  const all = [...leadingFields(), ...fields, ...ownerFields(owner), ...(audited ? auditFields() : []), stamp()]
  return {
    labelPlural: `${label}s`,
    createable: true,
    updateable: true,
    deletable: true,
    queryable: true,
    searchable: true,
    requiredFilters: [],
    derive: (row) => row,
    ...rest,
    name,
    label,
    fields: new Map(all.map((field) => [field.name.toLowerCase(), field])),
  }
}

/** The field that names a row: `Name` for most, `CaseNumber`, `Subject` or `Title` for others. */
export function getNameField(type: ObjectType): Field | undefined {
  return [...type.fields.values()].find((field) => field.nameField)
}

function leadingFields(): Field[] {
  const id: Field = {
    ...reference('Id', 'Record ID', [], READ_ONLY),
    type: 'id',
    nillable: false,
    idLookup: true,
    relationshipName: null,
  }
  return [id, boolean('IsDeleted', 'Deleted', READ_ONLY)]
}

function ownerFields(owner: 'user' | 'user-or-queue' | 'none'): Field[] {
  if (owner === 'none') return []
  const targets = owner === 'user' ? ['User'] : ['Group', 'User']
  return [reference('OwnerId', 'Owner ID', targets, { nillable: false, defaultedOnCreate: true })]
}

function auditFields(): Field[] {
  const system = { ...READ_ONLY, nillable: false }
  return [
    datetime('CreatedDate', 'Created Date', system),
    reference('CreatedById', 'Created By ID', ['User'], system),
    datetime('LastModifiedDate', 'Last Modified Date', system),
    reference('LastModifiedById', 'Last Modified By ID', ['User'], system),
  ]
}

function stamp(): Field {
  return datetime('SystemModstamp', 'System Modstamp', { ...READ_ONLY, nillable: false })
}
