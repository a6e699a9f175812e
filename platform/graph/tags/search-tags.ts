import { searchTags, TAG_ORDERS, type TagOrder } from '../../storage/graph/tags/search.ts'
import { validIds } from '../arguments/ids.ts'
import { parseSlice } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import { badInput } from '../errors.ts'
import { Tag } from './tag.ts'
import { normalizeEmail, normalizeTagSubType, parseTagType } from './tag-types.ts'

const SearchTagsInput = builder.inputType('SearchTagsInput', {
  fields: (t) => ({
    searchString: t.string({ description: 'Looked for in names and e-mails; what fits best comes first.' }),
    search: t.string({ description: 'Another name of searchString.' }),
    tagType: t.string(),
    tagTypes: t.stringList(),
    tagSubType: t.string({ description: 'organization for accounts.' }),
    _ids: t.stringList(),
    email: t.string({ description: 'The person of that address.' }),
    emailDomains: t.stringList(),
    folderIds: t.stringList(),
    archived: t.boolean({ description: 'True: archived tags are found too.' }),
    favorite: t.boolean(),
    hasTasks: t.boolean({ description: 'Whether open tasks are linked to it.' }),
    orderByAlias: t.string({ description: 'asc or desc, as with the others; one at a time.' }),
    orderByFriendlyName: t.string(),
    orderByTaskCount: t.string(),
    orderByDateUpdated: t.string({ description: 'desc unless another order is asked for.' }),
    orderByDateCreated: t.string(),
    size: t.int(),
    page: t.int(),
  }),
})
type Input = Partial<typeof SearchTagsInput.$inferInput>

builder.queryField('searchTags', (t) =>
  t.field({
    type: [Tag],
    nullable: { list: true, items: false },
    args: { input: t.arg({ type: SearchTagsInput }) },
    resolve: (_root, { input }, context) =>
      searchTags(context.db, context.viewer, { ...filterOf(input ?? {}), ...parseSlice(input, context) }),
  }),
)

function filterOf(input: Input) {
  const { tagType, tagTypes, tagSubType, _ids, email, emailDomains, folderIds, archived, favorite, hasTasks } = input
  const text = input.searchString ?? input.search
  const order = orderOf(input)
  const types = [...(tagTypes ?? []), ...(tagType == null ? [] : [tagType])]
  return {
    ...(text == null ? {} : { text }),
    ...(order ? { order } : {}),
    ...(tagType == null && tagTypes == null
      ? {}
      : { tagTypes: types.map((type) => parseTagType('input.tagTypes', type)) }),
    ...(tagSubType == null ? {} : { tagSubTypes: [normalizeTagSubType(tagSubType)] }),
    ...(_ids ? { tagIds: validIds(_ids) } : {}),
    ...(email == null ? {} : { email: normalizeEmail(email) }),
    ...(emailDomains ? { emailDomains: emailDomains.map((domain) => domain.trim().toLowerCase()) } : {}),
    ...(folderIds ? { folderIds: validIds(folderIds) } : {}),
    archived: archived ?? false,
    ...(favorite == null ? {} : { favorite }),
    ...(hasTasks == null ? {} : { hasTasks }),
  }
}

const ORDERS = TAG_ORDERS.map((by) => [by, `orderBy${by[0]?.toUpperCase()}${by.slice(1)}` as keyof Input] as const)

/** The one order that is asked for. Throws BAD_USER_INPUT for two, and for what is neither asc nor desc. */
function orderOf(input: Input): TagOrder | undefined {
  const given = ORDERS.filter(([, name]) => input[name] != null)
  const [first, second] = given
  if (!first) return undefined
  const [by, name] = first
  if (second) throw badInput(`input.${second[1]}`, `one order at a time: ${given.map(([, name]) => name).join(', ')}.`)
  const direction = String(input[name]).trim().toLowerCase()
  if (direction !== 'asc' && direction !== 'desc') throw badInput(`input.${name}`, 'must be asc or desc.')
  return { by, direction }
}
