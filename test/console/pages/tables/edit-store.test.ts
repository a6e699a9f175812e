import { expect, test } from '@jest/globals'
import { editStoreOf, hasUnwrittenEdits } from '../../../../console/src/pages/tables/editing/edit-store.ts'
import { enter } from '../../../../console/src/pages/tables/editing/edits.ts'

const QUERIES_OF_ADA = {}
const QUERIES_OF_BILAL = {}

test('what was entered into a table remains while other pages are shown, for its person alone', () => {
  const change = { recordId: 'r', field: 'Name', value: 'Halden' }
  editStoreOf(QUERIES_OF_ADA, 'accounts').update((edits) => enter(edits, [change]))
  expect(editStoreOf(QUERIES_OF_ADA, 'contacts').hasUnwritten).toBe(false)
  expect(editStoreOf(QUERIES_OF_ADA, 'accounts').hasUnwritten).toBe(true)
  expect(hasUnwrittenEdits()).toBe(true)
  expect(editStoreOf(QUERIES_OF_BILAL, 'accounts').hasUnwritten).toBe(false)
  expect(hasUnwrittenEdits()).toBe(false)
})
