import { EpochMs, MAX_TIME_MS, type Static, type TSchema, Type } from './schema.ts'

/** Maximum number of items on a page. A larger limit is capped. */
export const MAX_PAGE_SIZE = 500
/** Number of items on a page if the request has no limit. */
export const DEFAULT_PAGE_SIZE = 100

/** A page of items: the response of every sync route. */
export const StandardSyncResponse = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    metadata: Type.Optional(
      Type.Object({ warnings: Type.Optional(Type.Array(Type.String(), { description: 'Non-fatal problems' })) }),
    ),
    pagination: Type.Object({
      hasMore: Type.Boolean(),
      cursor: Type.Optional(Type.String({ description: 'Opaque to the platform; absent on the last page' })),
      pageSize: Type.Number({ description: 'Count of items actually returned' }),
    }),
  })

export interface StandardSyncResponse<Item> {
  items: Item[]
  metadata?: { warnings?: string[] }
  pagination: { hasMore: boolean; cursor?: string; pageSize: number }
}

/** `dateEnd` must not be before its sibling `dateStart`. */
const notBeforeStart = { minimum: { $data: '1/dateStart' } } as unknown as { minimum: number }

export const DateStart = EpochMs('Start of the window, inclusive')
export const DateEnd = Type.Number({
  ...notBeforeStart,
  maximum: MAX_TIME_MS,
  description: 'End of the window, exclusive (epoch ms)',
})
export const PageLimit = Type.Integer({ minimum: 1, description: `Items per page, at most ${MAX_PAGE_SIZE}` })
export const Cursor = Type.String({ minLength: 1, description: 'The cursor of the previous page' })

/** Members of every item of a sync. */
export const provenance = {
  provider: Type.String({ minLength: 1 }),
  application: Type.String({ minLength: 1 }),
  externalId: Type.String({ minLength: 1, description: "The vendor's own stable identifier" }),
}

/** A half-open interval of time: dateStart ≤ t < dateEnd. */
export const Window = Type.Object({ dateStart: DateStart, dateEnd: DateEnd })
export type Window = Static<typeof Window>
