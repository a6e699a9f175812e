import type { FieldValue, ProblemItem, TableRecord } from '../../../src/contract/index.ts'
import type { RecordInput } from '../api/collections.ts'
import type { ObjectType } from '../api/describe.ts'
import { toId, toKeyPrefix } from '../api/ids.ts'
import { toFieldValue } from '../mapping/values.ts'

/** A record of the request: as it will be written, or why it cannot be. */
export type PreparedRecord = { draft: RecordInput } | { problems: ProblemItem[] }

/** Holds a record against what this user may write, so that a wrong one is told apart from the others, in clear words. */
export function prepareRecord(type: ObjectType, record: TableRecord, pointer: string): PreparedRecord {
  const given = record.externalId?.trim() ?? ''
  const isUpdate = given !== ''
  const problems: ProblemItem[] = isUpdate ? checkId(type, given, pointer) : checkCreateable(type, pointer)
  const fields: Record<string, RecordInput['fields'][string]> = {}
  for (const [index, cell] of record.values.entries()) {
    const converted = toCell(type, cell, isUpdate)
    if ('problem' in converted) problems.push({ pointer: `${pointer}/values/${index}`, ...converted.problem })
    else if ('field' in converted) fields[converted.field] = converted.value
  }
  if (problems.length > 0) return { problems }
  const id = toId(given)
  return { draft: { ...(id ? { id } : {}), fields } }
}

type Problem = Omit<ProblemItem, 'pointer'>
type Cell = { field: string; value: RecordInput['fields'][string] } | { left: true } | { problem: Problem }

function toCell(type: ObjectType, { name, value }: FieldValue, isUpdate: boolean): Cell {
  const field = type.find(name)
  if (!field) {
    const detail = `${type.label} has no field “${name}”, or hides it from this user.`
    return { problem: { detail, code: 'INVALID_FIELD' } }
  }
  // Rows that were read come back with what Salesforce keeps itself: that is no wish to change it.
  if (field.computed) return { left: true }
  if (!(isUpdate ? field.updateable : field.createable)) {
    const detail = `This user cannot ${isUpdate ? 'change' : 'set'} ${field.label}.`
    return { problem: { detail, code: 'INVALID_FIELD_FOR_INSERT_UPDATE' } }
  }
  const converted = toFieldValue(field, value)
  if ('problem' in converted) return { problem: { detail: converted.problem, code: 'INVALID_VALUE' } }
  return { field: field.name, value: converted.value }
}

function checkId({ keyPrefix, label, updateable }: ObjectType, given: string, pointer: string): ProblemItem[] {
  const id = toId(given)
  const at = `${pointer}/externalId`
  if (!id) return [{ pointer: at, detail: 'This is no id of a Salesforce record.', code: 'MALFORMED_ID' }]
  if (keyPrefix !== '' && toKeyPrefix(id) !== keyPrefix) {
    return [{ pointer: at, detail: `This is the id of another kind of record than ${label}.`, code: 'MALFORMED_ID' }]
  }
  return updateable ? [] : [{ pointer, detail: `This user cannot change ${label}.`, code: 'INSUFFICIENT_ACCESS' }]
}

function checkCreateable({ label, createable }: ObjectType, pointer: string): ProblemItem[] {
  return createable ? [] : [{ pointer, detail: `This user cannot create ${label}.`, code: 'INSUFFICIENT_ACCESS' }]
}
