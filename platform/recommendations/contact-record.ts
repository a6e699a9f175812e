import type { Field, FieldValue } from '../../src/contract/index.ts'

/** What is known of a person who is to become a record of a vendor. */
export interface ContactFacts {
  name: string
  email: string
  /** The vendor's id of the person's company. */
  companyId: string | undefined
}

/** The names that vendors give to the fields of a person, without spaces, dots and underscores. */
const FIELD_NAMES = {
  firstName: ['firstname', 'givenname', 'vorname'],
  lastName: ['lastname', 'familyname', 'surname', 'nachname'],
  fullName: ['name', 'fullname', 'displayname'],
  email: ['email', 'emailaddress', 'mail'],
  companyId: ['accountid', 'companyid', 'organizationid', 'account', 'company', 'organization'],
}

/**
 * The cells of a new record of a person, by the fields of the vendor's table. Undefined if the table requires a field that
 * is not known, or has no field for the address or the name.
 */
export function toContactCells(fields: readonly Field[], facts: ContactFacts): FieldValue[] | undefined {
  const find = (kind: keyof typeof FIELD_NAMES) =>
    fields.find(({ name }) => FIELD_NAMES[kind].includes(normalize(name)))
  const { firstName, lastName } = splitName(facts.name)
  const hasLastName = find('lastName') !== undefined
  const cells = new Map<string, string>()
  const set = (kind: keyof typeof FIELD_NAMES, value: string | undefined) => {
    const field = find(kind)
    if (field && value) cells.set(field.name, value)
  }
  set('email', facts.email)
  if (hasLastName) {
    set('firstName', firstName)
    set('lastName', lastName)
  } else set('fullName', facts.name)
  if (find('companyId')?.fieldType === 'reference') set('companyId', facts.companyId)
  const isComplete = fields.every(({ name, required }) => !required || cells.has(name))
  const isNamed = cells.size > 1 && find('email') !== undefined
  return isComplete && isNamed ? [...cells].map(([name, value]) => ({ name, value })) : undefined
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[\s._-]/g, '')
}

/** The last word is the family name: names in another order cannot be told apart, and the person sees what is proposed. */
function splitName(name: string): { firstName: string | undefined; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.pop() ?? name
  return { firstName: words.length > 0 ? words.join(' ') : undefined, lastName }
}
