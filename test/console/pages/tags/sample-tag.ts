import type { ShownTagFragment } from '../../../../console/src/documents.ts'

/** A tag as the page loads it, with nothing but a name. */
export function sampleTag(change: Partial<ShownTagFragment> = {}): ShownTagFragment {
  return {
    _id: 'tag',
    alias: 'Maya Whitfield',
    tagType: 'person',
    tagSubType: null,
    email: null,
    emailDomain: null,
    avatar: null,
    favicon: null,
    friendlyName: null,
    favorite: false,
    archived: false,
    taskCount: 0,
    dateUpdated: 0,
    dateCreated: 0,
    dateLastContact: null,
    organization: null,
    companyLinks: null,
    phoneNumber: null,
    url: null,
    urls: [],
    description: null,
    externalId: null,
    businessObjects: [],
    externalIdLinks: [],
    signals: [],
    ...change,
  }
}
