import type { SharingRow } from '../../../storage/graph/blocks/related-rows.ts'
import type { Edit } from '../../../storage/graph/access/mutation.ts'
import { addressOf, homeLinks, type LinkWrite, peopleAt, removeLinks, writeLinks } from '../../../storage/graph/access/shares.ts'
import { holdTags } from '../../../storage/graph/tags/shares.ts'
import { markUsed } from '../../../storage/graph/tags/usage.ts'
import {
  isAssigned,
  type Link,
  type LinkStep,
  levelOf,
  makesDifference,
  mustBeAllowed,
  type Taken,
} from './share-policy.ts'
import type { Linkable } from './share-block.ts'

/** Of the approaches to a link: made by the system. */
const SYSTEM = 2

/**
 * Changes the viewer's links of a block as far as that makes a difference. Whoever shares a block of another tenant
 * with a person shares it there: by a link to the person tag of that address in the home tenant's graph, and one of
 * their own to see it by. All other links of a guest are private to them. Throws FORBIDDEN.
 */
export async function takeSteps(edit: Edit, block: Linkable, steps: readonly LinkStep[]): Promise<Taken[]> {
  const taken = (await locate(edit, block, steps)).filter(makesDifference)
  for (const step of taken) mustBeAllowed(edit, block, step)
  await write(edit, block, taken)
  await tell(edit, block, taken)
  return taken
}

async function locate(edit: Edit, block: Linkable, steps: readonly LinkStep[]): Promise<Taken[]> {
  if (block.tenant_id === edit.viewer.tenantId) {
    return steps.map((step) => ({ ...step, known: step.before, homeTag: step.tag.tag_id }))
  }
  const reaching = steps.filter(reachesHome)
  const emails = reaching.map(({ tag }) => tag.email as string)
  const links = emails.length > 0 ? await homeLinks(edit, block, emails) : new Map<string, SharingRow>()
  const invited = reaching.filter(({ tag, after }) => after?.shared && !links.has(tag.email as string))
  const tags = await invite(edit, block, invited)
  return steps.map((step) => {
    if (!reachesHome(step)) return { ...step, known: step.before, homeTag: undefined }
    const email = step.tag.email as string
    const known = links.get(email)
    return { ...step, known, homeTag: known?.tag_id ?? tags.get(email) }
  })
}

function reachesHome({ tag, before, after }: LinkStep): boolean {
  return tag.tag_type === 'person' && tag.email !== null && Boolean(before?.shared || after?.shared)
}

async function invite(edit: Edit, { tenant_id }: Linkable, steps: readonly LinkStep[]): Promise<Map<string, string>> {
  if (steps.length === 0) return new Map()
  const emails = steps.map(({ tag }) => tag.email as string)
  return peopleAt(edit, tenant_id, emails)
}

type Key = Pick<LinkWrite, 'tenant_id' | 'tag_id'>

/** The viewer's own links, and those of the home tenant where that is another. */
async function write(edit: Edit, block: Linkable, taken: readonly Taken[]): Promise<void> {
  const isGuest = block.tenant_id !== edit.viewer.tenantId
  const [removed, written]: [Key[], LinkWrite[]] = [[], []]
  for (const step of taken) {
    const own = { tenant_id: edit.viewer.tenantId, tag_id: step.tag.tag_id }
    if (step.after) written.push({ ...own, ...step.after })
    else removed.push(own)
    if (!isGuest || step.homeTag === undefined) continue
    const home = { tenant_id: block.tenant_id, tag_id: step.homeTag }
    const link = atHome(step)
    if (link) written.push({ ...home, ...link })
    else removed.push(home)
  }
  await holdTags(
    edit,
    written.filter(({ shared }) => shared),
  )
  await removeLinks(edit, block, removed)
  await writeLinks(edit, block, written)
  const linked = taken.filter(({ after }) => after).map(({ tag }) => tag)
  await markUsed(edit.tx, edit.viewer, linked, edit.now)
}

/**
 * What a guest's step makes of the home tenant's link; undefined: it ends. How it is pinned, and that a sync or its
 * tenant has linked the person anyway, is nothing that a guest changes.
 */
function atHome({ known, after }: Taken): Link | undefined {
  const { pinned = false, sharing_approach } = known ?? {}
  if (after?.shared) return { ...after, pinned, sharing_approach: sharing_approach ?? after.sharing_approach }
  if (!known || (!pinned && sharing_approach !== SYSTEM)) return undefined
  return { ...known, shared: false, sharing_level: 0, assigned: false }
}

async function tell(edit: Edit, block: Linkable, taken: readonly Taken[]): Promise<void> {
  const common = taken.filter(({ homeTag }) => homeTag !== undefined)
  const moved = common.filter(({ known, after }) => levelOf(known) !== levelOf(after))
  for (const { homeTag: tagId, after } of moved) {
    const sharingLevel = after?.sharing_level
    if (after?.shared) edit.noted(block, { activity_type: 'SHARED', detail: { tagId, sharingLevel } })
    else edit.noted(block, { activity_type: 'UNSHARED', detail: { tagId } })
  }
  const assigned = common.filter(({ known, after }) => isAssigned(known) !== isAssigned(after))
  for (const { homeTag: tagId, after } of assigned) {
    edit.noted(block, { activity_type: after?.assigned ? 'ASSIGNED' : 'UNASSIGNED', detail: { tagId } })
  }
  await tellHost(edit, block, moved)
  if (moved.length > 0 || assigned.length > 0) edit.relinked(block)
  else if (taken.length > 0) edit.changedOther({ event_type: 'UPDATED', ...subjectOf(block) })
}

/** The home tenant hears of it when a guest takes the block from it, or gives it back. */
async function tellHost(edit: Edit, block: Linkable, moved: readonly Taken[]): Promise<void> {
  if (block.tenant_id === edit.viewer.tenantId || moved.length === 0) return
  const host = await addressOf(edit, block.tenant_id)
  const step = moved.find(({ tag }) => tag.email === host)
  const event_type = step?.after?.shared ? 'SHARED' : 'UNSHARED'
  if (step) edit.changedOther({ event_type, ...subjectOf(block) }, block.tenant_id)
}

function subjectOf({ block_id, block_type }: Linkable) {
  return { subject: 'block', subject_id: block_id, subject_type: block_type } as const
}
