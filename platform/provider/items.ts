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
import { isObject, read } from '../model/parse.ts'
import type { SyncName } from '../model/sync.ts'
import type { SyncItems } from '../model/sync-store.ts'

/** The items of a page that are what the contract says, and what is left out. */
export interface CheckedItems {
  page: SyncItems
  invalid: number
  warnings: string[]
}

/** Items with parts of their own, each of which is an item too: a bad one does not take its whole along. */
interface Kind {
  schema: TSchema
  parts?: { member: string; schema: TSchema }
}

const KINDS: Record<SyncName, Kind> = {
  calendar: { schema: Calendar, parts: { member: 'events', schema: Event } },
  email: { schema: Email },
  transcription: { schema: Transcription },
  metadata: { schema: Table, parts: { member: 'records', schema: TableRecord } },
  table: { schema: Table, parts: { member: 'records', schema: TableRecord } },
  identifier: { schema: ExternalObjectWithUrl },
  insight: { schema: TagInsightResponse },
}

/** A page of nothing but bad items says what is wrong with so many of them. */
const MOST_WARNINGS = 50

/** Holds every item against the contract. Those that do not fit are counted and named. */
export function checkItems(sync: SyncName, raw: readonly unknown[]): CheckedItems {
  const { schema, parts } = KINDS[sync]
  const items: unknown[] = []
  const faults: string[] = []
  for (const [at, item] of raw.entries()) {
    const sound = parts ? withoutBadParts(item, parts, faults) : item
    const reading = read(schema, sound)
    if ('value' in reading) items.push(reading.value)
    else faults.push(`${nameOf(item, at)} is left out: ${reading.wrong}`)
  }
  // Each item was held against the schema of its own sync.
  return { page: { sync, items } as SyncItems, invalid: faults.length, warnings: told(faults) }
}

function withoutBadParts(item: unknown, { member, schema }: NonNullable<Kind['parts']>, faults: string[]): unknown {
  if (!isObject(item)) return item
  const parts = item[member]
  if (!Array.isArray(parts)) return item
  const sound: unknown[] = []
  for (const [at, part] of parts.entries()) {
    const reading = read(schema, part)
    if ('value' in reading) sound.push(reading.value)
    else faults.push(`${nameOf(part, at)} of ${nameOf(item, 0)} is left out: ${reading.wrong}`)
  }
  return { ...item, [member]: sound }
}

function nameOf(item: unknown, at: number): string {
  return isObject(item) && typeof item.externalId === 'string' && item.externalId !== ''
    ? item.externalId
    : `item ${at + 1}`
}

function told(faults: readonly string[]): string[] {
  const more = faults.length - MOST_WARNINGS
  return more > 0 ? [...faults.slice(0, MOST_WARNINGS), `${more} more are left out`] : [...faults]
}
