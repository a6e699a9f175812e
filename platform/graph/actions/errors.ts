import { OutsideFailure } from '../../actions/failure.ts'
import { GraphError } from '../errors.ts'

/** How long an operation may take that waits for a provider (ms): longer than it waits. */
export const OUTSIDE_TIME_MS = 35_000

/** Does something outside; what failed there is told as an error of the graph. */
export async function throughOutside<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutsideFailure) throw new GraphError(error.code, error.message, error.extensions)
    throw error
  }
}
