import type { Field, Row } from './field.ts'
import { boolean, datetime, READ_ONLY, reference } from './field-builders.ts'

/** An sObject type. */
export interface ObjectType {
  readonly name: string
  readonly label: string
  readonly labelPlural: string
  /** The first three characters of its ids. */
  readonly keyPrefix: string
  /** By lower-case name, in the order of the describe result. */
  readonly fields: ReadonlyMap<string, Field>
  /** What the API permits for all users. */
  readonly createable: boolean
  readonly updateable: boolean
  readonly deletable: boolean
  readonly queryable: boolean
  readonly searchable: boolean
  /** Fields of which a query must filter at least one with `=` or `IN`. Empty for other objects. */
  readonly requiredFilters: readonly string[]
  /** Computes derived fields on every write. `previous` is the row before an update. */
  readonly derive: (row: Row, previous?: Row) => Row
}

export interface ObjectTypeOptions {
  name: string
  label?: string
  labelPlural?: string
  keyPrefix: string
  fields: readonly Field[]
  /** The possible owners of a row. */
  owner?: 'user' | 'user-or-queue' | 'none'
  /** If false, the only audit field is SystemModstamp. */
  audited?: boolean
  createable?: boolean
  updateable?: boolean
  deletable?: boolean
  queryable?: boolean
  searchable?: boolean
  requiredFilters?: readonly string[]
  derive?: (row: Row, previous?: Row) => Row
}

export function objectType(init: ObjectTypeOptions): ObjectType {
  const { name, label = name, fields, owner = 'user', audited = true, ...rest } = init
  const allFields = [...leadingFields(), ...fields, ...ownerFields(owner), ...(audited ? auditFields() : []), stamp()]
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
    fields: new Map(allFields.map((field) => [field.name.toLowerCase(), field])),
  }
}

/** The name field of an object: `Name`, `CaseNumber`, `Subject` or `Title`. */
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
