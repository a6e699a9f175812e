import { boolean, int, READ_ONLY, text } from '../field-builders.ts'
import { objectType } from '../object-type.ts'

const made = { ...READ_ONLY, nillable: true }

/** The values of Task.Status. An administrator can rename them, and decides which of them are closed. */
export const TASK_STATUS = objectType({
  name: 'TaskStatus',
  label: 'Task Status Value',
  keyPrefix: '01J',
  owner: 'none',
  createable: false,
  updateable: false,
  deletable: false,
  searchable: false,
  fields: [
    text('MasterLabel', 'Master Label', { ...made, nameField: true }),
    text('ApiName', 'API Name', made),
    int('SortOrder', 'Sort Order', made),
    boolean('IsDefault', 'Is Default', READ_ONLY),
    boolean('IsClosed', 'Is Closed', READ_ONLY),
  ],
})
