import type { Fail } from '../api/errors.ts'
import type { Fields } from './fields.ts'
import { FilterParser, syntaxError } from './filter-parser.ts'
import { tokenizeFilter } from './filter-tokens.ts'

export interface Filter<T> {
  matches(record: T): boolean
  /** The paths in the filter, in the order of their first appearance. */
  paths: readonly string[]
}

/** Parses a `$filter` in the subset of OData that Outlook supports. */
export function parseFilter<T>(text: string, fields: Fields<T>, fail: Fail): Filter<T> {
  const tokens = tokenizeFilter(text)
  if (typeof tokens === 'number') return fail('RequestBroker--ParseUri', syntaxError(text, tokens))
  const parser = new FilterParser(text, tokens, fields, fail)
  return { matches: parser.parse(), paths: [...parser.paths] }
}
