import { boolean, picklist, REQUIRED, text } from '../field-builders.ts'
import { objectType } from '../object-type.ts'

/** The org itself: a single row with the org's id. */
export const ORGANIZATION = objectType({
  name: 'Organization',
  keyPrefix: '00D',
  owner: 'none',
  createable: false,
  updateable: false,
  deletable: false,
  searchable: false,
  fields: [
    text('Name', 'Name', { length: 80, ...REQUIRED, nameField: true }),
    picklist('OrganizationType', 'Edition', ['Developer Edition', 'Professional Edition', 'Enterprise Edition']),
    text('InstanceName', 'Instance Name', { length: 5 }),
    text('LanguageLocaleKey', 'Language', { length: 40, ...REQUIRED }),
    text('TimeZoneSidKey', 'Time Zone', { length: 40, ...REQUIRED }),
    boolean('IsSandbox', 'Is Sandbox'),
  ],
})
