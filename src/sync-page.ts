import { Event, type StandardSyncResponse, type TSchema, withoutUnsafeAddresses } from './contract/index.ts'
import { byApplication, type FindHandler, type Responder } from './dispatch.ts'
import type { Hub } from './hub.ts'
import { describeErrors, isValid } from './middleware/validate.ts'
import { omitUndefined } from './runtime/omit.ts'

/** Responds with a page of a sync. Every item is validated against its schema of the contract. */
export function syncPage(capability: string, find: FindHandler, item: TSchema, paginated: boolean): Responder {
  const respond = byApplication(capability, find)
  return async (ctx, hub) => {
    const page = (await respond(ctx, hub)) as StandardSyncResponse<{ externalId?: string }>
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
  const safe = page.items.map((value) => withoutAddresses(item, value))
  const checked = safe.map(({ value }) => withoutInvalidEvents(value, config.strictItems))
  const { items, warnings } = checkItems(
    checked.map(({ value }) => value),
    item,
    config.strictItems,
  )
  const hasMore = paginated && page.pagination.hasMore
  const { cursor } = page.pagination
  const allWarnings = [
    ...(page.metadata?.warnings ?? []),
    ...[...safe, ...checked].flatMap(({ warnings }) => warnings),
    ...warnings,
  ]
  if (hasMore && cursor === undefined) log.warn({}, 'a sync page has hasMore set but no cursor')
  return omitUndefined({
    items,
    metadata: allWarnings.length > 0 ? { warnings: allWarnings } : undefined,
    pagination: omitUndefined({ hasMore, cursor: hasMore ? cursor : undefined, pageSize: items.length }),
  })
}

/** Addresses come from senders and organizers. */
function withoutAddresses<Item extends { externalId?: string }>(schema: TSchema, item: Item) {
  const { value, dropped } = withoutUnsafeAddresses(schema, item)
  const warnings = dropped.map(
    (pointer) =>
      `The address at ${pointer} of the item ${nameOf(item)} was left out: it is not http, https, mailto or tel.`,
  )
  return { value, warnings }
}

/** One event with an impossible date must not cost a calendar all of its events. */
function withoutInvalidEvents<Item extends { externalId?: string }>(item: Item, strict: boolean) {
  const { events } = (item ?? {}) as { events?: unknown }
  if (!Array.isArray(events)) return { value: item, warnings: [] }
  const checked = checkItems(events, Event, strict)
  return { value: checked.warnings.length > 0 ? { ...item, events: checked.items } : item, warnings: checked.warnings }
}

function nameOf(item: { externalId?: string } | undefined): string {
  return item?.externalId ?? '(without id)'
}

/** An item that violates the contract is a bug of a vendor's mapping: fatal in development, a warning in production. */
function checkItems<Item extends { externalId?: string }>(items: Item[], schema: TSchema, strict: boolean) {
  const good = items.filter((item) => isValid(schema, item))
  if (good.length === items.length) return { items, warnings: [] }
  const warnings = items
    .filter((item) => !good.includes(item))
    .map((item) => {
      const [first] = describeErrors(schema, item)
      return `The item ${nameOf(item)} was left out: ${first?.pointer} ${first?.detail}`
    })
  if (strict) throw new Error(warnings.join('\n'))
  return { items: good, warnings }
}
