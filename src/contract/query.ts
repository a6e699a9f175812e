import { Address } from './addresses.ts'
import { ConnectedProvider } from './credential.ts'
import { type Static, StringEnum, Type } from './schema.ts'
import { FieldValue, MetadataType } from './table.ts'

export const OPERATORS = [
  'eq',
  'neq',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'notIn',
  'isNull',
  'isNotNull',
] as const
export type Operator = (typeof OPERATORS)[number]

/** Other spellings of operators, in lower case without underscores. */
const OPERATOR_ALIASES = new Map<string, Operator>(
  Object.entries({
    '=': 'eq',
    '==': 'eq',
    equals: 'eq',
    is: 'eq',
    '!=': 'neq',
    '<>': 'neq',
    notequals: 'neq',
    ne: 'neq',
    '>': 'gt',
    '>=': 'gte',
    '<': 'lt',
    '<=': 'lte',
    like: 'contains',
    containstoken: 'contains',
    notcontainstoken: 'notContains',
    hasproperty: 'isNotNull',
    nothasproperty: 'isNull',
  } as const),
)

const Operator = Type.Unsafe<Operator>({ ...StringEnum(OPERATORS), accept: readOperator })
const CriterionValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

/** A condition. The conditions of a query are combined with AND. Dates are `YYYY-MM-DD` or epoch ms. */
export const SearchCriterion = Type.Object(
  {
    fieldName: Type.String({ minLength: 1 }),
    operator: Operator,
    value: Type.Optional(CriterionValue),
    values: Type.Optional(Type.Array(CriterionValue)),
  },
  { aliases: { name: 'fieldName', field: 'fieldName', propertyName: 'fieldName' }, accept: readMissingOperator },
)
export type SearchCriterion = Static<typeof SearchCriterion>

export const ExecuteQueryRequest = Type.Object({
  connectedProvider: Type.Optional(ConnectedProvider),
  metadataType: MetadataType,
  searchCriteria: Type.Optional(Type.Array(SearchCriterion, { accept: readCriteriaObject })),
  returnFields: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type ExecuteQueryRequest = Static<typeof ExecuteQueryRequest>

export const QueryRecord = Type.Object({
  provider: Type.String({ minLength: 1 }),
  application: Type.String({ minLength: 1 }),
  metadataType: MetadataType,
  externalId: Type.String({ minLength: 1 }),
  title: Type.String(),
  uri: Address(),
  values: Type.Array(FieldValue),
})
export type QueryRecord = Static<typeof QueryRecord>

export const ExecuteQueryResponse = Type.Object({ records: Type.Array(QueryRecord), hasMore: Type.Boolean() })
export type ExecuteQueryResponse = Static<typeof ExecuteQueryResponse>

/** Default and maximum number of records of a query. */
export const DEFAULT_QUERY_LIMIT = 25
export const MAX_QUERY_LIMIT = 200

function readOperator(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const spelling = value.replaceAll('_', '').toLowerCase()
  return OPERATORS.find((operator) => operator.toLowerCase() === spelling) ?? OPERATOR_ALIASES.get(spelling) ?? value
}

function readMissingOperator(criterion: unknown): unknown {
  if (typeof criterion !== 'object' || criterion === null || 'operator' in criterion) return criterion
  return { ...criterion, operator: 'values' in criterion ? 'in' : 'eq' }
}

/** Accepts `{ field: value }` as one `eq` criterion per field. */
function readCriteriaObject(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value).map(([fieldName, fieldValue]) => ({ fieldName, operator: 'eq', value: fieldValue }))
}
