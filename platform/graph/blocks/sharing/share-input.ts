import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { toEmail } from '../../../model/people.ts'
import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import { upsertPersonTags } from '../../../storage/graph/access/shares.ts'
import { findTags, type TagRow } from '../../../storage/graph/tags/rows.ts'
import { validIds } from '../../arguments/ids.ts'
import { badInput, GraphError } from '../../errors.ts'
import type { SharingTagInput } from '../types/sharing-tag.ts'

/** The maximum number of links from a block to tags of one viewer; `sharingTags` is therefore never truncated. */
export const MAX_SHARES = 1_000
/** The maximum value of `sharingLevel` and `sharingApproach`. */
const MAX_STEP = 2

type Input = typeof SharingTagInput.$inferInput

/** A requested link to one of the viewer's tags. Absent members are left unchanged. */
export interface ShareInput {
  tag: TagRow
  shared: boolean
  sharing_level: number
  sharing_approach: number
  pinned?: boolean
  assigned?: boolean
}

/**
 * Resolves requested links to the viewer's tags; an address is resolved to a person tag, which is created if necessary.
 * If a tag is given more than once, the last entry counts. Throws BAD_USER_INPUT for an invalid link and NOT_FOUND for
 * an unknown tag, both at its path below `argument`.
 */
export async function resolveShares(
  mutation: Mutation,
  argument: string,
  inputs: readonly Input[],
): Promise<ShareInput[]> {
  if (inputs.length > MAX_SHARES) throw badInput(argument, `must be at most ${MAX_SHARES} links.`)
  const parsed = inputs.map((input, index) => parseShare(`${argument}[${index}]`, input))
  return resolveTags(mutation, parsed)
}

/** Like `resolveShares`, for one link. */
export async function resolveShare(mutation: Mutation, argument: string, input: Input): Promise<ShareInput> {
  const [share] = await resolveTags(mutation, [parseShare(argument, input)])
  return share as ShareInput
}

interface ParsedShare {
  argument: string
  tagId: string | undefined
  email: string | undefined
  link: Omit<ShareInput, 'tag'>
}

function parseShare(argument: string, input: Input): ParsedShare {
  const { tagId, email, shared, sharingLevel, sharingApproach, pinned, assigned } = input
  if ((tagId == null) === (email == null)) throw badInput(argument, 'needs either tagId or email.')
  const address = email == null ? undefined : toEmail(email)
  if (email != null && !address) throw badInput(`${argument}.email`, 'is not a valid email address.')
  const link = omitUndefined({
    shared,
    sharing_level: parseStep(`${argument}.sharingLevel`, sharingLevel),
    sharing_approach: parseStep(`${argument}.sharingApproach`, sharingApproach),
    pinned: pinned === null ? false : pinned,
    assigned: assigned === null ? false : assigned,
  })
  return { argument, tagId: tagId?.toLowerCase(), email: address, link }
}

function parseStep(argument: string, value: number): number {
  if (value < 0 || value > MAX_STEP) throw badInput(argument, `must be 0 to ${MAX_STEP}.`)
  return value
}

async function resolveTags(mutation: Mutation, shares: readonly ParsedShare[]): Promise<ShareInput[]> {
  const emails = shares.flatMap(({ email }) => email ?? [])
  const people =
    emails.length > 0 ? await upsertPersonTags(mutation, mutation.viewer.tenantId, emails) : new Map<string, string>()
  const tagIdOf = ({ tagId, email }: ParsedShare) => tagId ?? people.get(email ?? '') ?? ''
  const tags = await findTags(mutation.tx, mutation.viewer, validIds(shares.map(tagIdOf)))
  const resolved = shares.map((share) => {
    const tag = tags.get(tagIdOf(share))
    if (!tag) throw new GraphError('NOT_FOUND', 'The tag was not found.', { argument: `${share.argument}.tagId` })
    return { tag, ...share.link }
  })
  return [...new Map(resolved.map((share) => [share.tag.tag_id, share])).values()]
}
