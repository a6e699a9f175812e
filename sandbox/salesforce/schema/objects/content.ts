import { base64, boolean, int, picklist, READ_ONLY, REQUIRED, reference, text, textarea } from '../field-builders.ts'
import { objectType } from '../object-type.ts'

const made = { ...READ_ONLY, nillable: true }

/** The objects to whose rows a file or enhanced note can be linked. */
const LINKABLE = ['Account', 'Case', 'Contact', 'Lead', 'Opportunity', 'Organization', 'Project__c', 'Task', 'User']

export const CONTENT_DOCUMENT = objectType({
  name: 'ContentDocument',
  label: 'Content Document',
  keyPrefix: '069',
  createable: false,
  fields: [
    text('Title', 'Title', { ...REQUIRED, nameField: true }),
    textarea('Description', 'Description', { length: 1000 }),
    text('FileType', 'File Type', { length: 20, ...made }),
    text('FileExtension', 'File Extension', { length: 40, ...made }),
    int('ContentSize', 'Size', made),
    reference('LatestPublishedVersionId', 'Latest Published Version ID', ['ContentVersion'], made),
  ],
})

export const CONTENT_VERSION = objectType({
  name: 'ContentVersion',
  label: 'Content Version',
  keyPrefix: '068',
  deletable: false,
  fields: [
    reference('ContentDocumentId', 'ContentDocument ID', ['ContentDocument'], {
      updateable: false,
      children: 'ContentVersions',
      cascadeDelete: true,
    }),
    boolean('IsLatest', 'Is Latest', READ_ONLY),
    text('VersionNumber', 'Version Number', { length: 20, ...made }),
    text('Title', 'Title', { nameField: true }),
    textarea('Description', 'Description', { length: 1000 }),
    textarea('ReasonForChange', 'Reason For Change', { length: 1000 }),
    text('PathOnClient', 'Path On Client', { length: 500, updateable: false }),
    base64('VersionData', 'Version Data', { updateable: false }),
    int('ContentSize', 'Size', made),
    text('FileType', 'File Type', { length: 20, ...made }),
    text('FileExtension', 'File Extension', { length: 40, ...made }),
    reference('FirstPublishLocationId', 'First Publish Location ID', LINKABLE, { updateable: false }),
  ],
})

export const CONTENT_DOCUMENT_LINK = objectType({
  name: 'ContentDocumentLink',
  label: 'Content Document Link',
  keyPrefix: '06A',
  owner: 'none',
  audited: false,
  searchable: false,
  requiredFilters: ['ContentDocumentId', 'LinkedEntityId'],
  fields: [
    reference('LinkedEntityId', 'Linked Entity ID', LINKABLE, {
      ...REQUIRED,
      updateable: false,
      children: 'ContentDocumentLinks',
      cascadeDelete: true,
    }),
    reference('ContentDocumentId', 'ContentDocument ID', ['ContentDocument'], {
      ...REQUIRED,
      updateable: false,
      children: 'ContentDocumentLinks',
      cascadeDelete: true,
    }),
    picklist('ShareType', 'Share Type', ['*V', 'C', 'I'], { length: 40, restricted: true }),
    picklist('Visibility', 'Visibility', ['*AllUsers', 'InternalUsers', 'SharedUsers'], {
      length: 40,
      restricted: true,
    }),
  ],
})
