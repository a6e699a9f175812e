import type { Field, Row } from './field.ts'
import { boolean, email, phone, picklist, READ_ONLY, reference, text } from './field-builders.ts'
import type { ObjectType } from './object-type.ts'
import { SALUTATIONS } from './objects/picklists.ts'

/** What an administrator has switched on or changed in an org. */
export interface OrgFeatures {
  /** Accounts that are people, each with a contact of its own. */
  personAccounts: boolean
  /** Currencies of the org, the default first. With several, amounts have a currency. */
  currencies: readonly string[]
  /** New API names of picklist values, by `Object.Field` and previous name. */
  renamedValues: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** New labels of picklist values, by `Object.Field` and API name. The language of a user changes labels too. */
  labels: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export const NO_FEATURES: OrgFeatures = {
  personAccounts: false,
  currencies: [],
  renamedValues: new Map(),
  labels: new Map(),
}

/** The objects of an org with these features. */
export function withFeatures(objects: readonly ObjectType[], features: OrgFeatures): ObjectType[] {
  return objects.map((type) =>
    withLabels(withRenamedValues(withCurrency(withPersonFields(type, features), features), features), features),
  )
}

const READ_ONLY_OPTIONAL = { ...READ_ONLY, nillable: true }

/** Fields of person accounts (Object Reference, "Account" and "Contact"). */
const PERSON_FIELDS: Readonly<Record<string, readonly Field[]>> = {
  Account: [
    boolean('IsPersonAccount', 'Is Person Account', READ_ONLY),
    reference('PersonContactId', 'Contact ID', ['Contact'], READ_ONLY_OPTIONAL),
    text('LastName', 'Last Name', { length: 80, compoundFieldName: 'Name' }),
    text('FirstName', 'First Name', { length: 40, compoundFieldName: 'Name' }),
    picklist('Salutation', 'Salutation', SALUTATIONS, { length: 40, compoundFieldName: 'Name' }),
    email('PersonEmail', 'Email', { idLookup: true }),
    phone('PersonMobilePhone', 'Mobile'),
    text('PersonTitle', 'Title', { length: 80 }),
  ],
  Contact: [boolean('IsPersonAccount', 'Is Person Account', READ_ONLY)],
}

function withPersonFields(type: ObjectType, { personAccounts }: OrgFeatures): ObjectType {
  const fields = personAccounts ? PERSON_FIELDS[type.name] : undefined
  if (!fields) return type
  const extended = addFields(type, fields)
  return type.name === 'Account' ? { ...extended, derive: withPersonName } : extended
}

/** An account with a last name is a person, whose name is derived. */
function withPersonName(row: Row): Row {
  if (!row.LastName) return { ...row, IsPersonAccount: false }
  return { ...row, IsPersonAccount: true, Name: [row.FirstName, row.LastName].filter(Boolean).join(' ') }
}

/** Objects whose rows have a currency of their own. */
const CURRENCY_OBJECTS = ['Account', 'Contact', 'Lead', 'Opportunity', 'OpportunityContactRole', 'Case', 'Project__c']

function withCurrency(type: ObjectType, { currencies: [standard, ...others] }: OrgFeatures): ObjectType {
  if (!standard || !CURRENCY_OBJECTS.includes(type.name)) return type
  return addFields(type, [
    picklist('CurrencyIsoCode', 'Currency ISO Code', [`*${standard}`, ...others], { length: 3, restricted: true }),
  ])
}

function addFields(type: ObjectType, fields: readonly Field[]): ObjectType {
  return {
    ...type,
    fields: new Map([...type.fields, ...fields.map((field) => [field.name.toLowerCase(), field] as const)]),
  }
}

function withLabels(type: ObjectType, { labels }: OrgFeatures): ObjectType {
  const relabelled = [...type.fields.values()].flatMap((field) => {
    const names = labels.get(`${type.name}.${field.name}`)
    if (!names) return []
    const picklistValues = field.picklistValues.map((item) => ({ ...item, label: names.get(item.value) ?? item.label }))
    return [{ ...field, picklistValues }]
  })
  return relabelled.length > 0 ? addFields(type, relabelled) : type
}

/** Replaces the values in the picklist. Derived fields are still computed from the previous ones. */
function withRenamedValues(type: ObjectType, { renamedValues }: OrgFeatures): ObjectType {
  const renamed = [...type.fields.values()].flatMap((field) => {
    const names = renamedValues.get(`${type.name}.${field.name}`)
    return names ? [{ field, names }] : []
  })
  if (renamed.length === 0) return type
  const extended = addFields(
    type,
    renamed.map(({ field, names }) => renameValues(field, names)),
  )
  return { ...extended, derive: (row, previous) => deriveFromPreviousNames(type, renamed, row, previous) }
}

interface RenamedField {
  field: Field
  names: ReadonlyMap<string, string>
}

function renameValues(field: Field, names: RenamedField['names']): Field {
  const rename = (value: string) => names.get(value) ?? value
  return {
    ...field,
    defaultValue: typeof field.defaultValue === 'string' ? rename(field.defaultValue) : field.defaultValue,
    picklistValues: field.picklistValues.map((item) => {
      return { ...item, value: rename(item.value), label: rename(item.label) }
    }),
  }
}

function deriveFromPreviousNames(
  type: ObjectType,
  renamed: readonly RenamedField[],
  row: Row,
  previous: Row | undefined,
): Row {
  const toPrevious = (current: Row): Row => {
    const values = renamed.map(({ field: { name }, names }) => {
      const [oldName] = [...names].find(([, newName]) => newName === current[name]) ?? []
      // A previous name has no meaning any more: an unrestricted picklist accepts it as any other text.
      const unchanged = names.has(String(current[name])) ? null : (current[name] ?? null)
      return [name, oldName ?? unchanged] as const
    })
    return { ...current, ...Object.fromEntries(values) }
  }
  const derived = type.derive(toPrevious(row), previous && toPrevious(previous))
  const restored = renamed.map(({ field: { name } }) => [name, row[name] ?? null] as const)
  return { ...derived, ...Object.fromEntries(restored) }
}
