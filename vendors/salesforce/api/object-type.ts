import type { Field as DescribedField, DescribeSObjectResult } from 'jsforce'
import type { FieldOption } from '../../../src/contract/index.ts'

/** A field as this user sees it. Fields hidden by field-level security are not described. */
export interface ObjectField {
  name: string
  label: string
  /** Salesforce's name of the type, in lower case. */
  type: string
  /** Maximum number of characters; 0 for types without one. */
  length: number
  scale: number
  nillable: boolean
  createable: boolean
  updateable: boolean
  defaultedOnCreate: boolean
  /** Whether nobody can write it: formulas, auto numbers and system fields. */
  computed: boolean
  filterable: boolean
  sortable: boolean
  nameField: boolean
  htmlFormatted: boolean
  /** Whether the value must be one of the options. */
  restricted: boolean
  options: FieldOption[]
  /** Values that are no longer offered, which old records may still have. */
  retiredValues: string[]
  referenceTo: string[]
  /** The compound field of which this one is a part: `BillingAddress`, `Name`. */
  compound: string | undefined
}

/** Types of compound fields, which are read as objects. */
export const COMPOUND_TYPES: ReadonlySet<string> = new Set(['address', 'location'])

/** An object as this user sees it. */
export class ObjectType {
  readonly name: string
  readonly label: string
  readonly keyPrefix: string
  readonly createable: boolean
  readonly updateable: boolean
  readonly fields: readonly ObjectField[]
  readonly #byName: ReadonlyMap<string, ObjectField>

  constructor(described: DescribeSObjectResult) {
    this.name = described.name
    this.label = described.label
    this.keyPrefix = described.keyPrefix ?? ''
    this.createable = described.createable
    this.updateable = described.updateable
    this.fields = described.fields.map(toObjectField)
    this.#byName = new Map(this.fields.map((field) => [field.name.toLowerCase(), field]))
  }

  /** The field with this name. Names are case-insensitive. */
  find(fieldName: string): ObjectField | undefined {
    return this.#byName.get(fieldName.toLowerCase())
  }

  /** The fields that a compound field consists of, and can only be written and compared by; none for other fields. */
  partsOf({ name, type }: ObjectField): readonly ObjectField[] {
    return COMPOUND_TYPES.has(type) ? this.fields.filter(({ compound }) => compound === name) : []
  }

  /** The field that holds a record's title: `Name`, a case's `CaseNumber`, a task's `Subject`. */
  get nameField(): ObjectField | undefined {
    return this.fields.find(({ nameField }) => nameField)
  }
}

function toObjectField(field: DescribedField): ObjectField {
  const { name, label, type, length, scale, nillable, createable, updateable, defaultedOnCreate } = field
  const { filterable, sortable, nameField, htmlFormatted, restrictedPicklist, referenceTo } = field
  const picklistValues = field.picklistValues ?? []
  return {
    name,
    label,
    type,
    length,
    scale,
    nillable,
    createable,
    updateable,
    defaultedOnCreate,
    filterable,
    sortable,
    nameField,
    htmlFormatted,
    computed: isComputed(field),
    restricted: restrictedPicklist,
    options: picklistValues.flatMap(toOption),
    retiredValues: picklistValues.flatMap(({ value, active }) => (active ? [] : value)),
    referenceTo: referenceTo ?? [],
    compound: field.compoundFieldName ?? undefined,
  }
}

/** Fields that Salesforce sets in every object. */
const SYSTEM_FIELDS = new Set([
  'Id',
  'IsDeleted',
  'MasterRecordId',
  'CreatedDate',
  'CreatedById',
  'LastModifiedDate',
  'LastModifiedById',
  'SystemModstamp',
  'LastActivityDate',
  'LastViewedDate',
  'LastReferencedDate',
])

/** `permissionable` is false for fields whose write permission no administrator can change. */
function isComputed({ name, calculated, autoNumber, permissionable, createable, updateable }: DescribedField): boolean {
  if (createable || updateable) return false
  return calculated || autoNumber || permissionable === false || SYSTEM_FIELDS.has(name)
}

/** The API uses the value; the label is for people and is translated. */
function toOption({ value, label, active }: { value: string; label: string | null; active: boolean }): FieldOption[] {
  return active ? [{ value, label: label ?? value }] : []
}
