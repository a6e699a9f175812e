import { parseQuery, type Query } from '@jetstreamapp/soql-parser-js'
import { queryError, unexpectedToken, unsupported } from './errors.ts'
import { findInvalidEscape, stringLiterals } from './strings.ts'

/** "SOQL and SOSL Limits". */
const MAX_STATEMENT_LENGTH = 100_000
const MAX_STRING_LENGTH = 4_000

/** Parses a statement. Throws a RecordError when Salesforce would reject it, or when the sandbox does not support it. */
export function parseStatement(soql: string): Query {
  if (soql.trim() === '') throw queryError('MALFORMED_QUERY', 'A query string has to be specified')
  if (soql.length > MAX_STATEMENT_LENGTH) {
    throw queryError('MALFORMED_QUERY', `SOQL statements cannot be longer than ${MAX_STATEMENT_LENGTH} characters.`)
  }
  checkStrings(soql)
  const query = parseGrammar(soql)
  checkClauses(query)
  return query
}

/** Every backslash must begin a defined escape sequence; the parser would accept any. */
function checkStrings(soql: string): void {
  for (const text of stringLiterals(soql)) {
    const invalid = findInvalidEscape(text)
    if (invalid !== undefined) {
      const message = `Invalid string literal '${text}'. Illegal character sequence '${invalid}' in string literal.`
      throw queryError('MALFORMED_QUERY', message)
    }
    if (text.length > MAX_STRING_LENGTH) {
      throw queryError('MALFORMED_QUERY', `A string in a condition holds at most ${MAX_STRING_LENGTH} characters.`)
    }
  }
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

/** A clause that the parser returns as one element or as a list. */
export function toArray<T>(clause: T | readonly T[] | undefined): readonly T[] {
  if (clause === undefined) return []
  return Array.isArray(clause) ? (clause as readonly T[]) : [clause as T]
}
