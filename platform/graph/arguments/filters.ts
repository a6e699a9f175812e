import { omitNullish } from '../../../src/runtime/omit.ts'
import type { NumberFilter, StringFilter } from '../../storage/graph/search/filters.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'
import { MAX_LENGTHS, parseText } from './text.ts'

export const SortOrder = caseInsensitiveEnum('SortOrder', ['ASC', 'DESC'])

export const NumberFilterInput = builder.inputType('NumberFilterInput', {
  description: 'All given conditions must match. Times are epoch milliseconds.',
  fields: (t) => ({ gt: t.float(), gte: t.float(), eq: t.float(), lte: t.float(), lt: t.float() }),
})

export const StringFilterInput = builder.inputType('StringFilterInput', {
  description: 'All given conditions must match, ignoring case.',
  fields: (t) => ({
    eq: t.string(),
    contains: t.string(),
    startsWith: t.string(),
    endsWith: t.string(),
    gte: t.string({
      description: 'Dates and times in ISO 8601 are compared by time, other texts by their characters.',
    }),
    lt: t.string({ description: 'Like gte.' }),
  }),
})

type Members<Filter> = { [Name in keyof Filter]?: Filter[Name] | null | undefined } | null | undefined

/** The filter without its null members; undefined if it has none left. */
export function toNumberFilter(filter: Members<NumberFilter>): NumberFilter | undefined {
  return withoutNulls(filter)
}

/** The same for texts. Throws BAD_USER_INPUT below `argument` for one that is too long. */
export function toStringFilter(argument: string, filter: Members<StringFilter>): StringFilter | undefined {
  for (const [name, text] of Object.entries(filter ?? {})) {
    parseText(`${argument}.${name}`, text as string | null | undefined, MAX_LENGTHS.search)
  }
  return withoutNulls(filter)
}

function withoutNulls<Filter extends object>(filter: Members<Filter>): Filter | undefined {
  const members = omitNullish(filter ?? {})
  return Object.keys(members).length === 0 ? undefined : (members as Filter)
}

const field = {
  provider: {
    description:
      "Where the field comes from: a provider, an application, or provider/application. Omit it, or give graph, for the tag's own fields.",
  },
  application: { description: 'Restricts the field to an application of the provider.' },
}

export const FieldReferenceInput = builder.inputType('FieldReferenceInput', {
  fields: (t) => ({
    provider: t.string(field.provider),
    application: t.string(field.application),
    fieldName: t.string({ required: true }),
  }),
})

export const FieldFilterInput = builder.inputType('FieldFilterInput', {
  description: "Conditions on a field's value. All given conditions must match.",
  fields: (t) => ({
    provider: t.string(field.provider),
    application: t.string(field.application),
    fieldName: t.string({ required: true }),
    stringFilter: t.field({ type: StringFilterInput }),
    numberFilter: t.field({ type: NumberFilterInput }),
    isNull: t.boolean({ description: 'True matches only missing values, false only present ones.' }),
  }),
})

export const FieldSortInput = builder.inputType('FieldSortInput', {
  fields: (t) => ({
    provider: t.string(field.provider),
    application: t.string(field.application),
    fieldName: t.string({ required: true }),
    direction: t.field({ type: SortOrder, description: 'Defaults to ASC.' }),
  }),
})
