import { parseQuery, type Query } from '@jetstreamapp/soql-parser-js'
import { queryError, unexpectedToken, unsupported } from './errors.ts'
import { checkStrings } from './strings.ts'

/** "SOQL and SOSL Limits". */
const MAX_CHARACTERS = 100_000

/** A statement that has passed the grammar. */
export function parseStatement(soql: string): Query {
  if (soql.trim() === '') throw queryError('MALFORMED_QUERY', 'A query string has to be specified')
  if (soql.length > MAX_CHARACTERS) {
    throw queryError('MALFORMED_QUERY', `SOQL statements cannot be longer than ${MAX_CHARACTERS} characters.`)
  }
  checkStrings(soql)
  const query = parseGrammar(soql)
  checkClauses(query)
  return query
}

function parseGrammar(soql: string): Query {
  try {
    return parseQuery(soql)
  } catch (error) {
    const { message } = error as Error
    const found = /found(?: -->|:) '([^']*)'/.exec(message)?.[1] ?? /unexpected character: ->(.)<-/s.exec(message)?.[1]
    throw unexpectedToken(soql, found || '<EOF>')
  }
}

function checkClauses(query: Query): void {
  const { usingScope, withDataCategory, withSecurityEnforced, withAccessLevel, update } = query
  if (usingScope) throw unsupported('USING SCOPE')
  if (withDataCategory || withSecurityEnforced || withAccessLevel) throw unsupported('WITH')
  if (query.for || update) throw unsupported('FOR and UPDATE')
}

/** A clause that the parser gives as one or several. */
export function toArray<T>(clause: T | readonly T[] | undefined): readonly T[] {
  if (clause === undefined) return []
  return Array.isArray(clause) ? (clause as readonly T[]) : [clause as T]
}
