import { toEmail } from '../../../model/people.ts'
import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import { upsertPersonTags } from '../../../storage/graph/access/shares.ts'
import { findTags, type TagRow } from '../../../storage/graph/tags/rows.ts'
import { validIds } from '../../arguments/ids.ts'
import { badInput, GraphError } from '../../errors.ts'
import type { SharingTagInput } from '../types/sharing-tag.ts'

/** Links of a block to the tags of one viewer are never cut in an answer, so there are only so many. */
export const MAX_SHARES = 1_000
const MAX_STEP = 2

type Input = typeof SharingTagInput.$inferInput

/** A link to a tag of the viewer's, as it shall be. What is absent stays as it is. */
export interface ShareInput {
  tag: TagRow
  shared: boolean
  sharing_level: number
  sharing_approach: number
  pinned?: boolean
  assigned?: boolean
}

/**
 * The links that somebody asks for; of several to one tag the last counts. Whoever is named by an address becomes a
 * person tag. Throws BAD_USER_INPUT for what is no link and NOT_FOUND for a tag that the viewer does not have, both at
 * the place in `argument`.
 */
export async function resolveShares(
  mutation: Mutation,
  argument: string,
  inputs: readonly Input[],
): Promise<ShareInput[]> {
  if (inputs.length > MAX_SHARES) throw badInput(argument, `must be at most ${MAX_SHARES} links.`)
  const named = inputs.map((input, index) => toNamed(`${argument}[${index}]`, input))
  return wishesOf(mutation, named)
}

/** The same for one link. */
export async function resolveShare(mutation: Mutation, argument: string, input: Input): Promise<ShareInput> {
  const [wish] = await wishesOf(mutation, [toNamed(argument, input)])
  return wish as ShareInput
}

interface Named {
  argument: string
  tagId: string | undefined
  email: string | undefined
  link: Omit<ShareInput, 'tag'>
}

function toNamed(argument: string, input: Input): Named {
  const { tagId, email, shared, sharingLevel, sharingApproach, pinned, assigned } = input
  if ((tagId == null) === (email == null)) throw badInput(argument, 'needs tagId or email, one of them.')
  const address = email == null ? undefined : toEmail(email)
  if (email != null && !address) throw badInput(`${argument}.email`, 'is no e-mail address.')
  const link = {
    shared,
    sharing_level: step(`${argument}.sharingLevel`, sharingLevel),
    sharing_approach: step(`${argument}.sharingApproach`, sharingApproach),
    ...(pinned === undefined ? {} : { pinned: pinned ?? false }),
    ...(assigned === undefined ? {} : { assigned: assigned ?? false }),
  }
  return { argument, tagId: tagId?.toLowerCase(), email: address, link }
}

function step(argument: string, given: number): number {
  if (given < 0 || given > MAX_STEP) throw badInput(argument, `must be 0 to ${MAX_STEP}.`)
  return given
}

async function wishesOf(mutation: Mutation, named: readonly Named[]): Promise<ShareInput[]> {
  const emails = named.flatMap(({ email }) => email ?? [])
  const people =
    emails.length > 0 ? await upsertPersonTags(mutation, mutation.viewer.tenantId, emails) : new Map<string, string>()
  const idOf = ({ tagId, email }: Named) => tagId ?? people.get(email ?? '') ?? ''
  const tags = await findTags(mutation.tx, mutation.viewer, validIds(named.map(idOf)))
  const wishes = named.map((one) => {
    const tag = tags.get(idOf(one))
    if (!tag) throw new GraphError('NOT_FOUND', 'The tag was not found.', { argument: `${one.argument}.tagId` })
    return { tag, ...one.link }
  })
  return [...new Map(wishes.map((wish) => [wish.tag.tag_id, wish])).values()]
}
