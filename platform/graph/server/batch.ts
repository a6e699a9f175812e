import { forEachConcurrently } from '../../../src/runtime/concurrency.ts'
import { GraphError } from '../errors.ts'
import type { GraphLimits } from './limits.ts'
import type { PreparedRequest } from './operations.ts'

/** A batch may cost this many times what a single operation may. */
const COST_FACTOR = 2

/** Returns why a batch of this size is refused as a whole; undefined when it is not. */
export function checkBatchSize(size: number, { batch }: GraphLimits): GraphError | undefined {
  if (size === 0) return new GraphError('BAD_REQUEST', 'A batch must contain an operation.')
  if (batch === 0 || size <= batch) return undefined
  return new GraphError(
    'BATCH_LIMIT_EXCEEDED',
    `A batch may contain at most ${batch} operations; this one has ${size}.`,
  )
}

/** Returns why a batch is refused for its total cost; undefined when it is not. */
export function checkBatchCost(
  requests: readonly PreparedRequest[],
  { cost: maxCost }: GraphLimits,
): GraphError | undefined {
  const points = requests.reduce((sum, request) => sum + ('points' in request ? request.points : 0), 0)
  if (maxCost === 0 || points <= COST_FACTOR * maxCost) return undefined
  const message = `The batch costs ${Math.ceil(points)} points; ${COST_FACTOR * maxCost} are allowed.`
  return new GraphError('BATCH_LIMIT_EXCEEDED', message)
}

/**
 * Runs queries concurrently, up to `limit` at a time (0: all of them); from the first mutation on, operations run one after
 * another.
 */
export async function runBatch<Result>(
  requests: readonly PreparedRequest[],
  limit: number,
  run: (request: PreparedRequest) => Promise<Result>,
): Promise<Result[]> {
  const [first] = requests
  // Nearly all requests contain a single operation.
  if (first && requests.length === 1) return [await run(first)]
  const firstMutation = requests.findIndex((item) => 'operation' in item && item.operation.operation === 'mutation')
  const concurrent = firstMutation === -1 ? requests : requests.slice(0, firstMutation)
  const results: Result[] = []
  await forEachConcurrently(
    limit === 0 ? concurrent.length : Math.min(limit, concurrent.length),
    concurrent.entries(),
    async ([index, request]) => {
      results[index] = await run(request)
    },
  )
  for (const request of requests.slice(concurrent.length)) results.push(await run(request))
  return results
}
