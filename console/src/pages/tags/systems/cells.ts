import type { FieldsOfRecordKindQuery, ShownTagFragment } from '../../../documents.ts'

export type RecordField = NonNullable<FieldsOfRecordKindQuery['recordTypes']>[number]['createFields'][number]

/** What systems call the fields of people and companies, without spaces, dots and underscores. */
const FIELD_NAMES = {
  firstName: ['firstname', 'givenname', 'vorname'],
  lastName: ['lastname', 'familyname', 'surname', 'nachname'],
  fullName: ['name', 'fullname', 'displayname', 'accountname', 'companyname'],
  email: ['email', 'emailaddress', 'mail'],
  phone: ['phone', 'phonenumber', 'telephone'],
  website: ['website', 'url', 'homepage', 'domain'],
  companyId: ['accountid', 'companyid', 'organizationid', 'account', 'company', 'organization'],
  description: ['description', 'notes', 'beschreibung'],
} as const
type FieldRole = keyof typeof FIELD_NAMES

function fieldOf(fields: readonly RecordField[], role: FieldRole): RecordField | undefined {
  return fields.find(({ name }) => (FIELD_NAMES[role] as readonly string[]).includes(normalize(name)))
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[\s._-]/g, '')
}

/** The field by which a record of the tag is looked for, and what it would have there. */
export function identityCell(
  fields: readonly RecordField[],
  tag: ShownTagFragment,
): { fieldName: string; value: string; operator: 'eq' | 'contains' } | undefined {
  const email = fieldOf(fields, 'email')
  if (tag.tagType === 'person' && tag.email && email) return { fieldName: email.name, value: tag.email, operator: 'eq' }
  const website = fieldOf(fields, 'website')
  if (tag.tagType !== 'person' && tag.emailDomain && website) {
    return { fieldName: website.name, value: tag.emailDomain, operator: 'contains' }
  }
  const name = fieldOf(fields, 'fullName')
  return name ? { fieldName: name.name, value: tag.friendlyName ?? tag.alias, operator: 'eq' } : undefined
}

/** What a new record would contain, by field: what is known of the tag. */
export function initialCells(
  fields: readonly RecordField[],
  tag: ShownTagFragment,
  application: string,
): Record<string, string> {
  const cells: Record<string, string> = {}
  const set = (role: FieldRole, value: string | null | undefined) => {
    const field = fieldOf(fields, role)
    if (field && value) cells[field.name] = value
  }
  const name = tag.friendlyName || tag.alias
  if (fieldOf(fields, 'lastName')) {
    const words = name.trim().split(/\s+/)
    set('lastName', words.pop())
    set('firstName', words.join(' '))
  } else set('fullName', name)
  set('email', tag.email)
  set('phone', tag.phoneNumber)
  set('website', tag.url ?? (tag.tagType === 'person' ? null : tag.emailDomain))
  set('description', tag.description)
  setCompany(cells, fields, tag, application)
  return cells
}

/** The company by its id in the system where the field is a reference, else by its name. */
function setCompany(
  cells: Record<string, string>,
  fields: readonly RecordField[],
  tag: ShownTagFragment,
  application: string,
): void {
  const field = fieldOf(fields, 'companyId')
  if (!field || tag.tagType !== 'person') return
  const link = tag.companyLinks?.externalIdLinks.find((candidate) => candidate.application === application)
  const value = field.fieldType === 'reference' ? link?.externalId : tag.organization?.alias
  if (value) cells[field.name] = value
}

/** The fields that the form shows: those that are required or known. Values that the system computes are left out. */
export function shownFields(fields: readonly RecordField[], cells: Readonly<Record<string, string>>): RecordField[] {
  return fields.filter(({ name, required }) => required === true || cells[name] !== undefined)
}
