import type { BlockKey, Mutation } from '../../../storage/graph/access/mutation.ts'
import type { LinkInsert } from '../../../storage/graph/access/shares.ts'
import type { TagRow } from '../../../storage/graph/tags/rows.ts'
import { forbidden } from '../../errors.ts'

/** A locked block that is shared, and the viewer's own level of access to it. */
export type ShareTarget = BlockKey & { sharing_level: number }

/** The columns of a link from a block to a tag. */
export type ShareFields = Omit<LinkInsert, 'tenant_id' | 'tag_id'>

/** A link of a block to a tag of the viewer, or of the tenant that owns the block. */
export type ViewerLink = Omit<LinkInsert, 'tenant_id'>

/** A change of one of the viewer's links. Without `next` the link is deleted. */
export interface ShareChange {
  tag: TagRow
  current?: ViewerLink | undefined
  next?: ShareFields | undefined
  /** A guest without a link of their own ends the access that somebody else has given to a person. */
  endsAccess?: boolean
}

/** A change together with the link in the owner tenant that it affects. */
export interface AppliedShare extends ShareChange {
  /** The link that grants access at present. For a guest's private links it is the guest's own link. */
  accessLink: ViewerLink | undefined
  /** The owner tenant's tag, which is recorded in the block's history. Undefined if the link is private to the viewer. */
  ownerTagId: string | undefined
}

const NO_ACCESS = -1
const OWNER = 2

export const accessLevelOf = (link: Pick<ShareFields, 'shared' | 'sharing_level'> | undefined) =>
  link?.shared ? link.sharing_level : NO_ACCESS

export const isAssigned = (link: Pick<ShareFields, 'assigned'> | undefined) => link?.assigned ?? false

/** Whether a change takes ownership from an owner. */
export function removesOwner({ accessLink, next }: AppliedShare): boolean {
  return accessLevelOf(accessLink) === OWNER && accessLevelOf(next) < OWNER
}

/** False if the links already are as requested. */
export function isEffective({ current, accessLink, next }: AppliedShare): boolean {
  if (!next) return current !== undefined || accessLevelOf(accessLink) !== NO_ACCESS
  const columns = ['shared', 'sharing_level', 'sharing_approach', 'pinned', 'assigned'] as const
  const isSame = current !== undefined && columns.every((column) => current[column] === next[column])
  return !isSame || accessLevelOf(accessLink) !== accessLevelOf(next)
}

/**
 * Checks that the viewer may make a change. Private links and giving up one's own access are always allowed; sharing and
 * assigning need write access to the block. Throws FORBIDDEN.
 */
export function requireAllowed(
  mutation: Mutation,
  { sharing_level }: ShareTarget,
  { tag, accessLink, ownerTagId, next }: AppliedShare,
): void {
  const [currentLevel, nextLevel] = [accessLevelOf(accessLink), accessLevelOf(next)]
  const isLeaving = tag.tag_id === mutation.viewer.tagId && nextLevel < currentLevel
  const changesAccess = currentLevel !== nextLevel && !isLeaving
  const changesAssignment = ownerTagId !== undefined && isAssigned(accessLink) !== isAssigned(next) && !isLeaving
  if ((changesAccess || changesAssignment) && sharing_level < 1) {
    throw forbidden('The block is shared with you read-only.')
  }
  if (changesAccess && nextLevel > sharing_level) throw forbidden('You cannot grant more access than you have.')
  if (changesAccess && currentLevel > sharing_level) throw forbidden("Only an owner can change an owner's access.")
}
