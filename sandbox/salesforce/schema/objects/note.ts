import { base64, boolean, int, READ_ONLY, REQUIRED, reference, text, textarea } from '../field-builders.ts'
import { objectType } from '../object-type.ts'

/** The classic note: plain text with one parent record. */
export const NOTE = objectType({
  name: 'Note',
  keyPrefix: '002',
  fields: [
    reference('ParentId', 'Parent ID', ['Account', 'Case', 'Contact', 'Lead', 'Opportunity', 'Project__c'], {
      ...REQUIRED,
      updateable: false,
      children: 'Notes',
      cascadeDelete: true,
    }),
    text('Title', 'Title', { length: 80, ...REQUIRED, nameField: true }),
    boolean('IsPrivate', 'Private'),
    textarea('Body', 'Body', { length: 32_000 }),
  ],
})

const made = { ...READ_ONLY, nillable: true }

/** The enhanced note. Only title and content are writeable; its id is also that of a ContentDocument. */
export const CONTENT_NOTE = objectType({
  name: 'ContentNote',
  label: 'Note',
  keyPrefix: '069',
  fields: [
    text('Title', 'Title', { ...REQUIRED, nameField: true }),
    base64('Content', 'Content'),
    text('FileType', 'File Type', { length: 20, ...made }),
    text('FileExtension', 'File Extension', { length: 40, ...made }),
    int('ContentSize', 'Size', made),
    text('TextPreview', 'Text Preview', made),
    boolean('IsReadOnly', 'Is Read Only', READ_ONLY),
    reference('LatestPublishedVersionId', 'Latest Published Version ID', ['ContentVersion'], made),
  ],
})
