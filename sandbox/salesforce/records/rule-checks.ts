import type { Session } from '../api/session.ts'
import type { Database } from '../org/database.ts'
import { Profile } from '../org/profile.ts'
import type { DuplicateRule } from '../org/rules.ts'
import type { Row, Value } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'
import { SchemaView } from '../schema/view.ts'
import { compileRuleCondition } from '../soql/rule-condition.ts'
import { RecordError, recordError } from './errors.ts'

/** Checks the validation rules of the org, which are evaluated with access to all fields. */
export function checkValidationRules({ org, account, salesforce }: Session, type: ObjectType, row: Row): void {
  const view = new SchemaView(org.database.schema, new Profile(), new Set())
  const scope = { view, database: org.database, now: salesforce.clock.now(), timeZone: account.timeZone }
  for (const { object, errorWhen, message, field } of org.validationRules) {
    if (object !== type.name || !compileRuleCondition(scope, object, errorWhen)(row)) continue
    throw recordError('FIELD_CUSTOM_VALIDATION_EXCEPTION', message, field === undefined ? [] : [field])
  }
}

/** Checks unique fields against all rows that are not deleted. */
export function checkUnique({ org }: Session, type: ObjectType, row: Row): void {
  for (const field of type.fields.values()) {
    const value = row[field.name] ?? null
    if (!field.unique || value === null) continue
    const duplicate = org.database.findByValue(type.name, field.name, value).find(({ Id }) => Id !== row.Id)
    if (!duplicate) continue
    const message = `duplicate value found: ${field.name} duplicates value on record with id: ${String(duplicate.Id)}`
    throw recordError('DUPLICATE_VALUE', message)
  }
}

export function checkDuplicateRules({ org, version, allowsDuplicates }: Session, type: ObjectType, row: Row): void {
  for (const rule of org.duplicateRules) {
    if (rule.object !== type.name || (rule.action === 'alert' && allowsDuplicates)) continue
    const matches = findDuplicates(rule, org.database, row)
    if (matches.length > 0) throw new RecordError(400, [duplicatesDetected(rule, matches, version)])
  }
}

/** A row in which a field of the rule is empty has no duplicates. */
function findDuplicates({ object, fields }: DuplicateRule, database: Database, row: Row): Row[] {
  const [first, ...rest] = fields
  if (first === undefined || fields.some((name) => toLowerCase(row[name]) === '')) return []
  return database
    .findByValue(object, first, row[first] ?? null)
    .filter(({ Id }) => Id !== row.Id)
    .filter((candidate) => rest.every((name) => toLowerCase(candidate[name]) === toLowerCase(row[name])))
}

function toLowerCase(value: Value | undefined): string {
  return String(value ?? '').toLowerCase()
}

/** The error of a single call lists the duplicates under a key that Salesforce misspells. */
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
