import type { GraphClient, RequestOptions } from './graph-client.ts'
import type { Warning } from './result.ts'
import type { TypedDocument } from './typed-document.ts'

/** The variables of a list query with pages. */
export interface PagedVariables {
  input?: { size?: number | null | undefined; page?: number | null | undefined } | null | undefined
}

export interface PagesOptions extends RequestOptions {
  /** Rows per page. The platform refuses pages whose cost is too high with QUERY_TOO_COMPLEX. */
  size?: number
}

const DEFAULT_PAGE_SIZE = 100
/** The platform serves the rows of a list up to this offset. */
const MAX_OFFSET = 100_000

/** The list is longer than the platform serves. */
export class ListTooLong extends Error {
  constructor() {
    super(`Lists can be read up to row ${MAX_OFFSET}. Narrow the filters.`)
    this.name = 'ListTooLong'
  }
}

/**
 * Yields the rows of a list, fetching one page at a time. If rows are added or removed meanwhile, a row may be missed or
 * yielded twice; sort by a field that does not change, such as dateCreated. Throws ListTooLong and what `request` throws.
 */
export async function* pages<Result, Variables extends PagedVariables, Row>(
  client: Pick<GraphClient, 'execute'>,
  document: TypedDocument<Result, Variables>,
  variables: NoInfer<Variables>,
  pick: (data: Result) => readonly Row[] | null | undefined,
  { size = DEFAULT_PAGE_SIZE, ...options }: PagesOptions = {},
): AsyncGenerator<Row, void, undefined> {
  let pageSize = Math.max(1, size)
  for (let page = 0; page * pageSize <= MAX_OFFSET; page += 1) {
    const pageVariables = { ...variables, input: { ...variables.input, size: pageSize, page } }
    const { data, warnings } = await client.execute<Result, PagedVariables>(
      document as TypedDocument<Result, PagedVariables>,
      pageVariables,
      options,
    )
    const rows = pick(data) ?? []
    yield* rows
    // The platform may return smaller pages than requested; the numbers of further pages refer to the smaller size.
    pageSize = getClampedSize(warnings, pageSize) ?? pageSize
    if (rows.length < pageSize) return
  }
  throw new ListTooLong()
}

/** Collects everything that an iterable yields. */
export async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

function getClampedSize(warnings: readonly Warning[], size: number): number | undefined {
  const clamp = warnings.find(({ code, requested }) => code === 'SIZE_CLAMPED' && requested === size)
  return typeof clamp?.applied === 'number' ? clamp.applied : undefined
}
