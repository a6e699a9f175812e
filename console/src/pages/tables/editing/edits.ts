/**
 * - `draft`: entered, and not sent yet;
 * - `writing`: sent to the vendor, which has not responded yet;
 * - `saved`: the vendor has stored it;
 * - `refused`: not stored, for the reason in `message`;
 * - `unknown`: nobody knows whether it was stored.
 */
export type EditStatus = 'draft' | 'writing' | 'saved' | 'refused' | 'unknown'

/** What a person has entered into a cell, until the vendor has it. */
export interface CellEdit {
  recordId: string
  field: string
  value: string
  status: EditStatus
  message?: string
  /** Why it cannot be sent at all, if it is not a value of the field. */
  problem?: string
}

/** By record and field. Never changed in place. */
export type Edits = ReadonlyMap<string, CellEdit>

export interface Change {
  recordId: string
  field: string
  value: string
  /** Why it cannot be sent, if what was entered is not a value of the field. */
  problem?: string
}

export function keyOf({ recordId, field }: { recordId: string; field: string }): string {
  return `${recordId} ${field}`
}

/** Adds what was entered. What was saved before is forgotten: the vendor's values are shown by now. */
export function enter(edits: Edits, changes: readonly Change[]): Edits {
  const next = new Map([...edits].filter(([, { status }]) => status !== 'saved'))
  for (const { recordId, field, value, problem } of changes) {
    const edit = { recordId, field, value }
    next.set(
      keyOf(edit),
      problem === undefined ? { ...edit, status: 'draft' } : { ...edit, status: 'refused', message: problem, problem },
    )
  }
  return next
}

/** What a record still has to be written: what was entered, and what was not stored by an earlier attempt. */
export function unwritten(edits: Edits, recordId: string): CellEdit[] {
  return [...edits.values()].filter(
    (edit) => edit.recordId === recordId && edit.status !== 'saved' && edit.status !== 'writing',
  )
}

export function beginWriting(edits: Edits, cells: readonly CellEdit[]): Edits {
  return replace(edits, cells, ({ recordId, field, value }) => ({ recordId, field, value, status: 'writing' }))
}

/** Why a record was not written, or perhaps was. */
export interface WriteProblem {
  status: 'refused' | 'unknown'
  message: string
  /** The vendor's reasons by field, if it names fields. */
  byField: ReadonlyMap<string, string>
}

/** The outcome of a write. A record is written as a whole, so all of its cells have the same one. */
export function settle(edits: Edits, cells: readonly CellEdit[], problem?: WriteProblem): Edits {
  return replace(edits, cells, ({ recordId, field, value }) => {
    const edit = { recordId, field, value }
    if (!problem) return { ...edit, status: 'saved' }
    const { status, byField } = problem
    const isSpared = byField.size > 0 && !byField.has(field)
    const message = isSpared
      ? 'Not written, because another value of this record was refused.'
      : (byField.get(field) ?? problem.message)
    return { ...edit, status, message }
  })
}

/** Replaces cells, except those that were edited again meanwhile. */
function replace(edits: Edits, cells: readonly CellEdit[], change: (edit: CellEdit) => CellEdit): Edits {
  const next = new Map(edits)
  for (const cell of cells) {
    const current = next.get(keyOf(cell))
    if (current && current.value === cell.value) next.set(keyOf(cell), change(current))
  }
  return next
}

export function discard(edits: Edits, cells: readonly { recordId: string; field: string }[]): Edits {
  const gone = new Set(cells.map(keyOf))
  return new Map([...edits].filter(([key]) => !gone.has(key)))
}

export function countOfStatus(edits: Edits, ...statuses: readonly EditStatus[]): number {
  return [...edits.values()].filter(({ status }) => statuses.includes(status)).length
}

/** Cells by record, in the order in which they were entered. */
export function byRecord(edits: Edits): Map<string, CellEdit[]> {
  const records = new Map<string, CellEdit[]>()
  for (const edit of edits.values()) records.set(edit.recordId, [...(records.get(edit.recordId) ?? []), edit])
  return records
}
