import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import {
  deleteLinks,
  type LinkInsert,
  loadOwnerLinks,
  loadTenantEmail,
  upsertLinks,
  upsertPersonTags,
} from '../../../storage/graph/access/shares.ts'
import type { SharingRow } from '../../../storage/graph/blocks/related-rows.ts'
import { lockTagKeys } from '../../../storage/graph/tags/shares.ts'
import { markTagsUsed } from '../../../storage/graph/tags/usage.ts'
import type { ShareTarget } from './share-block.ts'
import {
  type AppliedShare,
  accessLevelOf,
  isAssigned,
  isEffective,
  requireAllowed,
  type ShareChange,
  type ShareFields,
} from './share-policy.ts'

/** Of the approaches to a link: made by the system. */
const SYSTEM = 2

/**
 * Changes the viewer's links of a block as far as that makes a difference. Whoever shares a block of another tenant
 * with a person shares it there: by a link to the person tag of that address in the home tenant's graph, and one of
 * their own to see it by. All other links of a guest are private to them. Throws FORBIDDEN.
 */
export async function applyShareChanges(
  mutation: Mutation,
  block: ShareTarget,
  steps: readonly ShareChange[],
): Promise<AppliedShare[]> {
  const taken = (await locate(mutation, block, steps)).filter(isEffective)
  for (const step of taken) requireAllowed(mutation, block, step)
  await write(mutation, block, taken)
  await tell(mutation, block, taken)
  return taken
}

async function locate(mutation: Mutation, block: ShareTarget, steps: readonly ShareChange[]): Promise<AppliedShare[]> {
  if (block.tenant_id === mutation.viewer.tenantId) {
    return steps.map((step) => ({ ...step, known: step.before, homeTag: step.tag.tag_id }))
  }
  const reaching = steps.filter(reachesHome)
  const emails = reaching.map(({ tag }) => tag.email as string)
  const links = emails.length > 0 ? await loadOwnerLinks(mutation, block, emails) : new Map<string, SharingRow>()
  const invited = reaching.filter(({ tag, after }) => after?.shared && !links.has(tag.email as string))
  const tags = await invite(mutation, block, invited)
  return steps.map((step) => {
    if (!reachesHome(step)) return { ...step, known: step.before, homeTag: undefined }
    const email = step.tag.email as string
    const known = links.get(email)
    return { ...step, known, homeTag: known?.tag_id ?? tags.get(email) }
  })
}

function reachesHome({ tag, before, after }: ShareChange): boolean {
  return tag.tag_type === 'person' && tag.email !== null && Boolean(before?.shared || after?.shared)
}

async function invite(
  mutation: Mutation,
  { tenant_id }: ShareTarget,
  steps: readonly ShareChange[],
): Promise<Map<string, string>> {
  if (steps.length === 0) return new Map()
  const emails = steps.map(({ tag }) => tag.email as string)
  return upsertPersonTags(mutation, tenant_id, emails)
}

type Key = Pick<LinkInsert, 'tenant_id' | 'tag_id'>

/** The viewer's own links, and those of the home tenant where that is another. */
async function write(mutation: Mutation, block: ShareTarget, taken: readonly AppliedShare[]): Promise<void> {
  const isGuest = block.tenant_id !== mutation.viewer.tenantId
  const [removed, written]: [Key[], LinkInsert[]] = [[], []]
  for (const step of taken) {
    const own = { tenant_id: mutation.viewer.tenantId, tag_id: step.tag.tag_id }
    if (step.after) written.push({ ...own, ...step.after })
    else removed.push(own)
    if (!isGuest || step.homeTag === undefined) continue
    const home = { tenant_id: block.tenant_id, tag_id: step.homeTag }
    const link = atHome(step)
    if (link) written.push({ ...home, ...link })
    else removed.push(home)
  }
  await lockTagKeys(
    mutation,
    written.filter(({ shared }) => shared),
  )
  await deleteLinks(mutation, block, removed)
  await upsertLinks(mutation, block, written)
  const linked = taken.filter(({ after }) => after).map(({ tag }) => tag)
  await markTagsUsed(mutation.tx, mutation.viewer, linked, mutation.now)
}

/**
 * What a guest's step makes of the home tenant's link; undefined: it ends. How it is pinned, and that a sync or its
 * tenant has linked the person anyway, is nothing that a guest changes.
 */
function atHome({ known, after }: AppliedShare): ShareFields | undefined {
  const { pinned = false, sharing_approach } = known ?? {}
  if (after?.shared) return { ...after, pinned, sharing_approach: sharing_approach ?? after.sharing_approach }
  if (!known || (!pinned && sharing_approach !== SYSTEM)) return undefined
  return { ...known, shared: false, sharing_level: 0, assigned: false }
}

async function tell(mutation: Mutation, block: ShareTarget, taken: readonly AppliedShare[]): Promise<void> {
  const common = taken.filter(({ homeTag }) => homeTag !== undefined)
  const moved = common.filter(({ known, after }) => accessLevelOf(known) !== accessLevelOf(after))
  for (const { homeTag: tagId, after } of moved) {
    const sharingLevel = after?.sharing_level
    if (after?.shared) mutation.recordActivity(block, { activity_type: 'SHARED', detail: { tagId, sharingLevel } })
    else mutation.recordActivity(block, { activity_type: 'UNSHARED', detail: { tagId } })
  }
  const assigned = common.filter(({ known, after }) => isAssigned(known) !== isAssigned(after))
  for (const { homeTag: tagId, after } of assigned) {
    mutation.recordActivity(block, { activity_type: after?.assigned ? 'ASSIGNED' : 'UNASSIGNED', detail: { tagId } })
  }
  await tellHost(mutation, block, moved)
  if (moved.length > 0 || assigned.length > 0) mutation.recordShareChange(block)
  else if (taken.length > 0) mutation.recordTenantChange({ event_type: 'UPDATED', ...subjectOf(block) })
}

/** The home tenant hears of it when a guest takes the block from it, or gives it back. */
async function tellHost(mutation: Mutation, block: ShareTarget, moved: readonly AppliedShare[]): Promise<void> {
  if (block.tenant_id === mutation.viewer.tenantId || moved.length === 0) return
  const host = await loadTenantEmail(mutation, block.tenant_id)
  const step = moved.find(({ tag }) => tag.email === host)
  const event_type = step?.after?.shared ? 'SHARED' : 'UNSHARED'
  if (step) mutation.recordTenantChange({ event_type, ...subjectOf(block) }, block.tenant_id)
}

function subjectOf({ block_id, block_type }: ShareTarget) {
  return { subject: 'block', subject_id: block_id, subject_type: block_type } as const
}
