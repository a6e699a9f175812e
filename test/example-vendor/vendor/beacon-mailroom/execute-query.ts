import {
  type ConnectedProvider,
  DEFAULT_QUERY_LIMIT,
  type ExecuteQueryRequest,
  type ExecuteQueryResponse,
  MAX_QUERY_LIMIT,
  type SearchCriterion,
} from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { ValidationError } from '../../../../src/kit/errors.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import { toWebUrl } from '../account.ts'
import type { BeaconSettings } from '../settings.ts'
import { toValues } from './map/record.ts'
import { type Condition, type SearchResult, search } from './search.ts'

/** Beacon's words for the operators that it has. */
const OPERATORS: Readonly<Partial<Record<SearchCriterion['operator'], Condition['is']>>> = {
  eq: 'equal',
  neq: 'unequal',
  contains: 'containing',
  startsWith: 'beginning',
  endsWith: 'ending',
  gt: 'above',
  lt: 'below',
  in: 'among',
  isNull: 'empty',
  isNotNull: 'filled',
}

/** Returns the records of a type that meet all criteria. */
export async function executeQuery(
  request: ExecuteQueryRequest,
  call: Call<BeaconSettings>,
): Promise<ExecuteQueryResponse> {
  const { connectedProvider, metadataType, searchCriteria = [], returnFields, limit = DEFAULT_QUERY_LIMIT } = request
  const { credential } = requireConnection(connectedProvider)
  const where = searchCriteria.map(toCondition)
  const query = { type: metadataType, where, limit: Math.min(limit, MAX_QUERY_LIMIT) }
  const { items, more } = await withPointer(() => search(query, credential, call))
  const { provider, application } = call
  const records = items.map(({ id, type, fields }) => ({
    provider,
    application,
    metadataType: type,
    externalId: id,
    title: fields.Name ?? id,
    uri: toWebUrl(credential, 'records', type, id),
    values: toValues({ fields }, returnFields),
  }))
  return { records, hasMore: more }
}

function requireConnection(connectedProvider: ConnectedProvider | undefined): ConnectedProvider {
  if (connectedProvider) return connectedProvider
  throw ValidationError.at('#/connectedProvider', 'is required: Beacon is searched with a connection.')
}

function toCondition({ fieldName, operator, value, values = [] }: SearchCriterion, index: number): Condition {
  const is = OPERATORS[operator]
  const pointer = `#/searchCriteria/${index}/operator`
  if (!is) throw ValidationError.at(pointer, `must be one of ${Object.keys(OPERATORS).join(', ')} for Beacon.`)
  if (is === 'among')
    return { field: fieldName, is, values: [...values, ...(value === undefined ? [] : [value])].map(toText) }
  if (is === 'empty' || is === 'filled') return { field: fieldName, is }
  return { field: fieldName, is, value: toText(value ?? null) }
}

function toText(value: string | number | boolean | null): string {
  return value === null ? '' : String(value)
}

/** What the request named is not in Beacon, so it is invalid. */
async function withPointer(run: () => Promise<SearchResult>): Promise<SearchResult> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof VendorError) || error.class !== 'not-found') throw error
    throw ValidationError.at('#/metadataType', 'must be a table of Beacon that this account can see.', error)
  }
}
