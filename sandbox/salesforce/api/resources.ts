import { COLLECTION_RESOURCES } from './collections.ts'
import { DESCRIBE_RESOURCES } from './describe.ts'
import type { Resource } from './guard.ts'
import { LIMIT_RESOURCES } from './limits.ts'
import { QUERY_RESOURCES } from './query.ts'
import { REPORT_RESOURCES } from './reports.ts'
import { ROW_RESOURCES } from './rows.ts'
import { SEARCH_RESOURCES } from './search.ts'

/** The resources of the data API except composite, which calls them. Literal paths come before paths with parameters. */
export const RESOURCES: readonly Resource[] = [
  ...LIMIT_RESOURCES,
  ...QUERY_RESOURCES,
  ...SEARCH_RESOURCES,
  ...REPORT_RESOURCES,
  ...COLLECTION_RESOURCES,
  ...DESCRIBE_RESOURCES,
  ...ROW_RESOURCES,
]
