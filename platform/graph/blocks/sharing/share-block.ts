import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import { hasOwner, loadViewerLinks } from '../../../storage/graph/access/shares.ts'
import type { TagRow } from '../../../storage/graph/tags/rows.ts'
import { badInput, conflict, type GraphError } from '../../errors.ts'
import { applyShareChanges } from './apply-shares.ts'
import { MAX_SHARES, type ShareInput } from './share-input.ts'
import { removesOwner, type ShareChange, type ShareTarget, type ViewerLink } from './share-policy.ts'

const lastOwner = () => conflict('A block must keep at least one owner.')

/** The viewer's links of a locked block, by tag id; undefined if they were not loaded yet. */
type ViewerLinks = ReadonlyMap<string, ViewerLink> | undefined

/** Adds links to a block and updates existing ones. Throws FORBIDDEN if the viewer may not grant or revoke the access. */
export async function addShares(
  mutation: Mutation,
  block: ShareTarget,
  shares: readonly ShareInput[],
  links?: ViewerLinks,
): Promise<void> {
  const current = links ?? (await loadViewerLinks(mutation, block))
  const added = shares.filter(({ tag }) => !current.has(tag.tag_id))
  if (current.size + added.length > MAX_SHARES) throw tooMany('input')
  const changes = shares.map((share) => toChange(share, current.get(share.tag.tag_id)))
  await apply(mutation, block, changes, lastOwner)
}

/**
 * Like `addShares`, for the links given with an upsert: the link to the viewer's own tag changes how the block is
 * organized but not the viewer's access.
 */
export async function addSharesOfUpsert(
  mutation: Mutation,
  block: ShareTarget,
  shares: readonly ShareInput[],
  links?: ViewerLinks,
): Promise<void> {
  const { sharing_level } = block
  const isOwn = ({ tag }: ShareInput) => tag.tag_id === mutation.viewer.tagId
  const adjusted = shares.map((share) => (isOwn(share) ? { ...share, shared: true, sharing_level } : share))
  await addShares(mutation, block, adjusted, links)
}

/**
 * Replaces all of the viewer's links of a block. The link that gives the viewer access is kept unless it is named: a client
 * that replaces what it has shown must not lose the block by it. Throws BAD_USER_INPUT at `argument` if the block would have
 * no owner.
 */
export async function replaceShares(
  mutation: Mutation,
  block: ShareTarget,
  argument: string,
  shares: readonly ShareInput[],
  { links: current, linkedTags }: { links: ReadonlyMap<string, ViewerLink>; linkedTags: readonly TagRow[] },
): Promise<void> {
  const requestedIds = new Set(shares.map(({ tag }) => tag.tag_id))
  const isRemoved = ({ tag_id }: TagRow) => !requestedIds.has(tag_id) && tag_id !== mutation.viewer.tagId
  const removals = linkedTags.filter(isRemoved).map((tag) => ({ tag, current: current.get(tag.tag_id) }))
  const changes = [...shares.map((share) => toChange(share, current.get(share.tag.tag_id))), ...removals]
  await apply(mutation, block, changes, () =>
    badInput(argument, 'must include an owner: a registered user with level 2.'),
  )
}

/**
 * Removes the viewer's link to a tag and the access that it granted. Guests who have none see the owner's link to a person
 * instead, and remove this one. Does nothing if there is neither.
 */
export async function removeShare(
  mutation: Mutation,
  block: ShareTarget,
  tag: TagRow,
  links?: ViewerLinks,
): Promise<void> {
  const current = (links ?? (await loadViewerLinks(mutation, block))).get(tag.tag_id)
  await apply(mutation, block, [{ tag, current, endsAccess: current === undefined }], lastOwner)
}

/** Absent members keep their current values. */
function toChange({ tag, ...share }: ShareInput, current: ViewerLink | undefined): ShareChange {
  const { pinned = current?.pinned ?? false, assigned = current?.assigned ?? false } = share
  return { tag, current, next: { ...share, pinned, assigned } }
}

/** Applies changes and throws `noOwner` if they leave the block without an owner. */
async function apply(
  mutation: Mutation,
  block: ShareTarget,
  changes: readonly ShareChange[],
  noOwner: () => GraphError,
): Promise<void> {
  const applied = await applyShareChanges(mutation, block, changes)
  if (applied.some(removesOwner) && !(await hasOwner(mutation, block))) throw noOwner()
}

function tooMany(argument: string): GraphError {
  return badInput(argument, `a block has at most ${MAX_SHARES} links to the tags of one account.`)
}
