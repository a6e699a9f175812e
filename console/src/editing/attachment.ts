import type { BlockType, SharingTagInput } from '../../../platform/client/index.ts'
import { titleOf } from '../text/blocks.ts'
import type { AvatarTag } from '../ui/tag-avatar.tsx'
import { fromText } from './notes/plain.ts'

/** What a new note, task or thread is about. */
export interface Attachment {
  /** People, companies or other tags that it is linked to. Nobody gets access by it. */
  tags?: readonly AttachedTag[]
  /** The block that it is about: a task becomes a part of it, a note starts with a link to it. */
  block?: AttachedBlock
}

export type AttachedTag = Pick<AvatarTag, '_id' | 'alias'> & Partial<AvatarTag>

export interface AttachedBlock {
  _id: string
  blockType: BlockType
  title: string | null
}

/** A deliberate link (sharingApproach of the specification). */
const EXPLICIT = 1
const EDITOR = 1

/** A link that only organizes. */
export function toLink(tagId: string): SharingTagInput {
  return { tagId, shared: false, sharingLevel: 0, sharingApproach: EXPLICIT }
}

/** Somebody chosen from the picker, or an address. */
export type Invited = { tag: AttachedTag } | { email: string }

/** A link that lets somebody read and edit. */
export function toInvitation(whom: Invited): SharingTagInput {
  const recipient = 'tag' in whom ? { tagId: whom.tag._id } : { email: whom.email }
  return { ...recipient, shared: true, sharingLevel: EDITOR, sharingApproach: EXPLICIT }
}

export function toAssignee(whom: Invited): SharingTagInput {
  return { ...toInvitation(whom), assigned: true }
}

/** Each tag once; who is invited is not only linked. */
export function mergeLinks(
  invitations: readonly SharingTagInput[],
  links: readonly SharingTagInput[],
): SharingTagInput[] {
  const invited = new Set(invitations.map(({ tagId }) => tagId))
  return [...invitations, ...links.filter(({ tagId }) => !invited.has(tagId))]
}

/** The document of a new note: a link to the block that it is about, if any, and its text. Undefined if it is empty. */
export function toNewDocument(text: string, block: AttachedBlock | undefined, origin: string): string | undefined {
  const { content } = JSON.parse(fromText(text)) as { content: object[] }
  const lines = text.trim() === '' ? [] : content
  const all = block ? [toBlockLine(block, origin), ...lines] : lines
  return all.length > 0 ? JSON.stringify({ type: 'doc', content: all }) : undefined
}

function toBlockLine(block: AttachedBlock, origin: string) {
  const link = { type: 'link', attrs: { href: new URL(`/blocks/${block._id}`, origin).href } }
  return {
    type: 'paragraph',
    content: [
      { type: 'text', text: 'About ' },
      { type: 'text', text: titleOf(block), marks: [link] },
    ],
  }
}
