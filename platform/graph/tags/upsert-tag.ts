import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { attachBusinessObjects, saveTagIdentities } from '../../storage/graph/tags/links.ts'
import { findTags, type TagRow } from '../../storage/graph/tags/rows.ts'
import { ShareForbiddenError } from '../../storage/graph/tags/shares.ts'
import {
  createTag,
  DuplicateTagError,
  lockTag,
  type TagFields,
  type TagInsert,
  updateTag,
} from '../../storage/graph/tags/writes.ts'
import { parseId } from '../arguments/ids.ts'
import { BusinessObjectInput } from '../blocks/mutations/attach.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, conflict, forbidden, notFound } from '../errors.ts'
import { withMutation } from '../with-mutation.ts'
import { domainOfSite, parseTagFields } from './input.ts'
import { ExternalIdLinkInput, parseBusinessObjects, parseExternalIdLinks } from './link-input.ts'
import { Tag } from './tag.ts'

const WHAT = 'The tag'

export const UpsertTagInput = builder.inputType('UpsertTagInput', {
  fields: (t) => ({
    _id: t.id({ description: 'Absent: a new tag, or the known person of that e-mail or organization of that domain.' }),
    alias: t.string(),
    friendlyName: t.string(),
    tagType: t.string(),
    tagSubType: t.string({ description: 'organization for accounts.' }),
    email: t.string(),
    emailDomain: t.string({ description: "An organization's; the url's unless given." }),
    url: t.string(),
    urls: t.stringList(),
    avatar: t.string(),
    favicon: t.string(),
    phoneNumber: t.string(),
    description: t.string(),
    externalId: t.string(),
    favorite: t.boolean(),
    businessObjects: t.field({ type: [BusinessObjectInput], description: 'Added to those it has.' }),
    externalIdLinks: t.field({ type: [ExternalIdLinkInput], description: 'Added to those it has.' }),
  }),
})
type Input = typeof UpsertTagInput.$inferInput

builder.mutationField('upsertOneTag', (t) =>
  t.field({
    type: Tag,
    description: 'Creates a tag, or writes what is sent of one.',
    args: { input: t.arg({ type: UpsertTagInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const fields = parseTagFields(input)
      const [objects, identities] = [
        parseBusinessObjects(input.businessObjects ?? []),
        parseExternalIdLinks(input.externalIdLinks ?? []),
      ]
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

/** What the store refuses to do with a tag, as the person may hear it. */
export function explainTagError(error: unknown): never {
  if (error instanceof DuplicateTagError)
    throw conflict('Another tag is the person of this e-mail or the organization of this domain.')
  if (error instanceof ShareForbiddenError)
    throw forbidden('Something is shared with this person that you may not share with others.')
  throw error
}

async function create(mutation: Mutation, fields: TagFields): Promise<string> {
  const { alias, tag_type } = fields
  if (alias === undefined) throw badInput('input.alias', 'is required for a new tag.')
  if (tag_type === undefined) throw badInput('input.tagType', 'is required for a new tag.')
  const tag: TagInsert = { ...fields, alias, tag_type, ...domainFor({ tag_type, ...fields }) }
  if (tag_type === 'person' && tag.email == null) throw badInput('input.email', 'is required for a new person.')
  if (isOrganization(tag) && tag.url == null && tag.email_domain == null) {
    throw badInput('input.url', 'is required for a new account.')
  }
  return createTag(mutation, tag)
}

async function update(mutation: Mutation, { _id }: Input, fields: TagFields): Promise<string> {
  const tag = await lockTag(mutation, parseId(_id ?? '', WHAT))
  if (!tag) throw notFound(WHAT)
  if (tag.tag_id === mutation.viewer.tagId && !isSamePerson(tag, fields)) {
    throw conflict('Your own tag stays the person of the address that you sign in with.')
  }
  await updateTag(mutation, tag, { ...fields, ...(tag.email_domain === null ? domainFor({ ...tag, ...fields }) : {}) })
  return tag.tag_id
}

function isSamePerson(tag: TagRow, { tag_type = tag.tag_type, email = tag.email }: TagFields): boolean {
  return tag_type === tag.tag_type && email === tag.email
}

function isOrganization({ tag_type, tag_sub_type }: TagFields): boolean {
  return tag_type === 'topic' && tag_sub_type === 'organization'
}

/** The domain of an organization that has an address and none. */
function domainFor(tag: TagFields): TagFields {
  const domain = tag.email_domain == null && isOrganization(tag) ? domainOfSite(tag.url) : undefined
  return domain === undefined ? {} : { email_domain: domain }
}

async function readTag({ db, viewer }: GraphContext, id: string): Promise<TagRow> {
  const tag = (await findTags(db, viewer, [id])).get(id)
  if (!tag) throw notFound(WHAT)
  return tag
}
