import { ActionError } from '../../actions/errors.ts'
import { GraphError } from '../errors.ts'

/** How long an operation may take that waits for a provider (ms): longer than it waits. */
export const ACTION_TIMEOUT_MS = 35_000

/** Does something outside; what failed there is told as an error of the graph. */
export async function withActionErrors<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ActionError) throw new GraphError(error.code, error.message, error.extensions)
    throw error
  }
}
