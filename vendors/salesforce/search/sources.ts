import type { ObjectType } from '../api/object-type.ts'
import type { Org } from '../api/org.ts'
import { newestFirst } from '../api/records.ts'
import { type Soql, soql } from '../soql/statement.ts'

/** Where the records of an object have the properties by which they are found. */
export interface SearchSource {
  object: string
  /** Fields with an e-mail address. */
  emailFields: readonly string[]
  /** Fields with the address of a website. */
  urlFields: readonly string[]
  /** The field that an exact name is compared with. */
  nameField: string | undefined
  /** Excludes records that are never a match. */
  condition: Soql
  order: Soql
  /** Whether a contact may belong to a person account, which is the record that people see. */
  hasPersonContacts: boolean
}

/** The objects that represent people, in order of precedence. */
export const PERSON_OBJECTS = ['Contact', 'Lead', 'User'] as const

const COMMON = {
  emailFields: ['Email'],
  urlFields: [],
  nameField: undefined,
  condition: soql``,
  order: soql`LastModifiedDate DESC, Id`,
  hasPersonContacts: false,
}
const ACCOUNT: SearchSource = {
  ...COMMON,
  object: 'Account',
  emailFields: [],
  urlFields: ['Website'],
  nameField: 'Name',
}

/** These are searched without a description, which would cost an API call. */
const STANDARD_SOURCES: Readonly<Record<string, SearchSource>> = {
  contact: { ...COMMON, object: 'Contact' },
  // Converted leads have become contacts.
  lead: { ...COMMON, object: 'Lead', condition: soql` AND IsConverted = ${false}` },
  user: { ...COMMON, object: 'User', condition: soql` AND IsActive = ${true}` },
  account: ACCOUNT,
}

/** Finds the source of an object by its name in any case; undefined if the org lacks it or hides it from this user. */
export async function findSource(org: Org, objectName: string): Promise<SearchSource | undefined> {
  const key = objectName.toLowerCase()
  const standard = STANDARD_SOURCES[key]
  if (standard) return (await org.hasPersonAccounts()) ? withPersonAccounts(standard) : standard
  const summary = (await org.objects()).find(({ name, queryable }) => queryable && name.toLowerCase() === key)
  return summary && toSource(await org.describe(summary.name))
}

/** Accounts that are people are found by their address, and never as organizations. */
function withPersonAccounts(source: SearchSource): SearchSource {
  if (source.object === 'Contact') return { ...source, hasPersonContacts: true }
  return source.object === 'Account' ? { ...source, emailFields: ['PersonEmail'] } : source
}

function toSource(type: ObjectType): SearchSource {
  const filterable = type.fields.filter(({ filterable }) => filterable)
  const ofType = (fieldType: string) => filterable.flatMap(({ name, type }) => (type === fieldType ? name : []))
  const nameField = filterable.find((field) => field.nameField && !field.computed)
  return {
    ...COMMON,
    object: type.name,
    emailFields: ofType('email'),
    urlFields: ofType('url'),
    nameField: nameField?.name,
    order: newestFirst(type),
  }
}
