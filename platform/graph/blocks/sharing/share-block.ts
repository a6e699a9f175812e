import type { SharingRow } from '../../../storage/graph/blocks/related-rows.ts'
import type { BlockKey, Edit } from '../../../storage/graph/access/mutation.ts'
import { hasOwner, ownLinks } from '../../../storage/graph/access/shares.ts'
import { findTags, type TagRow } from '../../../storage/graph/tags/rows.ts'
import { badInput, conflict, type GraphError } from '../../errors.ts'
import { type LinkStep, takesOwner } from './share-policy.ts'
import { takeSteps } from './apply-shares.ts'
import { MOST_LINKS, type Wish } from './share-input.ts'

/** A block that is locked, and what the viewer may do with it. */
export type Linkable = BlockKey & { sharing_level: number }

const lastOwner = () => conflict('The last owner of a block cannot be taken from it.')

/** Adds links and changes those that are there. Throws FORBIDDEN for what the viewer may not give or take. */
export async function addLinks(edit: Edit, block: Linkable, wishes: readonly Wish[]): Promise<void> {
  const before = await ownLinks(edit, block)
  const added = wishes.filter(({ tag }) => !before.has(tag.tag_id))
  if (before.size + added.length > MOST_LINKS) throw tooMany('input')
  await take(
    edit,
    block,
    wishes.map((wish) => stepTo(wish, before.get(wish.tag.tag_id))),
    lastOwner,
  )
}

/**
 * The same with an upsert, where links come along with a block: the viewer's own says how it is organized and leaves
 * their access as it is.
 */
export async function addLinksOfUpsert(edit: Edit, block: Linkable, wishes: readonly Wish[]): Promise<void> {
  const { sharing_level } = block
  const isOwn = ({ tag }: Wish) => tag.tag_id === edit.viewer.tagId
  await addLinks(
    edit,
    block,
    wishes.map((wish) => (isOwn(wish) ? { ...wish, shared: true, sharing_level } : wish)),
  )
}

/** Gives a block these links of the viewer's and no others. Throws BAD_USER_INPUT when nobody would own it. */
export async function replaceLinks(
  edit: Edit,
  block: Linkable,
  argument: string,
  wishes: readonly Wish[],
): Promise<void> {
  const before = await ownLinks(edit, block)
  const kept = new Set(wishes.map(({ tag }) => tag.tag_id))
  const ending = [...before.keys()].filter((id) => !kept.has(id))
  const tags = await findTags(edit.tx, edit.viewer, ending)
  const ends = [...tags.values()].map((tag) => ({ tag, before: before.get(tag.tag_id) }))
  const steps = [...wishes.map((wish) => stepTo(wish, before.get(wish.tag.tag_id))), ...ends]
  await take(edit, block, steps, () =>
    badInput(argument, 'must have an owner: somebody who has signed in, with level 2.'),
  )
}

/** Removes the viewer's link to a tag, and what access it gave. One that is not there is no error. */
export async function removeLink(edit: Edit, block: Linkable, tag: TagRow): Promise<void> {
  const before = (await ownLinks(edit, block)).get(tag.tag_id)
  if (before) await take(edit, block, [{ tag, before }], lastOwner)
}

/** What a wish leaves open stays as it is. */
function stepTo({ tag, ...wish }: Wish, before: SharingRow | undefined): LinkStep {
  const { pinned = before?.pinned ?? false, assigned = before?.assigned ?? false } = wish
  return { tag, before, after: { ...wish, pinned, assigned } }
}

async function take(edit: Edit, block: Linkable, steps: readonly LinkStep[], refusal: () => GraphError): Promise<void> {
  const taken = await takeSteps(edit, block, steps)
  if (taken.some(takesOwner) && !(await hasOwner(edit, block))) throw refusal()
}

function tooMany(argument: string): GraphError {
  return badInput(argument, `a block has at most ${MOST_LINKS} links to the tags of one account.`)
}
