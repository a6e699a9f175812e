import { expect, test } from '@jest/globals'
import { identifierKinds, syncsOf } from '../../../platform/provider/capabilities.ts'
import type { ApplicationDefinition } from '../../../src/contract/index.ts'

const PLAIN: ApplicationDefinition = {
  ...{ name: 'x', label: 'X', description: '', authentication: true },
  ...{ sobjects: {}, linkSubscriptions: [], externalIds: [] },
}
const CONTACT = { metadataType: 'Contact', tagType: 'person' }

test.each([
  ['nothing', {}, []],
  ['mail', { sobjects: { email: true, calendar: false } }, ['email']],
  ['a calendar and meetings', { sobjects: { calendar: true, transcription: true } }, ['calendar', 'transcription']],
  ['tables', { sobjects: { table: true } }, ['metadata', 'table']],
  ['identities', { externalIds: [CONTACT] }, ['identifier']],
  [
    'tables and identities',
    { sobjects: { table: true }, externalIds: [CONTACT] },
    ['metadata', 'table', 'identifier', 'insight'],
  ],
  ['messages and functions, which have no sync', { sobjects: { message: true, function: true } }, []],
])('an application that promises %s gets its syncs', (_, promises, syncs) => {
  expect(syncsOf({ ...PLAIN, ...promises })).toEqual(syncs)
})

test('tags are looked up as the kinds of objects that name a type of tag', () => {
  const externalIds = [{ ...CONTACT, label: 'Contact' }, { metadataType: 'Case' }, { ...CONTACT, tagSubType: 'lead' }]
  expect(identifierKinds({ ...PLAIN, externalIds })).toEqual([CONTACT, { ...CONTACT, tagSubType: 'lead' }])
})
