import type { Row } from '../field.ts'
import { boolean, combobox, date, picklist, READ_ONLY, REQUIRED, reference, textarea } from '../field-builders.ts'
import { objectType } from '../object-type.ts'

export const TASK = objectType({
  name: 'Task',
  keyPrefix: '00T',
  fields: [
    reference('WhoId', 'Name ID', ['Contact', 'Lead'], { children: 'Tasks' }),
    reference('WhatId', 'Related To ID', ['Account', 'Case', 'Opportunity', 'Project__c'], { children: 'Tasks' }),
    combobox('Subject', 'Subject', ['Call', 'Email', 'Send Letter', 'Send Quote', 'Other'], { nameField: true }),
    date('ActivityDate', 'Due Date Only'),
    picklist(
      'Status',
      'Status',
      ['*Not Started', 'In Progress', 'Completed', 'Waiting on someone else', 'Deferred'],
      REQUIRED,
    ),
    picklist('Priority', 'Priority', ['High', '*Normal', 'Low'], REQUIRED),
    picklist('TaskSubtype', 'Task Subtype', ['*Task', 'Email', 'ListEmail', 'Cadence', 'Call'], {
      updateable: false,
      restricted: true,
    }),
    textarea('Description', 'Description', { length: 32_000 }),
    boolean('IsClosed', 'Closed', READ_ONLY),
  ],
  derive: (row: Row) => ({ ...row, IsClosed: row.Status === 'Completed' }),
})
