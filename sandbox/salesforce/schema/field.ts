/** The value of a field. Datetimes are epoch ms; dates and times are strings as in the API. */
export type Value = string | number | boolean | null

/** A row of an object. Missing fields are null. */
export type Row = Readonly<Record<string, Value>>

/** The field types that the sandbox supports, as spelled by the REST API. */
export type FieldType =
  | 'id'
  | 'string'
  | 'textarea'
  | 'picklist'
  | 'multipicklist'
  | 'combobox'
  | 'reference'
  | 'boolean'
  | 'int'
  | 'double'
  | 'currency'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'time'
  | 'email'
  | 'phone'
  | 'url'
  | 'base64'
  | 'address'

export interface PicklistValue {
  readonly value: string
  readonly label: string
  readonly active: boolean
  readonly defaultValue: boolean
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly type: FieldType
  /** Maximum number of characters, or 0 for types without a length. */
  readonly length: number
  /** The total number of digits; `scale` is the number of fractional digits. */
  readonly precision: number
  readonly scale: number
  readonly nillable: boolean
  readonly createable: boolean
  readonly updateable: boolean
  /** The platform sets a value when a create omits it. */
  readonly defaultedOnCreate: boolean
  readonly defaultValue: Value
  readonly filterable: boolean
  readonly sortable: boolean
  readonly groupable: boolean
  readonly caseSensitive: boolean
  readonly autoNumber: boolean
  readonly nameField: boolean
  readonly idLookup: boolean
  readonly externalId: boolean
  readonly unique: boolean
  readonly picklistValues: readonly PicklistValue[]
  /** Only active values of the picklist are accepted. */
  readonly restricted: boolean
  readonly referenceTo: readonly string[]
  /** The name of the relationship to the parent; `childRelationshipName` is its name from the parent. */
  readonly relationshipName: string | null
  readonly childRelationshipName: string | null
  readonly cascadeDelete: boolean
  /** The compound field of which this field is a component. */
  readonly compoundFieldName: string | null
}

export function isCustom({ name }: { readonly name: string }): boolean {
  return name.endsWith('__c')
}

/** Whether a row without a value is rejected after defaults are set. Booleans always have a value. */
export function isRequired({ createable, nillable, type }: Field): boolean {
  return createable && !nillable && type !== 'boolean'
}

/** Whether a reference may point to several objects. It then only exposes the fields of the Name object. */
export function isPolymorphic({ referenceTo }: Field): boolean {
  return referenceTo.length > 1
}

const TEXT: ReadonlySet<FieldType> = new Set<FieldType>([
  'string',
  'textarea',
  'picklist',
  'multipicklist',
  'combobox',
  'email',
  'phone',
  'url',
])
const NUMBER: ReadonlySet<FieldType> = new Set<FieldType>(['int', 'double', 'currency', 'percent'])

export function isText(type: FieldType): boolean {
  return TEXT.has(type)
}

export function isNumber(type: FieldType): boolean {
  return NUMBER.has(type)
}

export function isId(type: FieldType): boolean {
  return type === 'id' || type === 'reference'
}
