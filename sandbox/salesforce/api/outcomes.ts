import { RecordFailure } from '../records/failure.ts'
import type { Session } from './session.ts'

/** What became of a row that was written. */
export interface Outcome {
  id: string
  /** Of an upsert. */
  created?: boolean
}

const ROLLED_BACK = {
  statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK',
  message: 'Record rolled back because not all records were valid and the request was using AllOrNone header',
  fields: [],
}

/** Performs the step on each item. With `allOrNone`, one failure takes back all the others. */
export function performAll<Item>(
  { org }: Session,
  items: readonly Item[],
  allOrNone: boolean,
  step: (item: Item) => Outcome,
): object[] {
  const savepoint = org.database.savepoint()
  const results = attempts(items, step, savepoint)
  const undone = allOrNone && results.some((result) => result instanceof RecordFailure)
  if (undone) savepoint.rollback()
  else savepoint.release()
  return results.map((result) => {
    if (result instanceof RecordFailure) return { success: false, errors: result.errors.map(errorJson) }
    return undone ? { success: false, errors: [ROLLED_BACK] } : { ...result, success: true, errors: [] }
  })
}

/** A failure of the whole request, such as JSON that fits no field, leaves nothing behind. */
function attempts<Item>(
  items: readonly Item[],
  step: (item: Item) => Outcome,
  savepoint: { rollback(): void },
): (Outcome | RecordFailure)[] {
  return items.map((item) => {
    try {
      return step(item)
    } catch (error) {
      if (error instanceof RecordFailure) return error
      savepoint.rollback()
      throw error
    }
  })
}

/** In a collection the code is called `statusCode`; in a single call it is `errorCode`. */
function errorJson({ errorCode, message, fields = [] }: RecordFailure['errors'][number]): object {
  return { statusCode: errorCode, message, fields }
}
