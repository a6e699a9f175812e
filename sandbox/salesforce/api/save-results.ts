import { RecordError } from '../records/errors.ts'
import type { Session } from './session.ts'

/** The result of a successful write. */
export interface SaveResult {
  id: string
  /** Set for upserts. */
  created?: boolean
}

const ROLLED_BACK = {
  statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK',
  message: 'Record rolled back because not all records were valid and the request was using AllOrNone header',
  fields: [],
}

/** Runs `save` for each item. With `allOrNone`, one failure rolls back all others. */
export function saveAll<Item>(
  { org }: Session,
  items: readonly Item[],
  allOrNone: boolean,
  save: (item: Item) => SaveResult,
): object[] {
  const savepoint = org.database.savepoint()
  const results = attemptEach(items, save, savepoint)
  const rolledBack = allOrNone && results.some((result) => result instanceof RecordError)
  if (rolledBack) savepoint.rollback()
  else savepoint.release()
  return results.map((result) => {
    if (result instanceof RecordError) return { success: false, errors: result.errors.map(toErrorJson) }
    return rolledBack ? { success: false, errors: [ROLLED_BACK] } : { ...result, success: true, errors: [] }
  })
}

/** Errors that concern the whole request, such as a JSON type mismatch, roll everything back. */
function attemptEach<Item>(
  items: readonly Item[],
  save: (item: Item) => SaveResult,
  savepoint: { rollback(): void },
): (SaveResult | RecordError)[] {
  return items.map((item) => {
    try {
      return save(item)
    } catch (error) {
      if (error instanceof RecordError) return error
      savepoint.rollback()
      throw error
    }
  })
}

/** Collections return the error code as `statusCode`, other resources as `errorCode`. */
function toErrorJson({ errorCode, message, fields = [] }: RecordError['errors'][number]): object {
  return { statusCode: errorCode, message, fields }
}
