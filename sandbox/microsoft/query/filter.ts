import type { Fields, Refuse } from './fields.ts'
import { FilterParser, syntaxError } from './filter-parser.ts'
import { filterTokens } from './filter-tokens.ts'

export interface Filter<T> {
  keeps(record: T): boolean
  /** The properties it names, in the order of their first appearance. */
  paths: readonly string[]
}

/** Reads a `$filter` of the part of OData that Outlook takes; refuses every other. */
export function parseFilter<T>(text: string, fields: Fields<T>, refuse: Refuse): Filter<T> {
  const tokens = filterTokens(text)
  if (typeof tokens === 'number') return refuse('RequestBroker--ParseUri', syntaxError(text, tokens))
  const parser = new FilterParser(text, tokens, fields, refuse)
  return { keeps: parser.whole(), paths: [...parser.paths] }
}
