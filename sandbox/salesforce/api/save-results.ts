import { RecordError } from '../records/errors.ts'
import type { Session } from './session.ts'

/** What became of a row that was written. */
export interface SaveResult {
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
export function saveAll<Item>(
  { org }: Session,
  items: readonly Item[],
  allOrNone: boolean,
  step: (item: Item) => SaveResult,
): object[] {
  const savepoint = org.database.savepoint()
  const results = attemptEach(items, step, savepoint)
  const undone = allOrNone && results.some((result) => result instanceof RecordError)
  if (undone) savepoint.rollback()
  else savepoint.release()
  return results.map((result) => {
    if (result instanceof RecordError) return { success: false, errors: result.errors.map(toErrorJson) }
    return undone ? { success: false, errors: [ROLLED_BACK] } : { ...result, success: true, errors: [] }
  })
}

/** A failure of the whole request, such as JSON that fits no field, leaves nothing behind. */
function attemptEach<Item>(
  items: readonly Item[],
  step: (item: Item) => SaveResult,
  savepoint: { rollback(): void },
): (SaveResult | RecordError)[] {
  return items.map((item) => {
    try {
      return step(item)
    } catch (error) {
      if (error instanceof RecordError) return error
      savepoint.rollback()
      throw error
    }
  })
}

/** In a collection the code is called `statusCode`; in a single call it is `errorCode`. */
function toErrorJson({ errorCode, message, fields = [] }: RecordError['errors'][number]): object {
  return { statusCode: errorCode, message, fields }
}
