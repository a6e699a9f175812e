import { COLLECTION_RESOURCES } from './collections.ts'
import { DESCRIBE_RESOURCES } from './describe.ts'
import type { Resource } from './guard.ts'
import { LIMIT_RESOURCES } from './limits.ts'
import { QUERY_RESOURCES } from './query.ts'
import { REPORT_RESOURCES } from './reports.ts'
import { ROW_RESOURCES } from './rows.ts'
import { SEARCH_RESOURCES } from './search.ts'

/** The data API, but for the composite resource, which calls all these. Literal paths stand before those with names. */
export const RESOURCES: readonly Resource[] = [
  ...LIMIT_RESOURCES,
  ...QUERY_RESOURCES,
  ...SEARCH_RESOURCES,
  ...REPORT_RESOURCES,
  ...COLLECTION_RESOURCES,
  ...DESCRIBE_RESOURCES,
  ...ROW_RESOURCES,
]
