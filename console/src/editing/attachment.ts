import type { BlockType, SharingTagInput } from '../../../platform/client/index.ts'

/** What a new note, task or thread is about. */
export interface Attachment {
  /** People, companies or other tags it is linked to. Nobody gets access by it. */
  tags?: readonly { _id: string; alias: string }[]
  /** The block it is a part of, for tasks, and whose links a note or a thread gets. */
  block?: { _id: string; blockType: BlockType; title: string | null }
}

/** A deliberate link (the specification's name is sharingApproach 1). */
export const EXPLICIT = 1

/** A link that only organizes. */
export function toLink(tagId: string): SharingTagInput {
  return { tagId, shared: false, sharingLevel: 0, sharingApproach: EXPLICIT }
}
