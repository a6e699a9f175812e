import type { Field, Row } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import { renderRow } from '../soql/render.ts'
import type { Scope } from '../soql/scope.ts'
import { objectOf, selectOf } from '../soql/select.ts'
import { readStatement } from '../soql/statement.ts'
import { type Returning, readSearch, type SearchGroup } from './statement.ts'
import { type Fits, fitsOf } from './terms.ts'
import { wordsOf } from './words.ts'

export interface Search {
  readonly sosl: string
  /** The index does not know what was written later. Epoch ms. */
  readonly knownUntil: number
  readonly version: string
}

/** A longer search finds nothing, without a word (SOQL and SOSL Reference, "SOSL Syntax"). */
const MAX_CHARACTERS = 10_000

const TYPES: Readonly<Record<SearchGroup, readonly Field['type'][]>> = {
  ALL: ['string', 'textarea', 'email', 'phone', 'url', 'picklist', 'multipicklist', 'combobox'],
  NAME: [],
  EMAIL: ['email'],
  PHONE: ['phone'],
  SIDEBAR: ['email', 'phone'],
}

export function runSearch(scope: Scope, search: Search): object[] {
  const { term, group, returning, limit } = readSearch(search.sosl)
  const fits = fitsOf(term)
  if (search.sosl.length > MAX_CHARACTERS) return []
  const wanted = returning ?? everywhere(scope)
  return wanted.flatMap((one) => found(scope, search, one, group, fits)).slice(0, limit)
}

function everywhere({ view }: Scope): Returning[] {
  const searchable = view.objects().filter(({ type }) => type.searchable)
  return searchable.map(({ name }) => ({ object: name, soql: `SELECT Id FROM ${name}` }))
}

function found(scope: Scope, search: Search, { object: name, soql }: Returning, group: SearchGroup, fits: Fits) {
  const object = objectOf({ scope, soql: search.sosl }, name)
  const select = selectOf({ scope, soql }, object, readStatement(soql))
  const fields = searched(object, group)
  const matches: Row[] = []
  for (const row of scope.database.rows(object.name)) {
    if (Number(row.SystemModstamp) <= search.knownUntil && isFound(row, fields, fits)) matches.push(row)
  }
  return select.pick(matches).map((row) => renderRow({ scope, version: search.version }, select, row))
}

function searched(object: ObjectView, group: SearchGroup): readonly Field[] {
  const types = TYPES[group]
  const byName = group === 'NAME' || group === 'SIDEBAR'
  return object.fields.filter(
    ({ type, nameField, compoundFieldName }) =>
      types.includes(type) || (byName && (nameField || compoundFieldName === 'Name')),
  )
}

/** All terms have to be found in one field. */
function isFound(row: Row, fields: readonly Field[], fits: Fits): boolean {
  return fields.some(({ name }) => {
    const value = row[name]
    return typeof value === 'string' && fits(wordsOf(value))
  })
}
