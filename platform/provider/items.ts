import {
  Calendar,
  Email,
  Event,
  ExternalObjectWithUrl,
  Table,
  TableRecord,
  TagInsightResponse,
  Transcription,
  type TSchema,
} from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { isObject, type ParseResult, safeParse } from '../model/parse.ts'
import type { SyncName } from '../model/sync.ts'
import type { SyncItems } from '../model/sync-store.ts'
import { findUnreadyMeeting, type UnreadyMeeting } from '../model/transcriptions.ts'

/** The valid items of a page, and the numbers of those left out, with a warning about each. */
export interface ValidatedItems {
  page: SyncItems
  invalid: number
  /** Items that cannot be used yet. */
  skipped: number
  /** The earliest date of skipped items that may be usable later (epoch ms). */
  awaitedSince?: number
  warnings: string[]
}

/** `children` are validated separately, so that an invalid one does not invalidate the item that contains it. */
interface ItemKind {
  schema: TSchema
  children?: { member: string; schema: TSchema }
  /** Recognizes items that cannot be used yet, whether they are valid or not. */
  findUnready?: (item: unknown) => UnreadyMeeting | undefined
}

const KINDS: Record<SyncName, ItemKind> = {
  calendar: { schema: Calendar, children: { member: 'events', schema: Event } },
  email: { schema: Email },
  transcription: { schema: Transcription, findUnready: findUnreadyMeeting },
  metadata: { schema: Table, children: { member: 'records', schema: TableRecord } },
  table: { schema: Table, children: { member: 'records', schema: TableRecord } },
  identifier: { schema: ExternalObjectWithUrl },
  insight: { schema: TagInsightResponse },
}

/** The maximum number of warnings about single items of a page. */
const MAX_WARNINGS = 50

/** The maximum depth of an item. The deepest of the contract are outlines, which have six levels. */
const MAX_DEPTH = 100

/** Neither the mapping of items nor the database can handle values of any depth. */
function parseItem(schema: TSchema, item: unknown): ParseResult<unknown> {
  if (isDeeperThan(MAX_DEPTH, item)) return { error: `it is nested more than ${MAX_DEPTH} levels deep` }
  return safeParse(schema, item)
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(depth - 1, member))
}

/** Validates every item against the contract. Invalid items, and those that cannot be used yet, are omitted and counted. */
export function validateItems(sync: SyncName, raw: readonly unknown[]): ValidatedItems {
  const { schema, children, findUnready } = KINDS[sync]
  const items: unknown[] = []
  const faults: string[] = []
  const skipped: string[] = []
  const addresses: string[] = []
  let awaitedSince: number | undefined
  for (const [index, item] of raw.entries()) {
    const unready = findUnready?.(item)
    if (unready) {
      skipped.push(`skipped ${nameOf(item, index)}: ${unready.reason}`)
      awaitedSince = earlier(awaitedSince, unready.awaitedSince)
      continue
    }
    const result = parseItem(schema, children ? withoutInvalidChildren(item, children, faults, addresses) : item)
    if ('value' in result) {
      items.push(result.value)
      addresses.push(...describeDropped(nameOf(item, index), result.dropped))
    } else faults.push(`${nameOf(item, index)} was omitted: ${result.error}`)
  }
  // Each item was validated with the schema of this sync.
  return omitUndefined({
    page: { sync, items } as SyncItems,
    invalid: faults.length,
    skipped: skipped.length,
    awaitedSince,
    warnings: [...limitWarnings(faults), ...limitWarnings(skipped), ...limitWarnings(addresses)],
  })
}

/** Returns the earlier of two times, of which one or both may be absent. */
export function earlier(first: number | undefined, second: number | undefined): number | undefined {
  return first === undefined || second === undefined ? (first ?? second) : Math.min(first, second)
}

function withoutInvalidChildren(
  item: unknown,
  { member, schema }: NonNullable<ItemKind['children']>,
  faults: string[],
  addresses: string[],
): unknown {
  if (!isObject(item)) return item
  const children = item[member]
  if (!Array.isArray(children)) return item
  const valid: unknown[] = []
  for (const [index, child] of children.entries()) {
    const result = parseItem(schema, child)
    if ('value' in result) {
      valid.push(result.value)
      addresses.push(...describeDropped(nameOf(child, index), result.dropped))
    } else faults.push(`${nameOf(child, index)} of ${nameOf(item, 0)} was omitted: ${result.error}`)
  }
  return { ...item, [member]: valid }
}

function describeDropped(name: string, dropped: readonly string[] = []): string[] {
  return dropped.map(
    (pointer) => `the address at ${pointer} of ${name} was omitted: it is not http, https, mailto or tel`,
  )
}

function nameOf(item: unknown, index: number): string {
  return isObject(item) && typeof item.externalId === 'string' && item.externalId !== ''
    ? item.externalId
    : `item ${index + 1}`
}

function limitWarnings(faults: readonly string[]): string[] {
  const rest = faults.length - MAX_WARNINGS
  return rest > 0 ? [...faults.slice(0, MAX_WARNINGS), `${rest} more were omitted`] : [...faults]
}
