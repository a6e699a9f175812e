import { expect, test } from '@jest/globals'
import { identifierKinds, supportedSyncs } from '../../../platform/provider/capabilities.ts'
import type { ApplicationDefinition } from '../../../src/contract/index.ts'

const EMPTY_APPLICATION: ApplicationDefinition = {
  name: 'x',
  label: 'X',
  description: '',
  authentication: true,
  sobjects: {},
  linkSubscriptions: [],
  externalIds: [],
}
const CONTACT = { metadataType: 'Contact', tagType: 'person' }

test.each([
  ['nothing', {}, []],
  ['mail', { sobjects: { email: true, calendar: false } }, ['email']],
  ['a calendar and meetings', { sobjects: { calendar: true, transcription: true } }, ['calendar', 'transcription']],
  ['tables', { sobjects: { table: true } }, ['metadata', 'table']],
  ['identifiers', { externalIds: [CONTACT] }, ['identifier']],
  [
    'tables and identifiers',
    { sobjects: { table: true }, externalIds: [CONTACT] },
    ['metadata', 'table', 'identifier', 'insight'],
  ],
  ['messages and functions, which have no sync', { sobjects: { message: true, function: true } }, []],
])('an application that supports %s gets the corresponding syncs', (_, capabilities, syncs) => {
  expect(supportedSyncs({ ...EMPTY_APPLICATION, ...capabilities })).toEqual(syncs)
})

test('tags are looked up as the kinds of objects that have a tag type', () => {
  const externalIds = [{ ...CONTACT, label: 'Contact' }, { metadataType: 'Case' }, { ...CONTACT, tagSubType: 'lead' }]
  expect(identifierKinds({ ...EMPTY_APPLICATION, externalIds })).toEqual([CONTACT, { ...CONTACT, tagSubType: 'lead' }])
})
