import type { NumberFilter, StringFilter } from '../../storage/graph/search/filters.ts'
import { bothCases, builder } from '../builder.ts'

export const SortOrder = bothCases('SortOrder', ['ASC', 'DESC'])

export const NumberFilterInput = builder.inputType('NumberFilterInput', {
  description: 'All that is given must hold. Times are epoch milliseconds.',
  fields: (t) => ({ gt: t.float(), gte: t.float(), eq: t.float(), lte: t.float(), lt: t.float() }),
})

export const StringFilterInput = builder.inputType('StringFilterInput', {
  description: 'All that is given must hold, in any case of the letters.',
  fields: (t) => ({ eq: t.string(), contains: t.string(), startsWith: t.string(), endsWith: t.string() }),
})

type Members<Filter> = { [Name in keyof Filter]?: Filter[Name] | null | undefined } | null | undefined

/** A filter as the store takes it; undefined: nothing is asked for. */
export function toNumberFilter(filter: Members<NumberFilter>): NumberFilter | undefined {
  return membersOf(filter)
}

export function toStringFilter(filter: Members<StringFilter>): StringFilter | undefined {
  return membersOf(filter)
}

function membersOf<Filter extends object>(filter: Members<Filter>): Filter | undefined {
  const given = Object.entries(filter ?? {}).filter(([, value]) => value != null)
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Filter)
}

const field = {
  provider: { description: "Whose field it is; graph, or absent: the tag's own." },
}

export const FieldReferenceInput = builder.inputType('FieldReferenceInput', {
  fields: (t) => ({ provider: t.string(field.provider), fieldName: t.string({ required: true }) }),
})

export const FieldFilterInput = builder.inputType('FieldFilterInput', {
  description: 'What is given must hold of the value of a field.',
  fields: (t) => ({
    provider: t.string(field.provider),
    fieldName: t.string({ required: true }),
    stringFilter: t.field({ type: StringFilterInput }),
    numberFilter: t.field({ type: NumberFilterInput }),
    isNull: t.boolean({ description: 'Whether there is no value.' }),
  }),
})

export const FieldSortInput = builder.inputType('FieldSortInput', {
  fields: (t) => ({
    provider: t.string(field.provider),
    fieldName: t.string({ required: true }),
    direction: t.field({ type: SortOrder, description: 'ASC unless given.' }),
  }),
})
