import type { Row } from '../field.ts'
import {
  boolean,
  combobox,
  date,
  datetime,
  int,
  picklist,
  READ_ONLY,
  REQUIRED,
  reference,
  text,
  textarea,
} from '../field-builders.ts'
import { objectType } from '../object-type.ts'

export const TASK = objectType({
  name: 'Task',
  keyPrefix: '00T',
  fields: [
    reference('WhoId', 'Name ID', ['Contact', 'Lead'], { children: 'Tasks' }),
    reference('WhatId', 'Related To ID', ['Account', 'Case', 'Opportunity', 'Project__c'], { children: 'Tasks' }),
    reference('AccountId', 'Account ID', ['Account'], { ...READ_ONLY, nillable: true }),
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
    boolean('IsHighPriority', 'High Priority', READ_ONLY),
    int('CallDurationInSeconds', 'Call Duration'),
    picklist('CallType', 'Call Type', ['Internal', 'Inbound', 'Outbound']),
    text('CallDisposition', 'Call Result'),
    datetime('ReminderDateTime', 'Reminder Date/Time'),
    boolean('IsReminderSet', 'Reminder Set'),
    boolean('IsRecurrence', 'Create Recurring Series of Tasks'),
    boolean('IsArchived', 'Archived', READ_ONLY),
    datetime('CompletedDateTime', 'Completed Date', { ...READ_ONLY, nillable: true }),
    textarea('Description', 'Description', { length: 32_000 }),
    boolean('IsClosed', 'Closed', READ_ONLY),
  ],
  derive: (row: Row) => ({ ...row, IsClosed: row.Status === 'Completed', IsHighPriority: row.Priority === 'High' }),
})
