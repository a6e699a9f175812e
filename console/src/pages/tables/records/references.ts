import type { Column } from '../values/column.ts'

/** A table whose records can be referred to. */
export interface TargetTable {
  _id: string
  title: string | null
  connectionId: string | null
  recordCount: number | null
  metadata: { metadataType: string; label: string } | null
}

/** Fields do not say which table they refer to, so it is told by their names: “Account ID” refers to accounts. */
export function targetOf(
  column: Column,
  table: { _id: string; connectionId: string | null },
  tables: readonly TargetTable[],
): TargetTable | undefined {
  if (column.kind !== 'reference') return undefined
  const words = `${column.label} ${column.name}`.toLowerCase()
  const candidates = tables.filter(({ connectionId, metadata }) => {
    if (connectionId !== table.connectionId || !metadata) return false
    return [metadata.metadataType, metadata.label].some((name) => name !== '' && words.includes(name.toLowerCase()))
  })
  // Of several tables of a kind, such as all accounts and those of one person, the one with the most records has them all.
  const [first] = candidates.toSorted(
    (left, right) => lengthOfName(right) - lengthOfName(left) || (right.recordCount ?? 0) - (left.recordCount ?? 0),
  )
  return first
}

/** The longest name that occurs is meant: “Account Plan” rather than “Account”. */
function lengthOfName({ metadata }: TargetTable): number {
  return metadata?.metadataType.length ?? 0
}

/** The values of reference columns in some rows, by the id of the table that they refer to. */
export function referencedIds(
  rows: readonly { values: readonly { name: string; value: string | null }[] }[],
  targets: ReadonlyMap<string, TargetTable>,
): Map<string, string[]> {
  const ids = new Map<string, Set<string>>()
  for (const { values } of rows) {
    for (const { name, value } of values) {
      const target = targets.get(name)
      if (!target || !value) continue
      const ofTable = ids.get(target._id) ?? new Set<string>()
      ids.set(target._id, ofTable.add(value))
    }
  }
  return new Map([...ids].map(([tableId, values]) => [tableId, [...values].sort()]))
}
