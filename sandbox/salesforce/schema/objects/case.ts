import type { Row } from '../field.ts'
import { boolean, email, picklist, READ_ONLY, reference, text, textarea } from '../field-builders.ts'
import { objectType } from '../object-type.ts'

export const CASE = objectType({
  name: 'Case',
  keyPrefix: '500',
  owner: 'user-or-queue',
  fields: [
    text('CaseNumber', 'Case Number', {
      length: 30,
      ...READ_ONLY,
      nillable: false,
      nameField: true,
      autoNumber: true,
      idLookup: true,
    }),
    reference('ContactId', 'Contact ID', ['Contact'], { children: 'Cases' }),
    reference('AccountId', 'Account ID', ['Account'], { children: 'Cases', cascadeDelete: true }),
    text('SuppliedName', 'Name', { length: 80 }),
    email('SuppliedEmail', 'Email Address'),
    picklist('Type', 'Case Type', ['Mechanical', 'Electrical', 'Electronic', 'Structural', 'Other']),
    picklist('Status', 'Status', ['*New', 'Working', 'Escalated', 'Closed']),
    picklist('Reason', 'Case Reason', ['Installation', 'Performance', 'Breakdown', 'Feedback', 'Other']),
    picklist('Origin', 'Case Origin', ['Phone', 'Email', 'Web']),
    picklist('Priority', 'Priority', ['High', '*Medium', 'Low']),
    text('Subject'),
    textarea('Description', 'Description', { length: 32_000 }),
    boolean('IsClosed', 'Closed', READ_ONLY),
  ],
  derive: (row: Row) => ({ ...row, IsClosed: row.Status === 'Closed' }),
})
