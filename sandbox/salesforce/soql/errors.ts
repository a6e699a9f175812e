import { RecordError } from '../records/errors.ts'
import { blankStrings } from './strings.ts'

const EXCERPT_BEFORE = 40
const EXCERPT_AFTER = 60

/** An error about a statement, with status 400. */
export function queryError(errorCode: string, message: string): RecordError {
  return new RecordError(400, [{ message, errorCode }])
}

/** An error that quotes the statement and points at a token, in the form recorded from Salesforce. */
export function queryErrorAt(errorCode: string, soql: string, word: string, message: string): RecordError {
  const position = findToken(soql, word)
  if (position < 0) return queryError(errorCode, message)
  const precedingLines = soql.slice(0, position).split('\n')
  const row = precedingLines.length
  const column = (precedingLines.at(-1)?.length ?? 0) + 1
  const from = Math.max(0, position - EXCERPT_BEFORE)
  const excerpt = soql.slice(from, position + EXCERPT_AFTER).replaceAll('\n', ' ')
  const pointer = `\n${excerpt}\n${' '.repeat(position - from)}^\nERROR at Row:${row}:Column:${column}\n`
  return queryError(errorCode, pointer + message)
}

/** The position of a whole word outside of string literals, or -1. */
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

/** Also used for objects that the user may not read. */
export function noSuchObject(soql: string, name: string): RecordError {
  const advice = "If you are attempting to use a custom object, be sure to append the '__c' after the entity name."
  const message = `sObject type '${name}' is not supported. ${advice} ${REFERENCE}`
  return queryErrorAt('INVALID_TYPE', soql, name, message)
}

/** For SOQL that Salesforce supports and the sandbox does not. Status 500 distinguishes it from invalid SOQL. */
export function unsupported(construct: string): RecordError {
  return new RecordError(500, [
    { message: `The sandbox does not evaluate ${construct}`, errorCode: 'UNKNOWN_EXCEPTION' },
  ])
}
