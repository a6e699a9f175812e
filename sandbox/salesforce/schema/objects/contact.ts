import { activityFields, mergedInto } from '../activity-fields.ts'
import type { Row } from '../field.ts'
import {
  address,
  boolean,
  date,
  datetime,
  email,
  phone,
  picklist,
  READ_ONLY,
  REQUIRED,
  reference,
  text,
  textarea,
  url,
} from '../field-builders.ts'
import { objectType } from '../object-type.ts'
import { LEAD_SOURCES, SALUTATIONS } from './picklists.ts'

export const CONTACT = objectType({
  name: 'Contact',
  keyPrefix: '003',
  fields: [
    mergedInto('Contact'),
    reference('AccountId', 'Account ID', ['Account'], { children: 'Contacts', cascadeDelete: true }),
    ...personName(),
    ...address('Other'),
    ...address('Mailing'),
    phone('Phone', 'Business Phone'),
    phone('Fax', 'Business Fax'),
    phone('MobilePhone', 'Mobile Phone'),
    phone('HomePhone', 'Home Phone'),
    reference('ReportsToId', 'Reports To ID', ['Contact'], { children: 'Reports' }),
    email('Email', 'Email', { idLookup: true }),
    text('Title', 'Title', { length: 128 }),
    text('Department', 'Department', { length: 80 }),
    picklist('LeadSource', 'Lead Source', LEAD_SOURCES),
    date('Birthdate'),
    textarea('Description', 'Contact Description', { length: 32_000 }),
    phone('OtherPhone', 'Other Phone'),
    text('AssistantName', "Assistant's Name", { length: 40 }),
    phone('AssistantPhone', 'Asst. Phone'),
    text('EmailBouncedReason', 'Email Bounced Reason', { ...READ_ONLY, nillable: true }),
    datetime('EmailBouncedDate', 'Email Bounced Date', { ...READ_ONLY, nillable: true }),
    boolean('IsEmailBounced', 'Is Email Bounced', READ_ONLY),
    url('PhotoUrl', 'Photo URL', { ...READ_ONLY, nillable: true }),
    ...activityFields(),
    boolean('HasOptedOutOfEmail', 'Email Opt Out'),
    boolean('DoNotCall', 'Do Not Call'),
  ],
  derive: withFullName,
})

/** The components of a person's name, and the name that is derived from them. */
export function personName() {
  return [
    text('LastName', 'Last Name', { length: 80, compoundFieldName: 'Name', ...REQUIRED }),
    text('FirstName', 'First Name', { length: 40, compoundFieldName: 'Name' }),
    picklist('Salutation', 'Salutation', SALUTATIONS, { length: 40, compoundFieldName: 'Name' }),
    text('Name', 'Full Name', { length: 121, ...READ_ONLY, nillable: false, nameField: true }),
  ]
}

export function withFullName(row: Row): Row {
  return { ...row, Name: [row.FirstName, row.LastName].filter(Boolean).join(' ') }
}
