import { activityFields, mergedInto } from '../activity-fields.ts'
import {
  address,
  currency,
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
import { INDUSTRIES, LEAD_SOURCES, RATINGS } from './picklists.ts'

export const ACCOUNT = objectType({
  name: 'Account',
  keyPrefix: '001',
  fields: [
    mergedInto('Account'),
    text('Name', 'Account Name', { ...REQUIRED, nameField: true }),
    picklist('Type', 'Account Type', [
      'Prospect',
      'Customer - Direct',
      'Customer - Channel',
      'Channel Partner / Reseller',
      'Installation Partner',
      'Technology Partner',
      'Other',
    ]),
    reference('ParentId', 'Parent Account ID', ['Account'], { children: 'ChildAccounts' }),
    ...address('Billing'),
    ...address('Shipping'),
    phone('Phone', 'Account Phone'),
    phone('Fax', 'Account Fax'),
    text('AccountNumber', 'Account Number', { length: 40 }),
    url('Website'),
    text('Sic', 'SIC Code', { length: 20 }),
    picklist('Industry', 'Industry', INDUSTRIES),
    currency('AnnualRevenue', 'Annual Revenue', { scale: 0 }),
    int('NumberOfEmployees', 'Employees'),
    picklist('Ownership', 'Ownership', ['Public', 'Private', 'Subsidiary', 'Other']),
    text('TickerSymbol', 'Ticker Symbol', { length: 20 }),
    textarea('Description', 'Account Description', { length: 32_000 }),
    picklist('Rating', 'Account Rating', RATINGS),
    text('Site', 'Account Site', { length: 80 }),
    picklist('AccountSource', 'Account Source', LEAD_SOURCES),
    url('PhotoUrl', 'Photo URL', { ...READ_ONLY, nillable: true }),
    ...activityFields(),
    text('Customer_Number__c', 'Customer Number', { length: 20, externalId: true, idLookup: true, unique: true }),
  ],
})
