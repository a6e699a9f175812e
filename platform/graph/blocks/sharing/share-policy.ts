import type { SharingRow } from '../../../storage/graph/blocks/related-rows.ts'
import type { Edit } from '../../../storage/graph/access/mutation.ts'
import type { LinkWrite } from '../../../storage/graph/access/shares.ts'
import type { TagRow } from '../../../storage/graph/tags/rows.ts'
import { forbidden } from '../../errors.ts'
import type { Linkable } from './share-block.ts'

export type Link = Omit<LinkWrite, 'tenant_id' | 'tag_id'>

/** What happens to one of the viewer's links; without `after` it ends. */
export interface LinkStep {
  tag: TagRow
  before?: SharingRow | undefined
  after?: Link | undefined
}

/** A step, and the link where the block is at home that it is about. */
export interface Taken extends LinkStep {
  /** The link by which access is given; of a guest's private links their own. */
  known: SharingRow | undefined
  /** The tag that everybody's history names; undefined: the link is nobody's but the viewer's. */
  homeTag: string | undefined
}

const NO_ACCESS = -1
const OWNER = 2

export const levelOf = (link: Pick<Link, 'shared' | 'sharing_level'> | undefined) =>
  link?.shared ? link.sharing_level : NO_ACCESS

export const isAssigned = (link: Pick<Link, 'assigned'> | undefined) => link?.assigned ?? false

/** Whether a step takes the block from one of its owners. */
export function takesOwner({ known, after }: Taken): boolean {
  return levelOf(known) === OWNER && levelOf(after) < OWNER
}

/** What is wanted may be so already. */
export function makesDifference({ before, known, after }: Taken): boolean {
  if (!after) return true
  const parts = ['shared', 'sharing_level', 'sharing_approach', 'pinned', 'assigned'] as const
  const isSame = before !== undefined && parts.every((part) => before[part] === after[part])
  return !isSame || levelOf(known) !== levelOf(after)
}

/** Everybody organizes and leaves as they like; sharing and assigning are changes of the block. Throws FORBIDDEN. */
export function mustBeAllowed(edit: Edit, { sharing_level }: Linkable, { tag, known, homeTag, after }: Taken): void {
  const [old, wanted] = [levelOf(known), levelOf(after)]
  const isLeaving = tag.tag_id === edit.viewer.tagId && wanted < old
  const isAccess = old !== wanted && !isLeaving
  const isAssignment = homeTag !== undefined && isAssigned(known) !== isAssigned(after) && !isLeaving
  if ((isAccess || isAssignment) && sharing_level < 1) {
    throw forbidden('The block is shared with you for reading only.')
  }
  if (isAccess && wanted > sharing_level) throw forbidden('You cannot give more access than you have.')
  if (isAccess && old > sharing_level) throw forbidden('Only an owner takes a block from an owner.')
}
