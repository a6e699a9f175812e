import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import {
  deleteLinks,
  type LinkInsert,
  loadOwnerLinks,
  loadTenantEmail,
  upsertLinks,
  upsertPersonTags,
} from '../../../storage/graph/access/shares.ts'
import type { SharingRow } from '../../../storage/graph/blocks/links.ts'
import { lockTagKeys } from '../../../storage/graph/tags/shares.ts'
import { updateDateUsed } from '../../../storage/graph/tags/usage.ts'
import {
  type AppliedShare,
  accessLevelOf,
  isAssigned,
  isEffective,
  requireAllowed,
  type ShareChange,
  type ShareFields,
  type ShareTarget,
} from './share-policy.ts'

/** The sharing approach of links that were created by a sync. */
const SYSTEM = 2

/**
 * Applies the effective changes to the viewer's links of a block and returns them. When a guest shares the block with a
 * person, the access is granted in the owner tenant, by a link to that person's tag in the owner's graph; the guest also
 * gets a link of their own. All other links of a guest are private to the guest. Throws FORBIDDEN.
 */
export async function applyShareChanges(
  mutation: Mutation,
  block: ShareTarget,
  changes: readonly ShareChange[],
): Promise<AppliedShare[]> {
  const applied = (await resolveOwnerLinks(mutation, block, changes)).filter(isEffective)
  for (const change of applied) requireAllowed(mutation, block, change)
  writeLinks(mutation, block, applied)
  await recordChanges(mutation, block, applied)
  return applied
}

async function resolveOwnerLinks(
  mutation: Mutation,
  block: ShareTarget,
  changes: readonly ShareChange[],
): Promise<AppliedShare[]> {
  if (block.tenant_id === mutation.viewer.tenantId) {
    return changes.map((change) => ({ ...change, accessLink: change.current, ownerTagId: change.tag.tag_id }))
  }
  const affecting = changes.filter(affectsOwnerTenant)
  const emails = affecting.map(({ tag }) => tag.email as string)
  const links = emails.length > 0 ? await loadOwnerLinks(mutation, block, emails) : new Map<string, SharingRow>()
  const invitations = affecting.filter(({ tag, next }) => next?.shared && !links.has(tag.email as string))
  const tagIds = await invite(mutation, block, invitations)
  return changes.map((change) => {
    if (!affectsOwnerTenant(change)) return { ...change, accessLink: change.current, ownerTagId: undefined }
    const email = change.tag.email as string
    const accessLink = links.get(email)
    // What only organizes the block in the owner's graph is not the guest's.
    if (change.endsAccess && !accessLink?.shared) return { ...change, accessLink: undefined, ownerTagId: undefined }
    return { ...change, accessLink, ownerTagId: accessLink?.tag_id ?? tagIds.get(email) }
  })
}

function affectsOwnerTenant({ tag, current, next, endsAccess = false }: ShareChange): boolean {
  return tag.tag_type === 'person' && tag.email !== null && Boolean(current?.shared || next?.shared || endsAccess)
}

async function invite(
  mutation: Mutation,
  { tenant_id }: ShareTarget,
  changes: readonly ShareChange[],
): Promise<Map<string, string>> {
  if (changes.length === 0) return new Map()
  const emails = changes.map(({ tag }) => tag.email as string)
  return upsertPersonTags(mutation, tenant_id, emails)
}

type Key = Pick<LinkInsert, 'tenant_id' | 'tag_id'>

/** Writes the viewer's own links and, for a guest, those of the owner tenant. */
function writeLinks(mutation: Mutation, block: ShareTarget, applied: readonly AppliedShare[]): void {
  const isGuest = block.tenant_id !== mutation.viewer.tenantId
  const [deletes, upserts]: [Key[], LinkInsert[]] = [[], []]
  for (const change of applied) {
    const viewerKey = { tenant_id: mutation.viewer.tenantId, tag_id: change.tag.tag_id }
    if (change.next) upserts.push({ ...viewerKey, ...change.next })
    else deletes.push(viewerKey)
    if (!isGuest || change.ownerTagId === undefined) continue
    const ownerKey = { tenant_id: block.tenant_id, tag_id: change.ownerTagId }
    const ownerLink = toOwnerLink(change)
    if (ownerLink) upserts.push({ ...ownerKey, ...ownerLink })
    else deletes.push(ownerKey)
  }
  const shared = upserts.filter((link) => link.shared)
  lockTagKeys(mutation, shared)
  deleteLinks(mutation, block, deletes)
  upsertLinks(mutation, block, upserts)
  const linkedTags = applied.filter(({ next }) => next).map(({ tag }) => tag)
  const marking = updateDateUsed(mutation.viewer, linkedTags, mutation.now)
  if (marking) mutation.send(marking)
}

/**
 * The owner tenant's link after a guest's change; undefined if it is deleted. A guest does not change whether the link
 * is pinned, and does not delete a link that a sync or the owner has made for other reasons.
 */
function toOwnerLink({ accessLink, next }: AppliedShare): ShareFields | undefined {
  const { pinned = false, sharing_approach } = accessLink ?? {}
  if (next?.shared) return { ...next, pinned, sharing_approach: sharing_approach ?? next.sharing_approach }
  if (!accessLink || (!pinned && sharing_approach !== SYSTEM)) return undefined
  return { ...accessLink, shared: false, sharing_level: 0, assigned: false }
}

async function recordChanges(mutation: Mutation, block: ShareTarget, applied: readonly AppliedShare[]): Promise<void> {
  const common = applied.filter(({ ownerTagId }) => ownerTagId !== undefined)
  const accessChanges = common.filter(({ accessLink, next }) => accessLevelOf(accessLink) !== accessLevelOf(next))
  for (const { ownerTagId: tagId, next } of accessChanges) {
    const sharingLevel = next?.sharing_level
    if (next?.shared) mutation.recordActivity(block, { activity_type: 'SHARED', detail: { tagId, sharingLevel } })
    else mutation.recordActivity(block, { activity_type: 'UNSHARED', detail: { tagId } })
  }
  const assignments = common.filter(({ accessLink, next }) => isAssigned(accessLink) !== isAssigned(next))
  for (const { ownerTagId: tagId, next } of assignments) {
    mutation.recordActivity(block, { activity_type: next?.assigned ? 'ASSIGNED' : 'UNASSIGNED', detail: { tagId } })
  }
  await notifyOwner(mutation, block, accessChanges)
  const revokes = accessChanges.some(({ next }) => !next?.shared)
  if (accessChanges.length > 0 || assignments.length > 0) mutation.recordShareChange(block, { revokes })
  else if (isSeenByOthers(mutation, block, common)) mutation.recordChangeOfParts(block)
  else if (applied.length > 0) mutation.recordTenantChange({ event_type: 'UPDATED', ...toSubject(block) })
}

/** Whether the owner changes how a person was given access. Guests see that; a guest's change leaves it as it is. */
function isSeenByOthers({ viewer }: Mutation, block: ShareTarget, changes: readonly AppliedShare[]): boolean {
  if (block.tenant_id !== viewer.tenantId) return false
  return changes.some(({ accessLink, next }) => next?.shared && accessLink?.sharing_approach !== next.sharing_approach)
}

/** Notifies the owner tenant when a guest revokes the owner's access to the block or restores it. */
async function notifyOwner(
  mutation: Mutation,
  block: ShareTarget,
  accessChanges: readonly AppliedShare[],
): Promise<void> {
  if (block.tenant_id === mutation.viewer.tenantId || accessChanges.length === 0) return
  const ownerEmail = await loadTenantEmail(mutation, block.tenant_id)
  const change = accessChanges.find(({ tag }) => tag.email === ownerEmail)
  const event_type = change?.next?.shared ? 'SHARED' : 'UNSHARED'
  if (change) mutation.recordTenantChange({ event_type, ...toSubject(block) }, block.tenant_id)
}

function toSubject({ block_id, block_type }: ShareTarget) {
  return { subject: 'block', subject_id: block_id, subject_type: block_type } as const
}
