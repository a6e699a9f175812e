/** The position of an item in its list. It does not change when other items are added or removed. */
export type SortKey = readonly [number, string]

export function compareSortKeys([a, aText]: SortKey, [b, bText]: SortKey): number {
  return a - b || (aText < bText ? -1 : Number(aText > bText))
}
