import { omitNullish, omitUndefined } from '../../../src/runtime/omit.ts'
import type { FieldFilter, FieldName } from '../../storage/graph/search/filters.ts'
import { BUILT_IN_FIELDS, BUILT_IN_PROVIDER } from '../../storage/graph/tags/columns.ts'
import { fieldKey, loadSignalValues, searchTagsByField } from '../../storage/graph/tags/fields.ts'
import { findTags, type TagRow } from '../../storage/graph/tags/rows.ts'
import {
  FieldFilterInput,
  FieldReferenceInput,
  FieldSortInput,
  toNumberFilter,
  toStringFilter,
} from '../arguments/filters.ts'
import { validIds } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import { Tag, TagType } from './tag.ts'
import { normalizeTagSubType } from './types.ts'

const MAX_FIELDS = 50
const MAX_FILTERS = 20

interface Value extends FieldName {
  value: string | null
}

interface Row {
  tag: TagRow
  values: Value[]
}

interface Results {
  rows: Row[]
  totalCount: number
  size: number
  page: number
}

const FieldValue = builder.objectRef<Value>('FieldValue').implement({
  fields: (t) => ({
    provider: t.exposeString('provider', { nullable: false, description: 'As in the request.' }),
    application: t.exposeString('application', { nullable: true, description: 'As in the request.' }),
    fieldName: t.exposeString('fieldName', { nullable: false }),
    value: t.exposeString('value', { nullable: true, description: 'Null if the tag has no value.' }),
  }),
})

const TagWithFields = builder.objectRef<Row>('TagWithFields').implement({
  fields: (t) => ({
    tag: t.expose('tag', { type: Tag, nullable: false }),
    fieldValues: t.expose('values', {
      type: [FieldValue],
      nullable: { list: false, items: false },
      description: 'One value per requested field, in the requested order.',
    }),
  }),
})

const TagFieldResults = builder.objectRef<Results>('TagFieldResults').implement({
  fields: (t) => ({
    tags: t.expose('rows', { type: [TagWithFields], nullable: { list: false, items: false } }),
    totalCount: t.exposeInt('totalCount', { nullable: false, description: 'The total number of tags on all pages.' }),
    page: t.exposeInt('page', { nullable: false }),
    size: t.exposeInt('size', { nullable: false }),
  }),
})

const SearchTagsByFieldInput = builder.inputType('SearchTagsByFieldInput', {
  fields: (t) => ({
    fields: t.field({
      type: [FieldReferenceInput],
      required: true,
      description: 'The fields whose values are returned.',
    }),
    filters: t.field({ type: [FieldFilterInput], description: 'All of them must match.' }),
    sortBy: t.field({ type: FieldSortInput, description: 'Defaults to the name.' }),
    tagTypes: t.field({ type: [TagType] }),
    tagSubTypes: t.stringList(),
    tagIds: t.stringList(),
    folderIds: t.stringList(),
    size: t.int(),
    page: t.int(),
  }),
})
type Input = typeof SearchTagsByFieldInput.$inferInput

builder.queryField('searchTagsByField', (t) =>
  t.field({
    type: TagFieldResults,
    description:
      "Tags by the values of their fields: their own fields, and the fields of their records in providers' tables.",
    args: { input: t.arg({ type: SearchTagsByFieldInput, required: true }) },
    resolve: (_root, { input }, context) => search(input, context),
  }),
)

async function search(input: Input, context: GraphContext): Promise<Results> {
  const { db, viewer } = context
  const fields = parseFields(input)
  const page = parsePageRequest(input, context)
  const found = await searchTagsByField(db, viewer, { ...parseFilter(input), ...page })
  const { tagIds, totalCount } = found
  const [tags, signals] = await Promise.all([
    findTags(db, viewer, tagIds),
    loadSignalValues(
      db,
      viewer,
      tagIds,
      fields.filter(({ provider }) => provider !== BUILT_IN_PROVIDER),
    ),
  ])
  const valueIn = (tag: TagRow, field: FieldName) =>
    (field.provider === BUILT_IN_PROVIDER
      ? BUILT_IN_FIELDS.get(field.fieldName)?.read(tag)
      : signals.get(tag.tag_id)?.get(fieldKey(field))) ?? null
  const foundTags = tagIds.flatMap((id) => tags.get(id) ?? [])
  const rows = foundTags.map((tag) => ({
    tag,
    values: fields.map((field) => ({ ...field, value: valueIn(tag, field) })),
  }))
  return { rows, totalCount, ...page }
}

function parseFields({ fields }: Input): FieldName[] {
  if (fields.length > MAX_FIELDS) throw badInput('input.fields', `at most ${MAX_FIELDS} fields.`)
  return fields.map((field) => parseField('input.fields', field))
}

/** Throws BAD_USER_INPUT if tags have no such field of their own. Fields of providers are not checked. */
function parseField(argument: string, field: typeof FieldReferenceInput.$inferInput): FieldName {
  const { fieldName } = field
  const application = field.application?.trim() || undefined
  const provider = field.provider?.trim() || application
  if (provider !== undefined && provider.toLowerCase() !== BUILT_IN_PROVIDER) {
    return omitUndefined({ provider, application, fieldName })
  }
  if (!BUILT_IN_FIELDS.has(fieldName))
    throw badInput(argument, `a tag's own fields are ${[...BUILT_IN_FIELDS.keys()].join(', ')}.`)
  return { provider: BUILT_IN_PROVIDER, fieldName }
}

function parseFilter({ filters, sortBy, tagTypes, tagSubTypes, tagIds, folderIds }: Input) {
  if ((filters?.length ?? 0) > MAX_FILTERS) throw badInput('input.filters', `at most ${MAX_FILTERS} filters.`)
  return omitNullish({
    filters: (filters ?? []).map((filter, index) => toFilter(filter, `input.filters[${index}].stringFilter`)),
    sortBy: sortBy ? { ...parseField('input.sortBy', sortBy), direction: sortBy.direction ?? 'ASC' } : undefined,
    tagTypes,
    tagSubTypes: tagSubTypes ? tagSubTypes.map(normalizeTagSubType) : undefined,
    tagIds: tagIds ? validIds(tagIds) : undefined,
    folderIds: folderIds ? validIds(folderIds) : undefined,
  })
}

function toFilter(filter: NonNullable<Input['filters']>[number], argument: string): FieldFilter {
  const [text, number] = [toStringFilter(argument, filter.stringFilter), toNumberFilter(filter.numberFilter)]
  return omitNullish({
    ...parseField('input.filters', filter),
    stringFilter: text,
    numberFilter: number,
    isNull: filter.isNull,
  })
}
