import type { GraphQLSchema } from 'graphql'
import { GraphError } from '../errors.ts'
import type { GraphLimits } from './limits.ts'
import { Operations, type PreparedRequest } from './operations.ts'
import { RateLimits, type RequestLoad } from './rate-limits.ts'

/** What every operation passes, by whatever way it comes: what it may be, and how often it may come. */
export interface AdmissionControl {
  operations: Operations
  rates: RateLimits
}

export function createAdmissionControl(schema: GraphQLSchema, limits: GraphLimits): AdmissionControl {
  return { operations: new Operations(schema, limits), rates: new RateLimits(limits) }
}

export const RATE_LIMIT_EXCEEDED = new GraphError(
  'RATE_LIMITED',
  'Too many requests. Come again when Retry-After says.',
)

/** What operations that come together ask for, by what is counted. */
export function countLoad(prepared: readonly PreparedRequest[]): RequestLoad {
  const operations = prepared.filter((one) => 'operation' in one)
  return {
    requests: prepared.length,
    mutations: operations.filter(({ operation }) => operation.operation === 'mutation').length,
    heavy: operations.reduce((sum, { heavy }) => sum + heavy, 0),
  }
}
