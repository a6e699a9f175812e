import { RecordError } from '../records/errors.ts'
import { blankStrings } from './strings.ts'

const EXCERPT_BEFORE = 40
const EXCERPT_AFTER = 60

export function queryError(errorCode: string, message: string): RecordError {
  return new RecordError(400, [{ message, errorCode }])
}

/** An error that quotes the statement and points at a word of it, as recorded from the vendor. */
export function queryErrorAt(errorCode: string, soql: string, word: string, message: string): RecordError {
  const at = findToken(soql, word)
  if (at < 0) return queryError(errorCode, message)
  const before = soql.slice(0, at).split('\n')
  const row = before.length
  const column = (before.at(-1)?.length ?? 0) + 1
  const from = Math.max(0, at - EXCERPT_BEFORE)
  const line = soql.slice(from, at + EXCERPT_AFTER).replaceAll('\n', ' ')
  const where = `\n${line}\n${' '.repeat(at - from)}^\nERROR at Row:${row}:Column:${column}\n`
  return queryError(errorCode, where + message)
}

/** Where the word stands as a word of its own, outside of string literals. */
function findToken(soql: string, word: string): number {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return blankStrings(soql).search(new RegExp(`(?<![\\w.])${escaped}(?![\\w])`, 'i'))
}

export function unexpectedToken(soql: string, token: string): RecordError {
  return queryErrorAt('MALFORMED_QUERY', soql, token, `unexpected token: '${token}'`)
}

const REFERENCE = 'Please reference your WSDL or the describe call for the appropriate names.'

export function noSuchColumn(soql: string, path: string, name: string, entity: string): RecordError {
  const advice = `If you are attempting to use a custom field, be sure to append the '__c' after the custom field name.`
  const message = `No such column '${name}' on entity '${entity}'. ${advice} ${REFERENCE}`
  return queryErrorAt('INVALID_FIELD', soql, path, message)
}

const CUSTOM_RELATIONSHIP =
  "If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name."

export function noSuchRelationship(soql: string, path: string, name: string): RecordError {
  const message = `Didn't understand relationship '${name}' in field path. ${CUSTOM_RELATIONSHIP} ${REFERENCE}`
  return queryErrorAt('INVALID_FIELD', soql, path, message)
}

export function noSuchChildren(soql: string, name: string): RecordError {
  const message = `Didn't understand relationship '${name}' in FROM part of query call. ${CUSTOM_RELATIONSHIP} ${REFERENCE}`
  return queryErrorAt('INVALID_TYPE', soql, name, message)
}

/** Also what a user hears of an object that he may not read. */
export function noSuchObject(soql: string, name: string): RecordError {
  const advice = "If you are attempting to use a custom object, be sure to append the '__c' after the entity name."
  const message = `sObject type '${name}' is not supported. ${advice} ${REFERENCE}`
  return queryErrorAt('INVALID_TYPE', soql, name, message)
}

/** SOQL that Salesforce would take and this stand-in does not evaluate: loud, and not to be mistaken for a refusal. */
export function unsupported(what: string): RecordError {
  return new RecordError(500, [{ message: `The sandbox does not evaluate ${what}`, errorCode: 'UNKNOWN_EXCEPTION' }])
}
