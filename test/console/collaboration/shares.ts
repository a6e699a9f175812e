import type { ShownShareFragment } from '../../../console/src/documents.ts'

/** A link of a block to a person whose name is their id; without a level it is not shared. */
export function shareOf(tagId: string, level: number | undefined, sharingApproach = 1): ShownShareFragment {
  return {
    tagId,
    shared: level !== undefined,
    sharingLevel: level ?? 0,
    sharingApproach,
    pinned: false,
    assigned: false,
    tag: {
      _id: tagId,
      alias: tagId,
      tagType: 'person',
      tagSubType: null,
      email: `${tagId}@a.example`,
      emailDomain: null,
      avatar: null,
      favicon: null,
    },
  }
}
