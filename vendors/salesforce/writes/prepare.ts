import type { FieldValue, ProblemItem, TableRecord } from '../../../src/contract/index.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { RecordInput } from '../api/collections.ts'
import { toId, toKeyPrefix } from '../api/ids.ts'
import type { ObjectType } from '../api/object-type.ts'
import { isCompound, toSkippedDetail } from '../mapping/fields.ts'
import { toFieldValue } from '../mapping/values.ts'

/** A record to be written, or the problems that prevent it. */
export type PreparedRecord = { input: RecordInput } | { problems: ProblemItem[] }

/** Validates a record against the object's description, which gives clearer problems than Salesforce's errors. */
export function prepareRecord(type: ObjectType, record: TableRecord, pointer: string): PreparedRecord {
  const externalId = record.externalId?.trim() ?? ''
  const isUpdate = externalId !== ''
  const problems: ProblemItem[] = isUpdate ? checkId(type, externalId, pointer) : checkCreateable(type, pointer)
  const fields: Record<string, RecordInput['fields'][string]> = {}
  for (const [index, fieldValue] of record.values.entries()) {
    const converted = convertField(type, fieldValue, isUpdate)
    if ('problem' in converted) problems.push({ pointer: `${pointer}/values/${index}`, ...converted.problem })
    else if ('field' in converted) fields[converted.field] = converted.value
  }
  if (problems.length > 0) return { problems }
  return { input: omitUndefined({ id: toId(externalId), fields }) }
}

type Problem = Omit<ProblemItem, 'pointer'>
type ConvertedField = { field: string; value: RecordInput['fields'][string] } | { ignored: true } | { problem: Problem }

function convertField(type: ObjectType, { name, value }: FieldValue, isUpdate: boolean): ConvertedField {
  const field = type.find(name)
  if (!field) {
    const detail = `${type.label} has no field “${name}”, or hides it from this user.`
    return { problem: { detail, code: 'INVALID_FIELD' } }
  }
  if (isCompound(field)) return { problem: { detail: toSkippedDetail(type, field), code: 'INVALID_FIELD' } }
  // Rows that were read before contain computed fields, which the request does not mean to change.
  if (field.computed) return { ignored: true }
  if (!(isUpdate ? field.updateable : field.createable)) {
    const detail = `This user cannot ${isUpdate ? 'change' : 'set'} ${field.label}.`
    return { problem: { detail, code: 'INVALID_FIELD_FOR_INSERT_UPDATE' } }
  }
  const converted = toFieldValue(field, value)
  if ('problem' in converted) return { problem: { detail: converted.problem, code: 'INVALID_VALUE' } }
  return { field: field.name, value: converted.value }
}

function checkId({ keyPrefix, label, updateable }: ObjectType, externalId: string, pointer: string): ProblemItem[] {
  const id = toId(externalId)
  const idPointer = `${pointer}/externalId`
  if (!id) return [{ pointer: idPointer, detail: 'This is not the id of a Salesforce record.', code: 'MALFORMED_ID' }]
  if (keyPrefix !== '' && toKeyPrefix(id) !== keyPrefix) {
    return [{ pointer: idPointer, detail: `This is not the id of a record of ${label}.`, code: 'MALFORMED_ID' }]
  }
  return updateable ? [] : [{ pointer, detail: `This user cannot change ${label}.`, code: 'INSUFFICIENT_ACCESS' }]
}

function checkCreateable({ label, createable }: ObjectType, pointer: string): ProblemItem[] {
  return createable ? [] : [{ pointer, detail: `This user cannot create ${label}.`, code: 'INSUFFICIENT_ACCESS' }]
}
