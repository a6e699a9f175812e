/** Ids of what is selected in a list, and the row from which a range is extended. */
export interface Selection {
  ids: ReadonlySet<string>
  /** The last row that was selected or dropped. */
  anchor: string | undefined
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined }

/** Selects a row, or drops it. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Selects all rows between the last one and this one, as with the shift key. */
export function extend(selection: Selection, rows: readonly string[], id: string): Selection {
  const from = selection.anchor === undefined ? -1 : rows.indexOf(selection.anchor)
  const to = rows.indexOf(id)
  if (from < 0 || to < 0) return toggle(selection, id)
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: id }
}
