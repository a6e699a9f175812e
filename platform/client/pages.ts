import type { Warning } from './answer.ts'
import type { GraphClient, RequestOptions } from './graph-client.ts'
import type { TypedDocument } from './typed-document.ts'

/** Variables of a list that is read in pages. */
export interface Paged {
  input?: { size?: number | null | undefined; page?: number | null | undefined } | null | undefined
}

export interface PagesOptions extends RequestOptions {
  /** Rows of a page. Many rows of much each cost too much; see QUERY_TOO_COMPLEX. */
  size?: number
}

const USUAL_SIZE = 100
/** How far into a list the platform lets one page. */
const DEEPEST_ROW = 100_000

/** A list is longer than can be read. */
export class ListTooLong extends Error {
  constructor() {
    super(`Lists can be read up to row ${DEEPEST_ROW}. Narrow the filters.`)
    this.name = 'ListTooLong'
  }
}

/**
 * The rows of a list, page after page, each page when it is wanted. Where rows come and go meanwhile one may be missed or
 * come twice, so sort by what does not change, such as dateCreated. Throws ListTooLong and what `request` throws.
 */
export async function* pages<Result, Variables extends Paged, Row>(
  client: Pick<GraphClient, 'answer'>,
  document: TypedDocument<Result, Variables>,
  variables: NoInfer<Variables>,
  pick: (data: Result) => readonly Row[] | null | undefined,
  { size = USUAL_SIZE, ...options }: PagesOptions = {},
): AsyncGenerator<Row, void, undefined> {
  let applied = Math.max(1, size)
  for (let page = 0; page * applied <= DEEPEST_ROW; page += 1) {
    const asked = { ...variables, input: { ...variables.input, size: applied, page } }
    const { data, warnings } = await client.answer<Result, Paged>(
      document as TypedDocument<Result, Paged>,
      asked,
      options,
    )
    const rows = pick(data) ?? []
    yield* rows
    // A platform may give smaller pages than it is asked for, and counts them by what it gives.
    applied = clampedTo(warnings, applied) ?? applied
    if (rows.length < applied) return
  }
  throw new ListTooLong()
}

/** All that an iterator yields. */
export async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

function clampedTo(warnings: readonly Warning[], size: number): number | undefined {
  const clamp = warnings.find(({ code, requested }) => code === 'SIZE_CLAMPED' && requested === size)
  return typeof clamp?.applied === 'number' ? clamp.applied : undefined
}
