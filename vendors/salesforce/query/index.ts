import {
  DEFAULT_QUERY_LIMIT,
  type ExecuteQueryRequest,
  type ExecuteQueryResponse,
  MAX_QUERY_LIMIT,
  type QueryRecord,
  type SearchCriterion,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { ValidationError } from '../../../src/kit/errors.ts'
import type { ObjectType } from '../api/object-type.ts'
import { isNotFound, Org } from '../api/org.ts'
import type { Row } from '../api/pages.ts'
import { fetchMatching } from '../api/records.ts'
import { isCompound, type Selection, selectFields, toSkippedDetail } from '../mapping/fields.ts'
import { toTitle, toValues } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'
import { allOf, type Soql } from '../soql/statement.ts'
import { type Condition, toCondition, toSupportedOperators } from './criteria.ts'
import { OperandError } from './operands.ts'

/** Returns the records that match all criteria. Throws ValidationError for an invalid criterion, before any query. */
export async function executeQuery(
  request: ExecuteQueryRequest,
  call: Call<SalesforceSettings>,
): Promise<ExecuteQueryResponse> {
  const { connectedProvider, metadataType, searchCriteria = [], returnFields = [] } = request
  if (!connectedProvider) throw ValidationError.at('#/connectedProvider', 'is required.')
  const limit = Math.min(request.limit ?? DEFAULT_QUERY_LIMIT, MAX_QUERY_LIMIT)
  const org = new Org(connectedProvider.credential, call)
  return withRequiredType(org, metadataType, async (type) => {
    const selection = requireFields(type, returnFields)
    const conditions = searchCriteria.map((criterion, index) => requireCondition(type, criterion, index))
    if (conditions.includes('never')) return { records: [], hasMore: false }
    const where = conditions.filter((condition): condition is Soql => typeof condition !== 'string')
    const fields = [...new Set([...selection.fields, ...(type.nameField ? [type.nameField] : [])])]
    const rows = await fetchMatching(org.client, type, fields, limit + 1, where.length > 0 ? allOf(where) : undefined)
    const records = [...rows].slice(0, limit).map(([id, row]) => toQueryRecord(org, type, selection, id, row))
    return { records, hasMore: rows.size > limit }
  })
}

async function withRequiredType<Result>(org: Org, metadataType: string, work: (type: ObjectType) => Promise<Result>) {
  try {
    return await org.withType(metadataType, work)
  } catch (error) {
    if (!isNotFound(error)) throw error
    const detail = `Salesforce has no object “${metadataType}”, or hides it from this user.`
    throw ValidationError.at('#/metadataType', detail, error)
  }
}

function requireFields(type: ObjectType, returnFields: readonly string[]): Selection {
  const selection = selectFields(
    type,
    returnFields.map((name) => ({ name })),
  )
  const readable = new Set(selection.fields)
  const unknown = [...returnFields.keys()].filter((index) => {
    const field = type.find(returnFields[index] ?? '')
    return !field || !readable.has(field)
  })
  if (unknown.length === 0) return selection
  throw new ValidationError(
    selection.warnings.join(' '),
    unknown.map((index) => ({
      pointer: `#/returnFields/${index}`,
      detail: toMissingFieldDetail(type, returnFields[index] ?? ''),
    })),
  )
}

function toMissingFieldDetail(type: ObjectType, fieldName: string): string {
  const field = type.find(fieldName)
  if (field) return toSkippedDetail(type, field)
  return `${type.label} has no field “${fieldName}”, or hides it from this user.`
}

function requireCondition(type: ObjectType, criterion: SearchCriterion, index: number): Condition {
  const pointer = `#/searchCriteria/${index}`
  const { fieldName, operator } = criterion
  const field = type.find(fieldName)
  if (!field || isCompound(field)) {
    throw ValidationError.at(`${pointer}/fieldName`, toMissingFieldDetail(type, fieldName))
  }
  const allowed = toSupportedOperators(field)
  if (allowed.length === 0) throw ValidationError.at(`${pointer}/fieldName`, `${field.label} cannot be searched.`)
  if (!allowed.includes(operator)) {
    throw ValidationError.at(`${pointer}/operator`, `${field.label} can only be searched with ${allowed.join(', ')}.`)
  }
  try {
    return toCondition(field, criterion)
  } catch (error) {
    if (!(error instanceof OperandError)) throw error
    throw ValidationError.at(`${pointer}/${criterion.values ? 'values' : 'value'}`, error.message)
  }
}

function toQueryRecord(org: Org, type: ObjectType, selection: Selection, id: string, row: Row): QueryRecord {
  return {
    provider: org.call.provider,
    application: org.call.application,
    metadataType: type.name,
    externalId: id,
    title: toTitle(type, row),
    uri: org.recordUrl(type.name, id),
    values: toValues(selection, row),
  }
}
