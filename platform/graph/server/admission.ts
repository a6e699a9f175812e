import type { GraphQLSchema } from 'graphql'
import { GraphError } from '../errors.ts'
import type { GraphLimits } from './limits.ts'
import { Operations, type PreparedRequest } from './operations.ts'
import { RateLimits, type RequestLoad } from './rate-limits.ts'

/**
 * Admission control for all operations, over HTTP and WebSocket: validation with limits of size and cost, and rate limits.
 */
export interface AdmissionControl {
  operations: Operations
  rates: RateLimits
}

export function createAdmissionControl(schema: GraphQLSchema, limits: GraphLimits): AdmissionControl {
  return { operations: new Operations(schema, limits), rates: new RateLimits(limits) }
}

export const RATE_LIMIT_EXCEEDED = new GraphError(
  'RATE_LIMITED',
  'Rate limit exceeded. Retry after the delay given in Retry-After.',
)

/** What a batch of operations counts for against each rate limit. */
export function countLoad(prepared: readonly PreparedRequest[]): RequestLoad {
  const operations = prepared.filter((request) => 'operation' in request)
  return {
    requests: prepared.length,
    mutations: operations.filter(({ operation }) => operation.operation === 'mutation').length,
    heavy: operations.reduce((sum, { heavy }) => sum + heavy, 0),
  }
}
