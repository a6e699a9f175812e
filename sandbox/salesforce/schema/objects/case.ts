import { activityFields, mergedInto } from '../activity-fields.ts'
import type { Row } from '../field.ts'
import { boolean, datetime, email, phone, picklist, READ_ONLY, reference, text, textarea } from '../field-builders.ts'
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
    mergedInto('Case'),
    reference('ParentId', 'Parent Case ID', ['Case'], { children: 'Cases' }),
    reference('ContactId', 'Contact ID', ['Contact'], { children: 'Cases' }),
    reference('AccountId', 'Account ID', ['Account'], { children: 'Cases', cascadeDelete: true }),
    text('SuppliedName', 'Name', { length: 80 }),
    email('SuppliedEmail', 'Email Address'),
    phone('SuppliedPhone', 'Phone'),
    text('SuppliedCompany', 'Company', { length: 80 }),
    picklist('Type', 'Case Type', ['Mechanical', 'Electrical', 'Electronic', 'Structural', 'Other']),
    picklist('Status', 'Status', ['*New', 'Working', 'Escalated', 'Closed']),
    picklist('Reason', 'Case Reason', ['Installation', 'Performance', 'Breakdown', 'Feedback', 'Other']),
    picklist('Origin', 'Case Origin', ['Phone', 'Email', 'Web']),
    picklist('Priority', 'Priority', ['High', '*Medium', 'Low']),
    text('Subject'),
    textarea('Description', 'Description', { length: 32_000 }),
    textarea('Comments', 'Internal Comments', { length: 4_000 }),
    email('ContactEmail', 'Contact Email', { ...READ_ONLY, nillable: true }),
    phone('ContactPhone', 'Contact Phone', { ...READ_ONLY, nillable: true }),
    datetime('ClosedDate', 'Closed Date', { ...READ_ONLY, nillable: true }),
    boolean('IsEscalated', 'Escalated'),
    ...activityFields(),
    boolean('IsClosed', 'Closed', READ_ONLY),
  ],
  derive: withClosedDate,
})

function withClosedDate(row: Row): Row {
  const IsClosed = row.Status === 'Closed'
  return { ...row, IsClosed, ClosedDate: IsClosed ? (row.ClosedDate ?? row.SystemModstamp ?? null) : null }
}
