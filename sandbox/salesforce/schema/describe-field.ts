import { type Field, type FieldType, isCustom, isId, isPolymorphic, isText } from './field.ts'
import type { ObjectView } from './view.ts'

const SOAP_TYPE: Partial<Record<FieldType, string>> = {
  id: 'tns:ID',
  reference: 'tns:ID',
  boolean: 'xsd:boolean',
  int: 'xsd:int',
  double: 'xsd:double',
  currency: 'xsd:double',
  percent: 'xsd:double',
  date: 'xsd:date',
  datetime: 'xsd:dateTime',
  time: 'xsd:time',
  base64: 'xsd:base64Binary',
  address: 'urn:address',
}

/** Ids have one byte per character, text fields three. */
function toByteLength({ type, length }: Field): number {
  if (isId(type)) return length
  return isText(type) ? length * 3 : 0
}

/** Members that are the same for all fields of the sandbox. */
const CONSTANT_MEMBERS = {
  calculated: false,
  calculatedFormula: null,
  controllerName: null,
  defaultValueFormula: null,
  dependentPicklist: false,
  deprecatedAndHidden: false,
  displayLocationInDecimal: false,
  encrypted: false,
  filteredLookupInfo: null,
  formulaTreatNullNumberAsZero: false,
  highScaleNumber: false,
  htmlFormatted: false,
  inlineHelpText: null,
  mask: null,
  maskType: null,
  queryByDistance: false,
  referenceTargetField: null,
  relationshipOrder: null,
  restrictedDelete: false,
  searchPrefilterable: false,
  writeRequiresMasterRead: false,
}

/** A field in the describe result of its object, for this user. */
export function describeField(object: ObjectView, field: Field): object {
  const { name, type, precision, createable, nillable, sortable } = field
  return {
    ...CONSTANT_MEMBERS,
    aggregatable: sortable && type !== 'boolean',
    autoNumber: field.autoNumber,
    byteLength: toByteLength(field),
    cascadeDelete: field.cascadeDelete,
    caseSensitive: field.caseSensitive,
    compoundFieldName: field.compoundFieldName,
    createable: object.createable(field),
    custom: isCustom(field),
    defaultValue: field.defaultValue,
    defaultedOnCreate: field.defaultedOnCreate,
    digits: type === 'int' ? precision : 0,
    externalId: field.externalId,
    extraTypeInfo: type === 'textarea' ? 'plaintextarea' : null,
    filterable: field.filterable,
    groupable: field.groupable,
    idLookup: field.idLookup,
    label: field.label,
    length: field.length,
    name,
    nameField: field.nameField,
    namePointing: isPolymorphic(field),
    nillable,
    permissionable: nillable && createable,
    picklistValues: field.picklistValues.map((picklistValue) => ({ ...picklistValue, validFor: null })),
    polymorphicForeignKey: isPolymorphic(field),
    precision: type === 'int' ? 0 : precision,
    referenceTo: field.referenceTo,
    relationshipName: field.relationshipName,
    restrictedPicklist: field.restricted,
    scale: field.scale,
    soapType: SOAP_TYPE[type] ?? 'xsd:string',
    sortable,
    type,
    unique: field.unique,
    updateable: object.updateable(field),
  }
}
