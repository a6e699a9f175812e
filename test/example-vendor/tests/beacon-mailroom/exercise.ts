import type { Samples } from '../../../../conformance/index.ts'

/** What the conformance suite calls the handlers with. The sandbox has everything that is named here. */
export const exercise = {
  table: { metadataType: 'Account' },
  insight: { tagType: 'topic', tags: [{ externalId: 'a1' }] },
  records: {
    metadataType: 'Account',
    created: [{ name: 'Name', value: 'Conformance AS' }],
    changed: [{ name: 'Industry', value: 'Retail' }],
  },
  notes: { tags: [{ externalId: 'a1', tagType: 'topic' }] },
  tags: [{ externalId: 'a1' }, { email: 'ingrid@halden.example', tagType: 'person' }],
  link: { url: 'https://meridian.beacon.example/documents/d1' },
  function: {
    functionName: 'beacon-report',
    configuration: {},
    values: [
      { name: 'Title', value: 'Conformance' },
      { name: 'Text', value: 'Agreed on Tuesday.' },
    ],
  },
  query: {
    metadataType: 'Account',
    returnFields: ['Name', 'Industry'],
    none: [{ fieldName: 'Name', operator: 'eq', value: 'No account has this name' }],
  },
} satisfies Samples
