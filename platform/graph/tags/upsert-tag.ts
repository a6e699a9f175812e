import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { attachBusinessObjects, saveTagIdentities } from '../../storage/graph/tags/links.ts'
import { findTags, type TagRow } from '../../storage/graph/tags/rows.ts'
import { ShareForbiddenError } from '../../storage/graph/tags/shares.ts'
import {
  createTag,
  DuplicateTagError,
  lockTag,
  OwnTagError,
  type TagFields,
  type TagInsert,
  updateTag,
} from '../../storage/graph/tags/writes.ts'
import { parseId } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, conflict, forbidden, notFound } from '../errors.ts'
import { withMutation } from '../with-mutation.ts'
import { domainOfSite, parseBusinessObjects, parseExternalIdLinks, parseTagFields, UpsertTagInput } from './input.ts'
import { Tag } from './tag.ts'

const NOUN = 'The tag'

type Input = typeof UpsertTagInput.$inferInput

builder.mutationField('upsertOneTag', (t) =>
  t.field({
    type: Tag,
    description: 'Creates a tag, or changes the fields of a tag that are given.',
    args: { input: t.arg({ type: UpsertTagInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const fields = parseTagFields(input)
      const objects = parseBusinessObjects(input.businessObjects ?? [])
      const identities = parseExternalIdLinks(input.externalIdLinks ?? [])
      const tagId = await withMutation(context, async (mutation) => {
        const id = input._id == null ? await create(mutation, fields) : await update(mutation, input, fields)
        await attachBusinessObjects(mutation, id, objects)
        await saveTagIdentities(mutation, id, identities)
        return id
      }).catch(explainTagError)
      return readTag(context, tagId)
    },
  }),
)

/** Rethrows the store's errors about tags as errors for the caller: CONFLICT, FORBIDDEN. */
export function explainTagError(error: unknown): never {
  if (error instanceof DuplicateTagError) {
    throw conflict('Another tag already has this email or, as an organization, this domain.')
  }
  if (error instanceof OwnTagError) throw conflict('The type and the email of your own tag cannot be changed.')
  if (error instanceof ShareForbiddenError) {
    throw forbidden('Something is shared with this person that you may not share with others.')
  }
  throw error
}

async function create(mutation: Mutation, fields: TagFields): Promise<string> {
  const { alias, tag_type } = fields
  if (alias === undefined) throw badInput('input.alias', 'is required for a new tag.')
  if (tag_type === undefined) throw badInput('input.tagType', 'is required for a new tag.')
  const tag: TagInsert = { ...fields, alias, tag_type, ...deriveDomain({ tag_type, ...fields }) }
  if (tag_type === 'person' && tag.email == null) throw badInput('input.email', 'is required for a new person.')
  if (isOrganization(tag) && tag.url == null && tag.email_domain == null) {
    throw badInput('input.url', 'is required for a new account.')
  }
  return createTag(mutation, tag)
}

async function update(mutation: Mutation, { _id }: Input, fields: TagFields): Promise<string> {
  const tag = await lockTag(mutation, parseId(_id ?? '', NOUN))
  if (!tag) throw notFound(NOUN)
  const derived = tag.email_domain === null ? deriveDomain({ ...tag, ...fields }) : {}
  await updateTag(mutation, tag, { ...fields, ...derived })
  return tag.tag_id
}

function isOrganization({ tag_type, tag_sub_type }: TagFields): boolean {
  return tag_type === 'topic' && tag_sub_type === 'organization'
}

/** The domain of an organization that has a url but no domain. */
function deriveDomain(tag: TagFields): TagFields {
  const domain = tag.email_domain == null && isOrganization(tag) ? domainOfSite(tag.url) : undefined
  return omitUndefined({ email_domain: domain })
}

async function readTag({ db, viewer }: GraphContext, id: string): Promise<TagRow> {
  const tag = (await findTags(db, viewer, [id])).get(id)
  if (!tag) throw notFound(NOUN)
  return tag
}
