import { boolean, datetime, email, phone, picklist, READ_ONLY, REQUIRED, reference, text } from '../field-builders.ts'
import { objectType } from '../object-type.ts'
import { personName, withFullName } from './contact.ts'

/** Users. They are read-only in the sandbox's API. */
export const USER = objectType({
  name: 'User',
  keyPrefix: '005',
  owner: 'none',
  createable: false,
  updateable: false,
  deletable: false,
  fields: [
    text('Username', 'Username', { length: 80, ...REQUIRED, idLookup: true }),
    ...personName(),
    text('CompanyName', 'Company Name', { length: 80 }),
    text('Title', 'Title', { length: 80 }),
    text('Department', 'Department', { length: 80 }),
    email('Email', 'Email', { length: 128, ...REQUIRED }),
    text('Alias', 'Alias', { length: 8, ...REQUIRED }),
    phone('Phone'),
    phone('MobilePhone', 'Mobile'),
    reference('ManagerId', 'Manager ID', ['User'], { children: 'ManagedUsers' }),
    text('FederationIdentifier', 'SAML Federation ID', { length: 512, nillable: true }),
    datetime('LastLoginDate', 'Last Login', { ...READ_ONLY, nillable: true }),
    boolean('IsActive', 'Active'),
    picklist('UserType', 'User Type', ['*Standard', 'PowerPartner', 'CspLitePortal', 'Guest']),
    text('TimeZoneSidKey', 'Time Zone', { length: 40, ...REQUIRED }),
    text('LocaleSidKey', 'Locale', { length: 40, ...REQUIRED }),
    text('LanguageLocaleKey', 'Language', { length: 40, ...REQUIRED }),
  ],
  derive: withFullName,
})
