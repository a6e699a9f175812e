import type { Field, Row } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import type { Scope } from '../soql/scope.ts'
import { compileSelect, requireObject } from '../soql/select/compile.ts'
import { renderRow } from '../soql/select/render.ts'
import { parseStatement } from '../soql/statement.ts'
import { parseSearch, type Returning, type SearchGroup } from './statement.ts'
import { compileTerms, type TermMatcher } from './terms.ts'
import { tokenize } from './tokenizer.ts'

export interface SearchOptions {
  readonly sosl: string
  /** Epoch ms. Rows that were modified later are not in the search index. */
  readonly indexedUntil: number
  readonly version: string
}

/** A longer search returns no results and no error (SOQL and SOSL Reference, "SOSL Syntax"). */
const MAX_CHARACTERS = 10_000

const TYPES: Readonly<Record<SearchGroup, readonly Field['type'][]>> = {
  ALL: ['string', 'textarea', 'email', 'phone', 'url', 'picklist', 'multipicklist', 'combobox'],
  NAME: [],
  EMAIL: ['email'],
  PHONE: ['phone'],
  SIDEBAR: ['email', 'phone'],
}

export function runSearch(scope: Scope, search: SearchOptions): object[] {
  const { term, group, returning, limit } = parseSearch(search.sosl)
  const matcher = compileTerms(term)
  if (search.sosl.length > MAX_CHARACTERS) return []
  const objects = returning ?? searchableObjects(scope)
  return objects.flatMap((object) => searchObject(scope, search, object, group, matcher)).slice(0, limit)
}

function searchableObjects({ view }: Scope): Returning[] {
  const searchable = view.objects().filter(({ type }) => type.searchable)
  return searchable.map(({ name }) => ({ object: name, soql: `SELECT Id FROM ${name}` }))
}

function searchObject(
  scope: Scope,
  search: SearchOptions,
  { object: name, soql }: Returning,
  group: SearchGroup,
  matcher: TermMatcher,
) {
  const object = requireObject({ scope, soql: search.sosl }, name)
  const select = compileSelect({ scope, soql }, object, parseStatement(soql))
  const fields = searchableFields(object, group)
  const matches: Row[] = []
  for (const row of scope.database.rows(object.name)) {
    if (Number(row.SystemModstamp) <= search.indexedUntil && matchesRow(row, fields, matcher)) matches.push(row)
  }
  return select.pick(matches).map((row) => renderRow({ scope, version: search.version }, select, row))
}

function searchableFields(object: ObjectView, group: SearchGroup): readonly Field[] {
  const types = TYPES[group]
  const byName = group === 'NAME' || group === 'SIDEBAR'
  return object.fields.filter(
    ({ type, nameField, compoundFieldName }) =>
      types.includes(type) || (byName && (nameField || compoundFieldName === 'Name')),
  )
}

/** All terms must be found in the same field. */
function matchesRow(row: Row, fields: readonly Field[], matcher: TermMatcher): boolean {
  return fields.some(({ name }) => {
    const value = row[name]
    return typeof value === 'string' && matcher(tokenize(value))
  })
}
