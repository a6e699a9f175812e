import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import type { LinkInsert } from '../../../storage/graph/access/shares.ts'
import type { SharingRow } from '../../../storage/graph/blocks/related-rows.ts'
import type { TagRow } from '../../../storage/graph/tags/rows.ts'
import { forbidden } from '../../errors.ts'
import type { ShareTarget } from './share-block.ts'

export type ShareFields = Omit<LinkInsert, 'tenant_id' | 'tag_id'>

/** What happens to one of the viewer's links; without `after` it ends. */
export interface ShareChange {
  tag: TagRow
  before?: SharingRow | undefined
  after?: ShareFields | undefined
}

/** A step, and the link where the block is at home that it is about. */
export interface AppliedShare extends ShareChange {
  /** The link by which access is given; of a guest's private links their own. */
  known: SharingRow | undefined
  /** The tag that everybody's history names; undefined: the link is nobody's but the viewer's. */
  homeTag: string | undefined
}

const NO_ACCESS = -1
const OWNER = 2

export const accessLevelOf = (link: Pick<ShareFields, 'shared' | 'sharing_level'> | undefined) =>
  link?.shared ? link.sharing_level : NO_ACCESS

export const isAssigned = (link: Pick<ShareFields, 'assigned'> | undefined) => link?.assigned ?? false

/** Whether a step takes the block from one of its owners. */
export function removesOwner({ known, after }: AppliedShare): boolean {
  return accessLevelOf(known) === OWNER && accessLevelOf(after) < OWNER
}

/** What is wanted may be so already. */
export function isEffective({ before, known, after }: AppliedShare): boolean {
  if (!after) return true
  const parts = ['shared', 'sharing_level', 'sharing_approach', 'pinned', 'assigned'] as const
  const isSame = before !== undefined && parts.every((part) => before[part] === after[part])
  return !isSame || accessLevelOf(known) !== accessLevelOf(after)
}

/** Everybody organizes and leaves as they like; sharing and assigning are changes of the block. Throws FORBIDDEN. */
export function requireAllowed(
  mutation: Mutation,
  { sharing_level }: ShareTarget,
  { tag, known, homeTag, after }: AppliedShare,
): void {
  const [old, wanted] = [accessLevelOf(known), accessLevelOf(after)]
  const isLeaving = tag.tag_id === mutation.viewer.tagId && wanted < old
  const isAccess = old !== wanted && !isLeaving
  const isAssignment = homeTag !== undefined && isAssigned(known) !== isAssigned(after) && !isLeaving
  if ((isAccess || isAssignment) && sharing_level < 1) {
    throw forbidden('The block is shared with you for reading only.')
  }
  if (isAccess && wanted > sharing_level) throw forbidden('You cannot give more access than you have.')
  if (isAccess && old > sharing_level) throw forbidden('Only an owner takes a block from an owner.')
}
