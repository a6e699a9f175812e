import type { Operations } from '../operation.ts'
import { CONNECT_OPERATIONS } from './connect.ts'
import { FUNCTION_OPERATIONS } from './functions.ts'
import { LOOKUP_OPERATIONS } from './lookups.ts'
import { SERVICE_OPERATIONS } from './service.ts'
import { SYNC_OPERATIONS } from './syncs.ts'
import { WRITE_OPERATIONS } from './writes.ts'

/** Every operation of the document. */
export const OPERATIONS: Operations = {
  ...SERVICE_OPERATIONS,
  ...CONNECT_OPERATIONS,
  ...SYNC_OPERATIONS,
  ...WRITE_OPERATIONS,
  ...LOOKUP_OPERATIONS,
  ...FUNCTION_OPERATIONS,
}
