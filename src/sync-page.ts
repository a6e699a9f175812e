import type { StandardSyncResponse, TSchema } from './contract/index.ts'
import { byApplication, type Find, type Responder } from './dispatch.ts'
import type { Hub } from './hub.ts'
import { describeErrors, fits } from './middleware/validate.ts'

/** A page of a sync: counted, and every item held against the contract. */
export function syncPage(capability: string, find: Find, item: TSchema, paginated: boolean): Responder {
  const answer = byApplication(capability, find)
  return async (ctx, hub) => {
    const page = (await answer(ctx, hub)) as StandardSyncResponse<{ externalId?: string }>
    const result = checkPage(page, item, paginated, hub)
    ctx.state.warnings = result.metadata?.warnings?.length
    return result
  }
}

function checkPage(
  page: StandardSyncResponse<{ externalId?: string }>,
  item: TSchema,
  paginated: boolean,
  { config, log }: Hub,
): StandardSyncResponse<unknown> {
  const { items, warnings } = checkItems(page.items, item, config.strictItems)
  const hasMore = paginated && page.pagination.hasMore
  const { cursor } = page.pagination
  const all = [...(page.metadata?.warnings ?? []), ...warnings]
  if (hasMore && cursor === undefined) log.warn({}, 'a page says that there is more but has no cursor')
  return {
    items,
    ...(all.length > 0 ? { metadata: { warnings: all } } : {}),
    pagination: { hasMore, ...(hasMore && cursor !== undefined ? { cursor } : {}), pageSize: items.length },
  }
}

/** An item that breaks the contract is a fault of ours: development stops at it, production names it and goes on. */
function checkItems<Item extends { externalId?: string }>(items: Item[], schema: TSchema, strict: boolean) {
  const good = items.filter((item) => fits(schema, item))
  if (good.length === items.length) return { items, warnings: [] }
  const warnings = items
    .filter((item) => !good.includes(item))
    .map((item) => {
      const [first] = describeErrors(schema, item)
      return `The item ${item?.externalId ?? '(without id)'} was left out: ${first?.pointer} ${first?.detail}`
    })
  if (strict) throw new Error(warnings.join('\n'))
  return { items: good, warnings }
}
