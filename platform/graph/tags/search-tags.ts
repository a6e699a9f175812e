import { omitNullish, omitUndefined } from '../../../src/runtime/omit.ts'
import { searchTags, TAG_ORDERS, type TagOrder } from '../../storage/graph/tags/search.ts'
import { validIds } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { parseSearch } from '../arguments/text.ts'
import { builder } from '../builder.ts'
import { badInput } from '../errors.ts'
import { selectedTagColumns, Tag, TagType } from './tag.ts'
import { normalizeEmail, normalizeTagSubType } from './types.ts'

const SearchTagsInput = builder.inputType('SearchTagsInput', {
  fields: (t) => ({
    searchString: t.string({ description: 'Searches names and emails. The best matches come first.' }),
    search: t.string({ description: 'Alias of searchString.' }),
    tagType: t.field({ type: TagType }),
    tagTypes: t.field({ type: [TagType] }),
    tagSubType: t.string({ description: 'organization for accounts.' }),
    _ids: t.stringList(),
    email: t.string({ description: 'Finds the person with this email.' }),
    emailDomains: t.stringList(),
    folderIds: t.stringList(),
    archived: t.boolean({ description: 'If true, archived tags are found too.' }),
    favorite: t.boolean(),
    hasTasks: t.boolean({ description: 'True matches tags with open tasks, false tags without.' }),
    orderByAlias: t.string({ description: 'asc or desc. Only one orderBy field may be given.' }),
    orderByFriendlyName: t.string(),
    orderByTaskCount: t.string(),
    orderByDateUpdated: t.string({ description: 'asc or desc. The default order is desc.' }),
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
    resolve: (_root, { input }, context, info) => {
      const search = { ...parseFilter(input ?? {}), ...parsePageRequest(input, context) }
      return searchTags(context.db, context.viewer, search, selectedTagColumns(info))
    },
  }),
)

function parseFilter(input: Input) {
  const { tagType, tagTypes, tagSubType, _ids, email, emailDomains, folderIds, archived, favorite, hasTasks } = input
  const { searchString, search } = input
  const text =
    searchString == null ? parseSearch('input.search', search) : parseSearch('input.searchString', searchString)
  const order = parseOrder(input)
  const types = [...(tagTypes ?? []), ...(tagType == null ? [] : [tagType])]
  return omitNullish({
    order,
    ...omitUndefined({
      text,
      tagTypes: tagType == null && tagTypes == null ? undefined : types,
    }),
    tagSubTypes: tagSubType == null ? undefined : [normalizeTagSubType(tagSubType)],
    tagIds: _ids ? validIds(_ids) : undefined,
    email: email == null ? undefined : normalizeEmail(email),
    emailDomains: emailDomains ? emailDomains.map((domain) => domain.trim().toLowerCase()) : undefined,
    folderIds: folderIds ? validIds(folderIds) : undefined,
    archived: archived ?? false,
    favorite,
    hasTasks,
  })
}

const ORDERS = TAG_ORDERS.map((by) => [by, `orderBy${by[0]?.toUpperCase()}${by.slice(1)}` as keyof Input] as const)

/** The requested order. Throws BAD_USER_INPUT if there are several, or if it is neither asc nor desc. */
function parseOrder(input: Input): TagOrder | undefined {
  const requested = ORDERS.filter(([, name]) => input[name] != null)
  const [first, second] = requested
  if (!first) return undefined
  const [by, name] = first
  if (second)
    throw badInput(`input.${second[1]}`, `one order at a time: ${requested.map(([, name]) => name).join(', ')}.`)
  const direction = String(input[name]).trim().toLowerCase()
  if (direction !== 'asc' && direction !== 'desc') throw badInput(`input.${name}`, 'must be asc or desc.')
  return { by, direction }
}
