import { BUILT_IN_FIELDS, BUILT_IN_PROVIDER } from '../../storage/graph/tags/columns.ts'
import {
  type FieldFilter,
  type FieldName,
  fieldKey,
  loadSignalValues,
  searchTagsByField,
} from '../../storage/graph/tags/fields.ts'
import { findTags, type TagRow } from '../../storage/graph/tags/rows.ts'
import {
  FieldFilterInput,
  FieldReferenceInput,
  FieldSortInput,
  toNumberFilter,
  toStringFilter,
} from '../arguments/filters.ts'
import { validIds } from '../arguments/ids.ts'
import { parseSlice } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import { Tag, TagType } from './tag.ts'
import { normalizeTagSubType } from './tag-types.ts'

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
    provider: t.exposeString('provider', { nullable: false }),
    fieldName: t.exposeString('fieldName', { nullable: false }),
    value: t.exposeString('value', { nullable: true, description: 'Null: the tag has none.' }),
  }),
})

const TagWithFields = builder.objectRef<Row>('TagWithFields').implement({
  fields: (t) => ({
    tag: t.expose('tag', { type: Tag, nullable: false }),
    fieldValues: t.expose('values', {
      type: [FieldValue],
      nullable: { list: false, items: false },
      description: 'One for each field that was asked for, in that order.',
    }),
  }),
})

const TagFieldResults = builder.objectRef<Results>('TagFieldResults').implement({
  fields: (t) => ({
    tags: t.expose('rows', { type: [TagWithFields], nullable: { list: false, items: false } }),
    totalCount: t.exposeInt('totalCount', { nullable: false, description: 'Of all pages.' }),
    page: t.exposeInt('page', { nullable: false }),
    size: t.exposeInt('size', { nullable: false }),
  }),
})

const SearchTagsByFieldInput = builder.inputType('SearchTagsByFieldInput', {
  fields: (t) => ({
    fields: t.field({ type: [FieldReferenceInput], required: true, description: 'Whose values are answered.' }),
    filters: t.field({ type: [FieldFilterInput], description: 'All of them must hold.' }),
    sortBy: t.field({ type: FieldSortInput, description: 'By name unless given.' }),
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
    description: "Tags by the values of their fields: their own, and what providers' tables say of them.",
    args: { input: t.arg({ type: SearchTagsByFieldInput, required: true }) },
    resolve: (_root, { input }, context) => search(input, context),
  }),
)

async function search(input: Input, context: GraphContext): Promise<Results> {
  const { db, viewer } = context
  const fields = fieldsOf(input)
  const slice = parseSlice(input, context)
  const found = await searchTagsByField(db, viewer, { ...filterOf(input), ...slice })
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
  const known = tagIds.flatMap((id) => tags.get(id) ?? [])
  const rows = known.map((tag) => ({ tag, values: fields.map((field) => ({ ...field, value: valueIn(tag, field) })) }))
  return { rows, totalCount, ...slice }
}

function fieldsOf({ fields }: Input): FieldName[] {
  if (fields.length > MAX_FIELDS) throw badInput('input.fields', `at most ${MAX_FIELDS} fields.`)
  return fields.map((field) => fieldOf('input.fields', field))
}

/** Throws BAD_USER_INPUT for a field that tags do not have; what providers have is not known in advance. */
function fieldOf(argument: string, { provider, fieldName }: typeof FieldReferenceInput.$inferInput): FieldName {
  const given = (provider ?? '').trim()
  if (given !== '' && given.toLowerCase() !== BUILT_IN_PROVIDER) {
    return { provider: given, fieldName }
  }
  if (!BUILT_IN_FIELDS.has(fieldName))
    throw badInput(argument, `a tag's own fields are ${[...BUILT_IN_FIELDS.keys()].join(', ')}.`)
  return { provider: BUILT_IN_PROVIDER, fieldName }
}

function filterOf({ filters, sortBy, tagTypes, tagSubTypes, tagIds, folderIds }: Input) {
  if ((filters?.length ?? 0) > MAX_FILTERS) throw badInput('input.filters', `at most ${MAX_FILTERS} filters.`)
  return {
    filters: (filters ?? []).map(toFilter),
    ...(sortBy ? { sortBy: { ...fieldOf('input.sortBy', sortBy), direction: sortBy.direction ?? 'ASC' } } : {}),
    ...(tagTypes ? { tagTypes } : {}),
    ...(tagSubTypes ? { tagSubTypes: tagSubTypes.map(normalizeTagSubType) } : {}),
    ...(tagIds ? { tagIds: validIds(tagIds) } : {}),
    ...(folderIds ? { folderIds: validIds(folderIds) } : {}),
  }
}

function toFilter(filter: NonNullable<Input['filters']>[number]): FieldFilter {
  const [text, number] = [toStringFilter(filter.stringFilter), toNumberFilter(filter.numberFilter)]
  return {
    ...fieldOf('input.filters', filter),
    ...(text ? { stringFilter: text } : {}),
    ...(number ? { numberFilter: number } : {}),
    ...(filter.isNull == null ? {} : { isNull: filter.isNull }),
  }
}
