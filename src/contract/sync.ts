import { EpochMs, type Static, type TSchema, Type } from './schema.ts'

/** How many items a page holds at most; larger wishes are clamped. */
export const MAX_PAGE_SIZE = 500
/** How many items a page holds when the request names no limit. */
export const DEFAULT_PAGE_SIZE = 100

/** A page of items, the answer of every sync route. */
export const StandardSyncResponse = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    metadata: Type.Optional(
      Type.Object({ warnings: Type.Optional(Type.Array(Type.String(), { description: 'Non-fatal notes' })) }),
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

/** `dateEnd` must not lie before its sibling `dateStart`. */
const notBeforeStart = { minimum: { $data: '1/dateStart' } } as unknown as { minimum: number }

export const DateStart = EpochMs('Start of the window, inclusive')
export const DateEnd = Type.Number({ ...notBeforeStart, description: 'End of the window, exclusive (epoch ms)' })
export const PageLimit = Type.Integer({ minimum: 1, description: `Items per page, at most ${MAX_PAGE_SIZE}` })
export const Cursor = Type.String({ minLength: 1, description: 'As given by the previous page' })

/** Members that every item of a sync carries. */
export const provenance = {
  provider: Type.String({ minLength: 1 }),
  application: Type.String({ minLength: 1 }),
  externalId: Type.String({ minLength: 1, description: "The vendor's own stable identifier" }),
}

export type Window = Static<typeof Window>
/** A window of time, half-open: dateStart ≤ t < dateEnd. */
export const Window = Type.Object({ dateStart: DateStart, dateEnd: DateEnd })
