import type { Fail, Fields } from './fields.ts'
import { FilterParser, syntaxError } from './filter-parser.ts'
import { tokenizeFilter } from './filter-tokens.ts'

export interface Filter<T> {
  matches(record: T): boolean
  /** The properties it names, in the order of their first appearance. */
  paths: readonly string[]
}

/** Reads a `$filter` of the part of OData that Outlook takes; refuses every other. */
export function parseFilter<T>(text: string, fields: Fields<T>, fail: Fail): Filter<T> {
  const tokens = tokenizeFilter(text)
  if (typeof tokens === 'number') return fail('RequestBroker--ParseUri', syntaxError(text, tokens))
  const parser = new FilterParser(text, tokens, fields, fail)
  return { matches: parser.parse(), paths: [...parser.paths] }
}
