import type { BlockKey, Mutation } from '../../../storage/graph/access/mutation.ts'
import { hasOwner, loadViewerLinks } from '../../../storage/graph/access/shares.ts'
import type { SharingRow } from '../../../storage/graph/blocks/related-rows.ts'
import { findTags, type TagRow } from '../../../storage/graph/tags/rows.ts'
import { badInput, conflict, type GraphError } from '../../errors.ts'
import { applyShareChanges } from './apply-shares.ts'
import { MAX_SHARES, type ShareInput } from './share-input.ts'
import { removesOwner, type ShareChange } from './share-policy.ts'

/** A block that is locked, and what the viewer may do with it. */
export type ShareTarget = BlockKey & { sharing_level: number }

const lastOwner = () => conflict('The last owner of a block cannot be taken from it.')

/** Adds links and changes those that are there. Throws FORBIDDEN for what the viewer may not give or take. */
export async function addShares(mutation: Mutation, block: ShareTarget, wishes: readonly ShareInput[]): Promise<void> {
  const before = await loadViewerLinks(mutation, block)
  const added = wishes.filter(({ tag }) => !before.has(tag.tag_id))
  if (before.size + added.length > MAX_SHARES) throw tooMany('input')
  await take(
    mutation,
    block,
    wishes.map((wish) => stepTo(wish, before.get(wish.tag.tag_id))),
    lastOwner,
  )
}

/**
 * The same with an upsert, where links come along with a block: the viewer's own says how it is organized and leaves
 * their access as it is.
 */
export async function addSharesOfUpsert(
  mutation: Mutation,
  block: ShareTarget,
  wishes: readonly ShareInput[],
): Promise<void> {
  const { sharing_level } = block
  const isOwn = ({ tag }: ShareInput) => tag.tag_id === mutation.viewer.tagId
  await addShares(
    mutation,
    block,
    wishes.map((wish) => (isOwn(wish) ? { ...wish, shared: true, sharing_level } : wish)),
  )
}

/** Gives a block these links of the viewer's and no others. Throws BAD_USER_INPUT when nobody would own it. */
export async function replaceShares(
  mutation: Mutation,
  block: ShareTarget,
  argument: string,
  wishes: readonly ShareInput[],
): Promise<void> {
  const before = await loadViewerLinks(mutation, block)
  const kept = new Set(wishes.map(({ tag }) => tag.tag_id))
  const ending = [...before.keys()].filter((id) => !kept.has(id))
  const tags = await findTags(mutation.tx, mutation.viewer, ending)
  const ends = [...tags.values()].map((tag) => ({ tag, before: before.get(tag.tag_id) }))
  const steps = [...wishes.map((wish) => stepTo(wish, before.get(wish.tag.tag_id))), ...ends]
  await take(mutation, block, steps, () =>
    badInput(argument, 'must have an owner: somebody who has signed in, with level 2.'),
  )
}

/** Removes the viewer's link to a tag, and what access it gave. One that is not there is no error. */
export async function removeShare(mutation: Mutation, block: ShareTarget, tag: TagRow): Promise<void> {
  const before = (await loadViewerLinks(mutation, block)).get(tag.tag_id)
  if (before) await take(mutation, block, [{ tag, before }], lastOwner)
}

/** What a wish leaves open stays as it is. */
function stepTo({ tag, ...wish }: ShareInput, before: SharingRow | undefined): ShareChange {
  const { pinned = before?.pinned ?? false, assigned = before?.assigned ?? false } = wish
  return { tag, before, after: { ...wish, pinned, assigned } }
}

async function take(
  mutation: Mutation,
  block: ShareTarget,
  steps: readonly ShareChange[],
  refusal: () => GraphError,
): Promise<void> {
  const taken = await applyShareChanges(mutation, block, steps)
  if (taken.some(removesOwner) && !(await hasOwner(mutation, block))) throw refusal()
}

function tooMany(argument: string): GraphError {
  return badInput(argument, `a block has at most ${MAX_SHARES} links to the tags of one account.`)
}
