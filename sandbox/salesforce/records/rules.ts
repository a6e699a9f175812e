import type { Session } from '../api/session.ts'
import { Access } from '../org/access.ts'
import type { Database } from '../org/database.ts'
import type { DuplicateRule } from '../org/rules.ts'
import type { Row, Value } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'
import { View } from '../schema/view.ts'
import { conditionOn } from '../soql/condition-on.ts'
import { failure, RecordFailure } from './failure.ts'

/** The validation rules of the org. They see the whole row, whatever the user sees. */
export function checkValidationRules({ org, account, salesforce }: Session, type: ObjectType, row: Row): void {
  const view = new View(org.database.schema, new Access(), new Set())
  const scope = { view, database: org.database, now: salesforce.clock.now(), timeZone: account.timeZone }
  for (const { object, errorWhen, message, field } of org.validationRules) {
    if (object !== type.name || !conditionOn(scope, object, errorWhen)(row)) continue
    throw failure('FIELD_CUSTOM_VALIDATION_EXCEPTION', message, field === undefined ? [] : [field])
  }
}

/** Fields marked as unique, over all rows that are not deleted. */
export function checkUnique({ org }: Session, type: ObjectType, row: Row): void {
  for (const field of type.fields.values()) {
    const value = row[field.name] ?? null
    if (!field.unique || value === null) continue
    const other = org.database.having(type.name, field.name, value).find(({ Id }) => Id !== row.Id)
    if (!other) continue
    const message = `duplicate value found: ${field.name} duplicates value on record with id: ${String(other.Id)}`
    throw failure('DUPLICATE_VALUE', message)
  }
}

export function checkDuplicateRules({ org, version, allowsDuplicates }: Session, type: ObjectType, row: Row): void {
  for (const rule of org.duplicateRules) {
    if (rule.object !== type.name || (rule.action === 'alert' && allowsDuplicates)) continue
    const matches = matchesOf(rule, org.database, row)
    if (matches.length > 0) throw new RecordFailure(400, [duplicatesDetected(rule, matches, version)])
  }
}

/** Emptiness is no likeness: a row that lacks one of the rule's fields has no duplicates. */
function matchesOf({ object, fields }: DuplicateRule, database: Database, row: Row): Row[] {
  const [first, ...others] = fields
  if (first === undefined || fields.some((name) => folded(row[name]) === '')) return []
  return database
    .having(object, first, row[first] ?? null)
    .filter((one) => one.Id !== row.Id && others.every((name) => folded(one[name]) === folded(row[name])))
}

function folded(value: Value | undefined): string {
  return String(value ?? '').toLowerCase()
}

/** In a single answer the finding is spelt out, under a key that the vendor misspells. */
function duplicatesDetected(rule: DuplicateRule, matches: readonly Row[], version: string) {
  const { object, name, matchRule, action } = rule
  const matchRecords = matches.map(({ Id }) => ({
    additionalInformation: [],
    fieldDiffs: [],
    matchConfidence: 100.0,
    record: { attributes: { type: object, url: `/services/data/${version}/sobjects/${object}/${Id}` }, Id },
  }))
  const found = { entityType: object, errors: [], matchEngine: 'FuzzyMatchEngine', matchRecords, rule: matchRule }
  return {
    duplicateResut: {
      allowSave: action === 'alert',
      duplicateRule: name,
      duplicateRuleEntityType: object,
      errorMessage: "You're creating a duplicate record. We recommend you use an existing record instead.",
      matchResults: [{ ...found, size: matches.length, success: true }],
    },
    errorCode: 'DUPLICATES_DETECTED',
    message: 'Use one of these records?',
  }
}
