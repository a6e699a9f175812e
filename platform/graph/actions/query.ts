import {
  DEFAULT_QUERY_LIMIT,
  type ExecuteQueryResponse,
  MAX_QUERY_LIMIT,
  OPERATORS,
  type QueryRecord,
  SearchCriterion,
} from '../../../src/contract/index.ts'
import { omitNullish } from '../../../src/runtime/omit.ts'
import { executeQuery, type Query } from '../../actions/query.ts'
import { safeParse } from '../../model/parse.ts'
import { parseId } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import { withCost } from '../with-cost.ts'
import { ACTION_TIMEOUT_MS, withActionErrors } from './errors.ts'
import { parseMetadataType } from './record-identifiers.ts'

const MAX_CRITERIA = 100

const QueryValue = builder.objectRef<QueryRecord['values'][number]>('QueryValue').implement({
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false }),
    value: t.exposeString('value', { nullable: false }),
  }),
})

const QueryRecordRef = builder.objectRef<QueryRecord>('QueryRecord').implement({
  description: 'A record as it currently is at the vendor. It is not stored.',
  fields: (t) => ({
    provider: t.exposeString('provider', { nullable: false }),
    application: t.exposeString('application', { nullable: false }),
    metadataType: t.exposeString('metadataType', { nullable: false }),
    externalId: t.exposeString('externalId', { nullable: false }),
    title: t.exposeString('title', { nullable: false }),
    uri: t.exposeString('uri', { nullable: false }),
    values: t.expose('values', { type: [QueryValue], nullable: { list: false, items: false } }),
  }),
})

const QueryResult = builder.objectRef<ExecuteQueryResponse>('QueryResult').implement({
  fields: (t) => ({
    records: t.expose('records', {
      type: [QueryRecordRef],
      nullable: { list: false, items: false },
      ...withCost({ rows: DEFAULT_QUERY_LIMIT }),
    }),
    hasMore: t.exposeBoolean('hasMore', { nullable: false, description: 'Whether more records match than the limit.' }),
  }),
})

const SearchCriterionInput = builder.inputType('SearchCriterionInput', {
  fields: (t) => ({
    fieldName: t.string({ required: true }),
    operator: t.string({
      description: `One of ${OPERATORS.join(', ')}. Defaults to eq, or to in if values is set.`,
    }),
    value: t.string({ description: 'Dates are YYYY-MM-DD or epoch ms.' }),
    values: t.stringList({ description: 'For in, notIn and between.' }),
  }),
})

const ExecuteQueryInput = builder.inputType('ExecuteQueryInput', {
  fields: (t) => ({
    connectionId: t.string({ required: true }),
    metadataType: t.string({ required: true }),
    searchCriteria: t.field({ type: [SearchCriterionInput], description: 'Combined with AND.' }),
    returnFields: t.stringList({ description: 'The fields to return in values.' }),
    limit: t.int({ description: `Defaults to ${DEFAULT_QUERY_LIMIT}, at most ${MAX_QUERY_LIMIT}.` }),
  }),
})
type Input = typeof ExecuteQueryInput.$inferInput

builder.queryField('executeQuery', (t) =>
  t.field({
    type: QueryResult,
    description: 'Queries the vendor of a connection for records that match the criteria.',
    ...withCost({ heavy: true, timeoutMs: ACTION_TIMEOUT_MS, points: MAX_QUERY_LIMIT }),
    args: { input: t.arg({ type: ExecuteQueryInput, required: true }) },
    resolve: (_root, { input }, context) => {
      const { providerActions, viewer, signal } = context
      const key = { tenantId: viewer.tenantId, connectionId: parseId(input.connectionId, 'The connection') }
      return withActionErrors(() => executeQuery(providerActions, key, toQuery(input, context), signal))
    },
  }),
)

function toQuery(input: Input, context: GraphContext): Query {
  const criteria = input.searchCriteria ?? []
  if (criteria.length > MAX_CRITERIA) throw badInput('input.searchCriteria', `at most ${MAX_CRITERIA} criteria.`)
  const policy = { defaultSize: DEFAULT_QUERY_LIMIT, maxSize: MAX_QUERY_LIMIT }
  if (input.limit != null && input.limit < 1) throw badInput('input.limit', 'must be positive.')
  return {
    metadataType: parseMetadataType(input.metadataType),
    searchCriteria: criteria.map(parseCriterion),
    limit: parsePageRequest({ size: input.limit }, context, policy).size,
    ...omitNullish({ returnFields: input.returnFields && [...input.returnFields] }),
  }
}

/** Parses a criterion; the contract also accepts aliases of operators. */
function parseCriterion(criterion: typeof SearchCriterionInput.$inferInput, index: number): SearchCriterion {
  const parsed = safeParse<SearchCriterion>(SearchCriterion, omitNullish(criterion))
  if ('value' in parsed) return parsed.value
  throw badInput(`input.searchCriteria.${index}`, `the operator must be one of ${OPERATORS.join(', ')}.`)
}
