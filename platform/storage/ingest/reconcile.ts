import { type Counters, NO_COUNTS } from '../../model/sync.ts'

/** The properties of an incoming item that `reconcile` compares. */
export interface KeyedItem {
  /** Unique within tenant, provider and application. */
  key: string
  /** The block type. The kind of a key never changes. */
  kind: string
  /** Content hash of what the provider sent. */
  hash: string
  /** Created once and never updated, such as a proposed task, which belongs to the user from then on. */
  insertOnly?: true
}

/** The stored counterpart of an item with the same key. */
export interface StoredItem {
  kind: string
  /** Absent: forces a rewrite even if the content is unchanged. */
  hash?: string
}

/** Which items of a page to create and to update, and the resulting counters. */
export interface Decisions<Item> {
  create: Item[]
  update: Item[]
  counters: Counters
  warnings: string[]
}

/**
 * Compares a page with the stored items: an unknown key is created, different content updated, equal content left alone.
 * Of several items with the same key the last one counts. Archived items are treated like others: archiving is the
 * user's decision.
 */
export function reconcile<Item extends KeyedItem>(
  items: readonly Item[],
  stored: ReadonlyMap<string, StoredItem>,
): Decisions<Item> {
  const latest = new Map(items.map((item) => [item.key, item]))
  const decisions: Decisions<Item> = { create: [], update: [], counters: { ...NO_COUNTS }, warnings: [] }
  decisions.counters.skipped = items.length - latest.size
  for (const item of latest.values()) decide(item, stored.get(item.key), decisions)
  return decisions
}

function decide<Item extends KeyedItem>(item: Item, stored: StoredItem | undefined, decisions: Decisions<Item>): void {
  if (!stored) {
    decisions.create.push(item)
    decisions.counters.created += 1
  } else if (stored.kind !== item.kind) {
    decisions.counters.failedCount += 1
    decisions.warnings.push(`${item.key} is a ${stored.kind} and cannot become a ${item.kind}; it was left as it is`)
  } else if (item.insertOnly || stored.hash === item.hash) {
    decisions.counters.unchanged += 1
  } else {
    decisions.update.push(item)
    decisions.counters.updated += 1
  }
}
