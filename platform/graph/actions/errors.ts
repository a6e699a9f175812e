import { ActionError } from '../../actions/errors.ts'
import { GraphError } from '../errors.ts'

/** Time limit of operations that wait for a provider (ms); longer than actions wait themselves. */
export const ACTION_TIMEOUT_MS = 35_000

/** Runs an action and converts its ActionError to a GraphError. */
export async function withActionErrors<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ActionError) throw new GraphError(error.code, error.message, error.extensions)
    throw error
  }
}
