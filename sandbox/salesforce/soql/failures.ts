import { RecordFailure } from '../records/failure.ts'
import { withoutStrings } from './strings.ts'

const SHOWN_BEFORE = 40
const SHOWN_AFTER = 60

export function queryFailure(errorCode: string, message: string): RecordFailure {
  return new RecordFailure(400, [{ message, errorCode }])
}

/** An error that quotes the statement and points at a word of it, as recorded from the vendor. */
export function pointedFailure(errorCode: string, soql: string, word: string, message: string): RecordFailure {
  const at = positionOf(soql, word)
  if (at < 0) return queryFailure(errorCode, message)
  const before = soql.slice(0, at).split('\n')
  const row = before.length
  const column = (before.at(-1)?.length ?? 0) + 1
  const from = Math.max(0, at - SHOWN_BEFORE)
  const line = soql.slice(from, at + SHOWN_AFTER).replaceAll('\n', ' ')
  const where = `\n${line}\n${' '.repeat(at - from)}^\nERROR at Row:${row}:Column:${column}\n`
  return queryFailure(errorCode, where + message)
}

/** Where the word stands as a word of its own, outside of string literals. */
function positionOf(soql: string, word: string): number {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return withoutStrings(soql).search(new RegExp(`(?<![\\w.])${escaped}(?![\\w])`, 'i'))
}

export function unexpectedToken(soql: string, token: string): RecordFailure {
  return pointedFailure('MALFORMED_QUERY', soql, token, `unexpected token: '${token}'`)
}

const REFERENCE = 'Please reference your WSDL or the describe call for the appropriate names.'

export function noSuchColumn(soql: string, path: string, name: string, entity: string): RecordFailure {
  const advice = `If you are attempting to use a custom field, be sure to append the '__c' after the custom field name.`
  const message = `No such column '${name}' on entity '${entity}'. ${advice} ${REFERENCE}`
  return pointedFailure('INVALID_FIELD', soql, path, message)
}

const CUSTOM_RELATIONSHIP =
  "If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name."

export function noSuchRelationship(soql: string, path: string, name: string): RecordFailure {
  const message = `Didn't understand relationship '${name}' in field path. ${CUSTOM_RELATIONSHIP} ${REFERENCE}`
  return pointedFailure('INVALID_FIELD', soql, path, message)
}

export function noSuchChildren(soql: string, name: string): RecordFailure {
  const message = `Didn't understand relationship '${name}' in FROM part of query call. ${CUSTOM_RELATIONSHIP} ${REFERENCE}`
  return pointedFailure('INVALID_TYPE', soql, name, message)
}

/** Also what a user hears of an object that he may not read. */
export function noSuchObject(soql: string, name: string): RecordFailure {
  const advice = "If you are attempting to use a custom object, be sure to append the '__c' after the entity name."
  const message = `sObject type '${name}' is not supported. ${advice} ${REFERENCE}`
  return pointedFailure('INVALID_TYPE', soql, name, message)
}

/** SOQL that Salesforce would take and this stand-in does not evaluate: loud, and not to be mistaken for a refusal. */
export function notEvaluated(what: string): RecordFailure {
  return new RecordFailure(500, [{ message: `The sandbox does not evaluate ${what}`, errorCode: 'UNKNOWN_EXCEPTION' }])
}
