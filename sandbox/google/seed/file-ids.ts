import { createFileId } from '../drive/store.ts'

/** The ids of the sample files, which are the same at every start. */
export const FILE_ID = {
  proposals: createFileId('folder of proposals'),
  template: createFileId('proposal template'),
  letter: createFileId('welcome letter'),
  customers: createFileId('customer list'),
  forecast: createFileId('forecast'),
  notes: createFileId('notes of Halden'),
  pitch: createFileId('pitch'),
  contract: createFileId('contract.docx'),
  price: createFileId('price list.pdf'),
  shortcut: createFileId('shortcut to the template'),
  brokenShortcut: createFileId('shortcut to nothing'),
  trashed: createFileId('old proposal'),
  handbook: createFileId('handbook'),
  playbook: createFileId('playbook of the shared drive'),
  boardPack: createFileId('board pack'),
  legacy: createFileId('file with a resource key'),
  archive: createFileId('archive'),
  salary: createFileId('salaries'),
} as const

/** The shared drive "Sales". Ada and Bilal write there, Esther reads. */
export const SALES_DRIVE = '0AJx3Qm7UkPVA'

/** The resource key of `FILE_ID.legacy`. */
export const LEGACY_KEY = '0-dGhlIGtleSBvZiBhIGxpbms'
