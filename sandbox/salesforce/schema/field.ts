/** What a field of a row holds. Datetimes are epoch milliseconds, dates and times are text as on the wire. */
export type Value = string | number | boolean | null

/** A row of an object. A field that is absent is null. */
export type Row = Readonly<Record<string, Value>>

/** The types of the REST API that occur here, in its lower-case spelling (DisplayType in the SOAP API). */
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
  /** Characters; 0 for types without a length. */
  readonly length: number
  /** Digits in all, and digits behind the point. */
  readonly precision: number
  readonly scale: number
  readonly nillable: boolean
  readonly createable: boolean
  readonly updateable: boolean
  /** A value is found when a create does not bring one. */
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
  /** Only active values of the list are taken. */
  readonly restricted: boolean
  readonly referenceTo: readonly string[]
  /** What the parent is called from here, and what the children are called from the parent. */
  readonly relationshipName: string | null
  readonly childRelationshipName: string | null
  readonly cascadeDelete: boolean
  /** The compound field this one is a part of. */
  readonly compoundFieldName: string | null
}

export function isCustom({ name }: { readonly name: string }): boolean {
  return name.endsWith('__c')
}

/** Whether a row without it is refused, once all defaults are in. A boolean is never missing: it is false. */
export function isRequired({ createable, nillable, type }: Field): boolean {
  return createable && !nillable && type !== 'boolean'
}

/** A reference to objects of more than one type shows only what all names have in common: the Name object. */
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
