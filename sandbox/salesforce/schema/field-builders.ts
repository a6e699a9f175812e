import type { Field, FieldType, PicklistValue } from './field.ts'

type Options = Partial<Omit<Field, 'name' | 'label' | 'type'>>

const DEFAULTS: Omit<Field, 'name' | 'label' | 'type'> = {
  length: 0,
  precision: 0,
  scale: 0,
  nillable: true,
  createable: true,
  updateable: true,
  defaultedOnCreate: false,
  defaultValue: null,
  filterable: true,
  sortable: true,
  groupable: true,
  caseSensitive: false,
  autoNumber: false,
  nameField: false,
  idLookup: false,
  externalId: false,
  unique: false,
  picklistValues: [],
  restricted: false,
  referenceTo: [],
  relationshipName: null,
  childRelationshipName: null,
  cascadeDelete: false,
  compoundFieldName: null,
}

/** The default attributes of each type (Field Types, Object Reference for the Salesforce Platform). */
const BY_TYPE: Partial<Record<FieldType, Options>> = {
  string: { length: 255 },
  textarea: { length: 255 },
  picklist: { length: 255 },
  combobox: { length: 255 },
  multipicklist: { length: 4099, sortable: false, groupable: false },
  email: { length: 80 },
  phone: { length: 40 },
  url: { length: 255 },
  reference: { length: 18 },
  boolean: { nillable: false, defaultedOnCreate: true, defaultValue: false },
  int: { precision: 8 },
  double: { precision: 18, scale: 2, groupable: false },
  currency: { precision: 18, scale: 2, groupable: false },
  percent: { precision: 18, scale: 0, groupable: false },
  datetime: { groupable: false },
  time: { groupable: false },
  base64: { filterable: false, sortable: false, groupable: false },
  address: { createable: false, updateable: false, sortable: false, groupable: false },
}

/** Text areas from this length on cannot be filtered, sorted or grouped. */
const LONG_TEXT_MIN_LENGTH = 256

function buildField(type: FieldType, name: string, label: string, options: Options): Field {
  const built = { name, label, type, ...DEFAULTS, ...BY_TYPE[type], ...options }
  const isLongText = type === 'textarea' && built.length >= LONG_TEXT_MIN_LENGTH
  return isLongText ? { ...built, filterable: false, sortable: false, groupable: false } : built
}

type Builder = (name: string, label?: string, options?: Options) => Field

/** The default label: "Billing City" for `BillingCity`, "Start Date" for `Start_Date__c`. */
function toLabel(name: string): string {
  return name
    .replace(/__c$/, '')
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
}

function builder(type: FieldType): Builder {
  return (name, label = toLabel(name), options = {}) => buildField(type, name, label, options)
}

export const text = builder('string')
export const textarea = builder('textarea')
export const email = builder('email')
export const phone = builder('phone')
export const url = builder('url')
export const boolean = builder('boolean')
export const int = builder('int')
export const double = builder('double')
export const currency = builder('currency')
export const percent = builder('percent')
export const date = builder('date')
export const datetime = builder('datetime')
export const time = builder('time')
export const base64 = builder('base64')

/** Parses picklist values. A leading `*` marks the default, a leading `-` an inactive value. */
function parsePicklistValues(list: readonly string[]): PicklistValue[] {
  return list.map((item) => {
    const value = item.replace(/^[*-]/, '')
    return { value, label: value, active: !item.startsWith('-'), defaultValue: item.startsWith('*') }
  })
}

function picklistBuilder(type: FieldType) {
  return (name: string, label: string, list: readonly string[], options: Options = {}): Field => {
    const picklistValues = parsePicklistValues(list)
    const defaultValue = picklistValues.find((picklistValue) => picklistValue.defaultValue)?.value
    const defaults = defaultValue === undefined ? {} : { defaultValue, defaultedOnCreate: true }
    return buildField(type, name, label, { picklistValues, ...defaults, ...options })
  }
}

export const picklist = picklistBuilder('picklist')
export const multipicklist = picklistBuilder('multipicklist')
export const combobox = picklistBuilder('combobox')

/** A lookup. `children` is the name of the child relationship on the parent. */
export function reference(
  name: string,
  label: string,
  referenceTo: readonly string[],
  { children = null, ...options }: Options & { children?: string | null } = {},
): Field {
  const relationshipName = name.endsWith('__c') ? `${name.slice(0, -1)}r` : name.replace(/Id$/, '')
  return buildField('reference', name, label, {
    referenceTo,
    relationshipName,
    childRelationshipName: children,
    ...options,
  })
}

/** The components of an address and their read-only compound field. */
export function address(prefix: string, label = `${prefix} `): Field[] {
  const compoundFieldName = `${prefix}Address`
  const component = { compoundFieldName }
  return [
    textarea(`${prefix}Street`, `${label}Street`.trim(), component),
    text(`${prefix}City`, `${label}City`.trim(), { length: 40, ...component }),
    text(`${prefix}State`, `${label}State/Province`.trim(), { length: 80, ...component }),
    text(`${prefix}PostalCode`, `${label}Zip/Postal Code`.trim(), { length: 20, ...component }),
    text(`${prefix}Country`, `${label}Country`.trim(), { length: 80, ...component }),
    buildField('address', compoundFieldName, `${label}Address`.trim(), {}),
  ]
}

/** A field that only the platform writes. */
export const READ_ONLY = { createable: false, updateable: false, defaultedOnCreate: true } as const

/** A field that must have a value on create. */
export const REQUIRED = { nillable: false } as const
