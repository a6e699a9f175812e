import { GraphError } from '../errors.ts'
import type { GraphLimits } from './limits.ts'
import type { PreparedRequest } from './operations.ts'

/** Why a batch is refused as a whole; undefined: it is not. */
export function refuseBatch(size: number, { batch }: GraphLimits): GraphError | undefined {
  if (size === 0) return new GraphError('BAD_REQUEST', 'A batch must hold an operation.')
  if (batch === 0 || size <= batch) return undefined
  return new GraphError('BATCH_LIMIT_EXCEEDED', `A batch may hold at most ${batch} operations; this one has ${size}.`)
}

/** The operations of a batch together may cost twice what one may. */
export function refuseCostly(prepared: readonly PreparedRequest[], { cost }: GraphLimits): GraphError | undefined {
  const points = prepared.reduce((sum, one) => sum + ('points' in one ? one.points : 0), 0)
  if (cost === 0 || points <= 2 * cost) return undefined
  const message = `The batch costs ${Math.ceil(points)} points; ${2 * cost} are allowed.`
  return new GraphError('BATCH_LIMIT_EXCEEDED', message)
}

/** Runs queries side by side, a few at a time; from the first mutation on everything runs in order. */
export async function runInOrder<Result>(
  prepared: readonly PreparedRequest[],
  parallel: number,
  run: (prepared: PreparedRequest) => Promise<Result>,
): Promise<Result[]> {
  const first = prepared.findIndex((one) => 'operation' in one && one.operation.operation === 'mutation')
  const head = first === -1 ? prepared : prepared.slice(0, first)
  const results: Result[] = []
  const queue = head.entries()
  const lane = async () => {
    for (const [at, one] of queue) results[at] = await run(one)
  }
  await Promise.all(Array.from({ length: Math.max(1, parallel) }, lane))
  for (const one of prepared.slice(head.length)) results.push(await run(one))
  return results
}
