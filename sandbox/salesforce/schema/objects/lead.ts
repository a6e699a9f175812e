import { activityFields, mergedInto } from '../activity-fields.ts'
import type { Row } from '../field.ts'
import {
  address,
  boolean,
  currency,
  date,
  email,
  int,
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
import { personName, withFullName } from './contact.ts'
import { INDUSTRIES, LEAD_SOURCES, RATINGS } from './picklists.ts'

const converted = { ...READ_ONLY, nillable: true }

export const LEAD = objectType({
  name: 'Lead',
  keyPrefix: '00Q',
  owner: 'user-or-queue',
  fields: [
    mergedInto('Lead'),
    ...personName(),
    text('Title', 'Title', { length: 128 }),
    text('Company', 'Company', REQUIRED),
    ...address('', ''),
    phone('Phone'),
    phone('MobilePhone', 'Mobile Phone'),
    email('Email', 'Email', { idLookup: true }),
    url('Website'),
    textarea('Description', 'Description', { length: 32_000 }),
    picklist('LeadSource', 'Lead Source', LEAD_SOURCES),
    picklist(
      'Status',
      'Status',
      ['*Open - Not Contacted', 'Working - Contacted', 'Closed - Converted', 'Closed - Not Converted'],
      REQUIRED,
    ),
    picklist('Industry', 'Industry', INDUSTRIES),
    picklist('Rating', 'Rating', RATINGS),
    currency('AnnualRevenue', 'Annual Revenue', { scale: 0 }),
    int('NumberOfEmployees', 'Employees'),
    phone('Fax'),
    boolean('HasOptedOutOfEmail', 'Email Opt Out'),
    boolean('DoNotCall', 'Do Not Call'),
    boolean('IsUnreadByOwner', 'Unread By Owner'),
    ...activityFields(),
    boolean('IsConverted', 'Converted', READ_ONLY),
    date('ConvertedDate', 'Converted Date', converted),
    reference('ConvertedAccountId', 'Converted Account ID', ['Account'], converted),
    reference('ConvertedContactId', 'Converted Contact ID', ['Contact'], converted),
    reference('ConvertedOpportunityId', 'Converted Opportunity ID', ['Opportunity'], converted),
  ],
  derive: (row: Row) => withFullName({ IsConverted: false, ...row }),
})
