import { picklist, READ_ONLY, REQUIRED, text } from '../field-builders.ts'
import { objectType } from '../object-type.ts'

/** A saved report. The analytics API runs it. */
export const REPORT = objectType({
  name: 'Report',
  keyPrefix: '00O',
  createable: false,
  updateable: false,
  fields: [
    text('Name', 'Report Name', { length: 80, ...REQUIRED, nameField: true }),
    text('DeveloperName', 'Report Unique Name', { length: 80, ...READ_ONLY, nillable: true }),
    text('FolderName', 'Folder Name', { ...READ_ONLY, nillable: true }),
    picklist('Format', 'Format', ['Tabular', 'Summary', 'Matrix'], READ_ONLY),
  ],
})
